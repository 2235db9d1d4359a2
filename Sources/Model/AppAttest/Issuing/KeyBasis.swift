// SPDX-License-Identifier: Apache-2.0
package import DERCoding

/// The basis of a key that an authority of one's own vouches for: its certificate says so in an extension. Apple's
/// certificates have none.
package enum KeyBasis: String, Sendable, CaseIterable {
  /// A machine's TPM, which holds what the key is sealed with.
  case tpm
  /// The key is in files: whoever had them has it, so a policy has to allow this by name.
  case software

  package static let identifier = OID(2, 25, 1_802_592_313, 2)

  package var encoded: [UInt8] {
    var writer = DERWriter(capacity: 16)
    writer.append(rawValue)
    return writer.bytes()
  }

  init?(_ value: [UInt8]) {
    let span = value.span
    var cursor = DERCursor(span)
    guard let element = try? cursor.next(.utf8String, in: span), cursor.isAtEnd,
      let name = String(validating: value[element.content], as: UTF8.self), let basis = KeyBasis(rawValue: name)
    else { return nil }
    self = basis
  }
}
