// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import KeychainModel
import KeychainObjects
import SecurityConstants

extension SecKey {
  var type: KeyType { KeyType(publicMaterial) }
}

extension NSDictionary {
  /// A number given as such or in decimal, as the keys of this dictionary's kind may be.
  func number(_ attribute: ItemAttribute) -> Int? {
    switch self[attribute] {
    case let text as String: Int(text)
    case let number as NSNumber where !number.isBoolean: number.intValue
    default: nil
    }
  }
}
