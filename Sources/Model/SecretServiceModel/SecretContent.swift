// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
import SecretMemory
package import WireFormat

/// A secret and what its program says it is, such as `text/plain`: what the keychain keeps as one.
package struct SecretContent: Sendable {
  package let type: String
  package let secret: SecretData

  private static let format: UInt8 = 1
  private static let head = 3

  /// Takes a secret and its type; nil where either is larger than may be.
  package init?(_ secret: SecretData, type: String) {
    guard secret.count <= SecretServiceLimits.secret, type.utf8.count <= SecretServiceLimits.contentType else {
      return nil
    }
    self.type = type
    self.secret = secret
  }

  /// The format (1), the length of the type (2 bytes), the type, the secret.
  package func encoded() -> SecretData {
    let type = Array(type.utf8)
    var bytes = SecretBytes(count: Self.head + type.count + secret.count) { bytes in
      bytes[0] = Self.format
      bytes[1] = UInt8(type.count >> 8)
      bytes[2] = UInt8(type.count & 0xFF)
    }
    bytes.copy(type.span, at: Self.head)
    secret.withBytes { bytes.copy($0, at: Self.head + type.count) }
    return SecretData(bytes)
  }

  /// Throws for bytes that `encoded` does not make.
  package init(decoding data: SecretData) throws(WireError) {
    let (type, secret) = try data.withBytes { (bytes) throws(WireError) in
      var cursor = WireCursor()
      guard try cursor.byte(in: bytes) == Self.format else { throw .badValue }
      let count = Int(try cursor.integer(UInt16.self, in: bytes))
      let type = try cursor.text(count, in: bytes)
      return (type, SecretData(copying: bytes.extracting(Self.head + count..<bytes.count)))
    }
    guard let content = SecretContent(secret, type: type) else { throw .badValue }
    self = content
  }
}
