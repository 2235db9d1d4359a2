// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A page of the diary, which nobody may read while the device is locked.
struct DiaryFile {
  let url: URL

  func write(_ text: String) throws {
    try Data(text.utf8).write(to: url, options: [.atomic, .completeFileProtection])
  }

  func read() throws -> String { String(decoding: try Data(contentsOf: url), as: UTF8.self) }

  func protection() throws -> FileProtectionType? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.protectionKey] as? FileProtectionType
  }
}
