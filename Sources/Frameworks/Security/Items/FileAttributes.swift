// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import KeychainModel

/// The attributes that `kSecReturnAttributes` gives of an item of a file-based keychain: Apple's lists of attributes
/// for each class, each in one type, whatever it was given in. Dates of keys and certificates are not among them, nor
/// is what macOS keeps for itself.
///
/// Source: `OSX/libsecurity_keychain/lib/SecItem.cpp`, `gGenericPasswordAttributes` and those that follow
enum FileAttributes {
  private enum Form { case text, data, number, digits, boolean, date }

  /// The attributes by the names that dictionaries have for them.
  static func values(of attributes: ItemAttributes, _ itemClass: ItemClass) -> [String: Any] {
    var values: [String: Any] = [:]
    for (attribute, form) in forms(of: itemClass) {
      if let object = attributes[attribute].flatMap({ object(of: $0, form) }) { values[attribute.rawValue] = object }
    }
    return values
  }

  private static func forms(of itemClass: ItemClass) -> [ItemAttribute: Form] {
    switch itemClass {
    case .genericPassword: passwords.merging([.account: .text, .service: .text, .generic: .data]) { $1 }
    case .internetPassword: passwords.merging(internetPasswords) { $1 }
    case .certificate: certificates
    case .key: keys
    case .identity: certificates.merging(keys) { $1 }
    }
  }

  private static let passwords: [ItemAttribute: Form] = [
    .creationDate: .date, .modificationDate: .date, .description: .text, .comment: .text, .creator: .number,
    .type: .number, .label: .text, .isInvisible: .boolean, .isNegative: .boolean,
  ]
  private static let internetPasswords: [ItemAttribute: Form] = [
    .account: .text, .server: .text, .securityDomain: .text, .path: .text, .port: .number, .networkProtocol: .text,
    .authenticationType: .text,
  ]
  private static let certificates: [ItemAttribute: Form] = [
    .label: .text, .subject: .data, .issuer: .data, .serialNumber: .data, .publicKeyHash: .data, .subjectKeyID: .data,
    .certificateType: .data, .certificateEncoding: .data,
  ]
  private static let keys: [ItemAttribute: Form] = [
    .keyClass: .digits, .label: .text, .isPermanent: .boolean, .applicationLabel: .data, .applicationTag: .data,
    .type: .digits, .keySizeInBits: .number, .effectiveKeySize: .number, .canEncrypt: .boolean, .canDecrypt: .boolean,
    .canDerive: .boolean, .canSign: .boolean, .canVerify: .boolean, .canWrap: .boolean, .canUnwrap: .boolean,
  ]

  /// The object of a value; nil for what cannot be had in that form.
  private static func object(of value: AttributeValue, _ form: Form) -> AnyObject? {
    switch (form, value) {
    case (.text, .data(let bytes)): String(validating: bytes, as: UTF8.self).map { NSString(string: $0) }
    // Four characters, as of a protocol.
    case (.text, .number(let number)):
      String(validating: value.comparedBytes.reversed(), as: UTF8.self).flatMap {
        number > 0 ? NSString(string: $0) : nil
      }
    case (.digits, .number(let number)): NSString(string: String(number))
    case (.boolean, .number(let number)): NSNumber(value: number != 0)
    // Numbers of four bytes are not converted, and so are strings.
    case (.data, .number), (.data, .string): NSData(data: Data(value.comparedBytes))
    default: value.object
    }
  }
}
