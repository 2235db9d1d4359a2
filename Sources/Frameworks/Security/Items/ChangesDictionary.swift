// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import KeychainModel

extension ItemChanges {
  /// The second dictionary of `SecItemUpdate`: attributes and data, and no key of any other kind.
  init(_ dictionary: NSDictionary) {
    self.init()
    if dictionary.count > KeychainLimits.keys { refuse(.param) }
    dictionary.visitEntries { take($0, $1) }
    if dictionary.isProtectedAsReturned(attributes) { attributes[.accessible] = nil }
  }

  private mutating func refuse(_ status: KeychainStatus) {
    if defect == nil { defect = status }
  }

  private mutating func take(_ key: DictionaryValue, _ value: DictionaryValue) {
    guard case .string(let key) = key else { return refuse(key.isNumber ? .noSuchAttribute : .param) }
    if case .null = value { return }
    switch QueryKey(rawValue: key) {
    case .useDataProtectionKeychain: break
    case .valueData:
      guard let secret = value.secret else { return refuse(.param) }
      data = secret
    case .valueRef: takeReference(value)
    default: takeAttribute(key, value)
    }
  }

  private mutating func takeAttribute(_ key: String, _ value: DictionaryValue) {
    guard let attribute = ItemAttribute(rawValue: key) else { return refuse(.noSuchAttribute) }
    guard let value = value.value(of: attribute) else { return refuse(.param) }
    attributes[attribute] = value
  }

  /// An object stands for its attributes here as elsewhere; anything else is a key that does not belong.
  private mutating func takeReference(_ value: DictionaryValue) {
    guard case .object(let object) = value, let object = object as? any KeychainItemReference else {
      return refuse(.noSuchAttribute)
    }
    do {
      let parts = try object.itemParts()
      attributes.merge(parts.attributes) { own, _ in own }
      data = data ?? parts.data
    } catch {
      refuse(error)
    }
  }
}
