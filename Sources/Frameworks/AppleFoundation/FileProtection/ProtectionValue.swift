// SPDX-License-Identifier: Apache-2.0
import Foundation
import ProtectionModel

/// The value of a protection attribute, checked.
struct ProtectionValue {
  let protection: ProtectionClass

  init(_ value: Any, path: String) throws {
    guard let protection = ProtectionClass(value) else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
    }
    self.protection = protection
  }
}
