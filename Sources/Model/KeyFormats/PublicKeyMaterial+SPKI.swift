// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
package import DERCoding
import CryptoPrimitives

extension PublicKeyMaterial {
  /// Decodes a `SubjectPublicKeyInfo` (RFC 5280, 4.1.2.7), with no bytes after it.
  package init(spki bytes: Span<UInt8>) throws(KeyFormatError) {
    var cursor = DERCursor(bytes)
    try self.init(readingSPKI: &cursor, in: bytes)
    try formatting { () throws(DERError) in try cursor.finish() }
  }

  /// Decodes the `SubjectPublicKeyInfo` that comes next.
  package init(readingSPKI cursor: inout DERCursor, in span: Span<UInt8>) throws(KeyFormatError) {
    let element = try formatting { () throws(DERError) in try cursor.next(.sequence, in: span) }
    var inner = try formatting { () throws(DERError) in try DERCursor(inside: element) }
    let algorithm = try KeyAlgorithm(reading: &inner, in: span)
    let bits = try formatting { () throws(DERError) in
      let bits = try inner.bitString(in: span)
      try inner.finish()
      return bits
    }
    try self.init(algorithm, span.extracting(bits))
  }

  /// The key encoded as a `SubjectPublicKeyInfo`.
  package var spki: [UInt8] {
    let bits = encoded
    var writer = DERWriter(capacity: bits.count + 64)
    writer.append(.sequence) { inner in
      algorithm.write(to: &inner)
      inner.append(bits: bits.span)
    }
    return writer.bytes()
  }

  private init(_ algorithm: KeyAlgorithm, _ bits: Span<UInt8>) throws(KeyFormatError) {
    switch algorithm {
    case .rsa: self = .rsa(try RSAPublicKey(pkcs1: bits))
    case .ec(let curve):
      do { self = .ec(try ECPublicKey(curve, x963: bits)) } catch { throw .key(error) }
    case .raw(let curve):
      do { self = .raw(try RawPublicKey(curve, bits)) } catch { throw .key(error) }
    }
  }
}
