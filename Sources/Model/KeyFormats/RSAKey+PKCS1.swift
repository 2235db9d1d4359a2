// SPDX-License-Identifier: Apache-2.0
package import AsymmetricKeys
package import CryptoPrimitives
import DERCoding
package import SecretMemory

extension RSAPublicKey {
  /// Decodes an `RSAPublicKey` (RFC 8017, A.1.1).
  package init(pkcs1 bytes: Span<UInt8>) throws(KeyFormatError) {
    let numbers = try formatting { () throws(DERError) in
      var cursor = DERCursor(bytes)
      let numbers = try cursor.inside(in: bytes) { (inner) throws(DERError) in
        (try inner.unsignedInteger(in: bytes), try inner.unsignedInteger(in: bytes))
      }
      try cursor.finish()
      return numbers
    }
    let modulus = bytes.extracting(numbers.0)
    let exponent = bytes.extracting(numbers.1)
    do { try self.init(modulus: modulus, exponent: exponent) } catch { throw .key(error) }
  }

  /// The key encoded as an `RSAPublicKey` (RFC 8017, A.1.1).
  package var pkcs1: [UInt8] {
    var writer = DERWriter(capacity: modulus.count + exponent.count + 32)
    writer.append(.sequence) { inner in
      inner.append(unsigned: modulus.span)
      inner.append(unsigned: exponent.span)
    }
    return writer.bytes()
  }
}

extension RSAPrivateKey {
  /// Decodes an `RSAPrivateKey` of two primes (RFC 8017, A.1.2); the numbers must belong together.
  package init(pkcs1 bytes: Span<UInt8>) throws(KeyFormatError) {
    let ranges = try formatting { () throws(DERError) in try Self.ranges(of: bytes) }
    let numbers = RSAPrivateNumbers(
      modulus: ranges[0].map { bytes[$0] }, publicExponent: ranges[1].map { bytes[$0] },
      privateExponent: SecretBytes(copying: bytes.extracting(ranges[2])),
      prime1: SecretBytes(copying: bytes.extracting(ranges[3])),
      prime2: SecretBytes(copying: bytes.extracting(ranges[4])),
      exponent1: SecretBytes(copying: bytes.extracting(ranges[5])),
      exponent2: SecretBytes(copying: bytes.extracting(ranges[6])),
      coefficient: SecretBytes(copying: bytes.extracting(ranges[7])))
    do { try self.init(numbers) } catch { throw .key(error) }
  }

  /// Encodes an `RSAPrivateKey` (RFC 8017, A.1.2).
  package func pkcs1() throws(CryptoError) -> SecretBytes {
    let numbers = try numbers()
    var writer = DERWriter(capacity: 5 * publicKey.blockSize + 128)
    writer.append(.sequence) { inner in
      inner.append(0)
      inner.append(unsigned: numbers.modulus.span)
      inner.append(unsigned: numbers.publicExponent.span)
      numbers.privateExponent.withBytes { inner.append(unsigned: $0) }
      numbers.prime1.withBytes { inner.append(unsigned: $0) }
      numbers.prime2.withBytes { inner.append(unsigned: $0) }
      numbers.exponent1.withBytes { inner.append(unsigned: $0) }
      numbers.exponent2.withBytes { inner.append(unsigned: $0) }
      numbers.coefficient.withBytes { inner.append(unsigned: $0) }
    }
    return writer.secret()
  }

  private static func ranges(of bytes: Span<UInt8>) throws(DERError) -> [Range<Int>] {
    var cursor = DERCursor(bytes)
    let ranges = try cursor.inside(in: bytes) { (inner) throws(DERError) in
      guard try inner.smallInteger(in: bytes) == 0 else { throw .badValue }
      var ranges: [Range<Int>] = []
      for _ in 0..<8 { ranges.append(try inner.unsignedInteger(in: bytes)) }
      return ranges
    }
    try cursor.finish()
    return ranges
  }
}
