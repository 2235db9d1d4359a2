// SPDX-License-Identifier: Apache-2.0
import Foundation
import ProtectionModel

extension ProtectionClass {
  /// The class that the options of a write ask for. Apple's four bits are a number, not a set: `contains` would see one
  /// class in another.
  init?(_ options: Data.WritingOptions) {
    switch options.rawValue & Data.WritingOptions.fileProtectionMask.rawValue {
    case Data.WritingOptions.noFileProtection.rawValue: self = .none
    case Data.WritingOptions.completeFileProtection.rawValue: self = .complete
    case Data.WritingOptions.completeFileProtectionUnlessOpen.rawValue: self = .completeUnlessOpen
    case Data.WritingOptions.completeFileProtectionUntilFirstUserAuthentication.rawValue:
      self = .completeUntilFirstUserAuthentication
    case 0: return nil
    // `complete` includes "when the user is inactive". An option that is not known here gets the strongest class, so that
    // no file is protected less than was asked for.
    default: self = .complete
    }
  }

  /// The class that a value of `FileAttributeKey.protectionKey` or `URLResourceKey.fileProtectionKey` asks for.
  init?(_ value: Any) {
    switch value {
    // The string is tried first, because it can be cast to both types.
    case let name as String:
      self.init(attributeValue: URLFileProtection(rawValue: name).fileProtectionType.rawValue)
    case let type as FileProtectionType: self.init(attributeValue: type.rawValue)
    case let type as URLFileProtection: self.init(attributeValue: type.fileProtectionType.rawValue)
    default: return nil
    }
  }

  var fileProtectionType: FileProtectionType { FileProtectionType(rawValue: attributeValue) }
}
