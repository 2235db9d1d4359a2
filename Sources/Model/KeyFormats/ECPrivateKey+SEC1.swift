// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
import DERCoding
package import SecretMemory

extension ECPrivateKey {
  /// Whether the structure names the curve. It must if it stands alone; inside PKCS #8 the curve is named outside.
  package enum SEC1Parameters: Sendable { case named, withoutParameters }

  /// Decodes an `ECPrivateKey` (RFC 5915, 3). The curve is the one that it names, or else `curve`.
  package init(sec1 bytes: Span<UInt8>, on known: Curve? = nil) throws(KeyFormatError) {
    let found = try formatting { () throws(DERError) in try Self.parts(of: bytes) }
    let named = found.curve.flatMap { Curve($0) }
    guard found.curve == nil || named != nil, let curve = known ?? named, named == nil || named == curve else {
      throw .unsupported
    }
    let key = try making { () throws(CryptoError) in
      try ECPrivateKey(curve, scalar: bytes.extracting(found.scalar))
    }
    if let point = found.point {
      let matches = try making { () throws(CryptoError) in
        try ECPublicKey(curve, x963: bytes.extracting(point)) == key.publicKey
      }
      guard matches else { throw .key(.invalidPrivateKey) }
    }
    self = key
  }

  /// Encodes an `ECPrivateKey` with its point.
  package func sec1(_ parameters: SEC1Parameters) throws(CryptoError) -> SecretBytes {
    let scalar = try scalar()
    var writer = DERWriter(capacity: 3 * curve.fieldSize + 64)
    writer.append(.sequence) { inner in
      inner.append(1)
      scalar.withBytes { inner.append(octets: $0) }
      if parameters == .named { inner.append(.context(0)) { $0.append(curve.identifier) } }
      inner.append(.context(1)) { $0.append(bits: publicKey.x963.span) }
    }
    return writer.secret()
  }

  private struct Parts {
    let scalar: Range<Int>
    let curve: OID?
    let point: Range<Int>?
  }

  private static func parts(of bytes: Span<UInt8>) throws(DERError) -> Parts {
    var cursor = DERCursor(bytes)
    let parts = try cursor.inside(in: bytes) { (inner) throws(DERError) in
      guard try inner.smallInteger(in: bytes) == 1 else { throw .badValue }
      let scalar = try inner.octetString(in: bytes)
      var curve: OID?
      if inner.nextTag(in: bytes) == .context(0) {
        curve = try inner.inside(.context(0), in: bytes) { (c) throws(DERError) in try c.objectIdentifier(in: bytes) }
      }
      var point: Range<Int>?
      if inner.nextTag(in: bytes) == .context(1) {
        point = try inner.inside(.context(1), in: bytes) { (c) throws(DERError) in try c.bitString(in: bytes) }
      }
      return Parts(scalar: scalar, curve: curve, point: point)
    }
    try cursor.finish()
    return parts
  }
}
