// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
package import CryptoPrimitives
import DERCoding
package import SecretMemory

extension PrivateKeyMaterial {
  /// Decodes a `PrivateKeyInfo` or `OneAsymmetricKey` (RFC 5208, 5; RFC 5958, 2) that is not encrypted.
  package init(pkcs8 bytes: Span<UInt8>) throws(KeyFormatError) {
    var cursor = DERCursor(bytes)
    let element = try formatting { () throws(DERError) in
      let element = try cursor.next(.sequence, in: bytes)
      try cursor.finish()
      return element
    }
    var inner = try formatting { () throws(DERError) in
      var inner = try DERCursor(inside: element)
      guard try inner.smallInteger(in: bytes) <= 1 else { throw .badValue }
      return inner
    }
    let algorithm = try KeyAlgorithm(reading: &inner, in: bytes)
    let key = try formatting { () throws(DERError) in
      let key = try inner.octetString(in: bytes)
      // Attributes and the public key are ignored: the public key follows from the private one.
      _ = try inner.optional(.context(0), in: bytes)
      _ = try inner.optional(.contextPrimitive(1), in: bytes)
      try inner.finish()
      return key
    }
    try self.init(algorithm, bytes.extracting(key))
  }

  /// Encodes a `PrivateKeyInfo`.
  package func pkcs8() throws(CryptoError) -> SecretBytes {
    let key = try encodedKey()
    var writer = DERWriter(capacity: key.count + 64)
    writer.append(.sequence) { inner in
      inner.append(0)
      publicKey.algorithm.write(to: &inner)
      key.withBytes { inner.append(octets: $0) }
    }
    return writer.secret()
  }

  private init(_ algorithm: KeyAlgorithm, _ bytes: Span<UInt8>) throws(KeyFormatError) {
    switch algorithm {
    case .rsa: self = .rsa(try RSAPrivateKey(pkcs1: bytes))
    case .ec(let curve): self = .ec(try ECPrivateKey(sec1: bytes, on: curve))
    case .raw(let curve):
      let key = try formatting { () throws(DERError) in
        var cursor = DERCursor(bytes)
        let key = try cursor.octetString(in: bytes)
        try cursor.finish()
        return key
      }
      do { self = .raw(try RawPrivateKey(curve, bytes.extracting(key))) } catch { throw .key(error) }
    }
  }

  /// The key that PKCS #8 wraps: PKCS #1, SEC 1 without its parameters, or a string (RFC 8410, 7).
  private func encodedKey() throws(CryptoError) -> SecretBytes {
    switch self {
    case .rsa(let key): return try key.pkcs1()
    case .ec(let key): return try key.sec1(.withoutParameters)
    case .raw(let key):
      let bytes = try key.bytes()
      var writer = DERWriter(capacity: bytes.count + 8)
      bytes.withBytes { writer.append(octets: $0) }
      return writer.secret()
    }
  }
}
