// SPDX-License-Identifier: Apache-2.0

/// The model of an authenticator: sixteen bytes that its maker has chosen (WebAuthn Level 3, 6.5.1).
package struct AAGUID: Sendable, Hashable, CustomStringConvertible {
  package static let size = 16
  package let bytes: [UInt8]

  /// The identifier of an authenticator that does not say its model.
  package static let zero = AAGUID(unchecked: [UInt8](repeating: 0, count: size))

  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// The identifier in the form of a UUID (RFC 9562, 4).
  package var description: String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      if byte < 16 { text += "0" }
      text += String(byte, radix: 16)
    }
    return text
  }
}
