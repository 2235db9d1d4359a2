// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import KeychainModel

extension NSString {
  /// The string of a key's constant.
  convenience init(_ key: QueryKey) { self.init(string: key.rawValue) }

  /// The string of a value's constant.
  convenience init(_ word: QueryWord) { self.init(string: word.rawValue) }
}

extension NSDictionary {
  /// The value of a query's key.
  package subscript(_ key: QueryKey) -> Any? { self[key.rawValue] }

  /// The value of an attribute.
  package subscript(_ attribute: ItemAttribute) -> Any? { self[attribute.rawValue] }
}
