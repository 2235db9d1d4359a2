// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import SecretMemory

/// A point on one of NIST's curves: verifies ECDSA signatures, is agreed a secret with.
package struct ECPublicKey: Sendable, Hashable {
  package let curve: Curve
  /// `04 X Y` (ANSI X9.63), the coordinates in fixed width.
  package let x963: [UInt8]
  let key: LibraryKey

  /// Makes a key from `04 X Y` or the compressed form; what is not on the curve is refused.
  package init(_ curve: Curve, x963 point: Span<UInt8>) throws(CryptoError) {
    try self.init(curve, checked: curve.uncompressed(point))
  }

  init(_ curve: Curve, checked point: [UInt8]) throws(CryptoError) {
    let key: LibraryKey
    do throws(CryptoError) {
      key = try point.withECParameters(curve) { (parameters) throws(CryptoError) in
        try LibraryKey("EC", selection: copenssl_public_key, parameters)
      }
    } catch { throw .invalidPublicKey }
    self.init(curve, point, key)
  }

  init(_ curve: Curve, _ point: [UInt8], _ key: LibraryKey) {
    self.curve = curve
    x963 = point
    self.key = key
  }

  /// The X coordinate, and in the first byte which of the two points it is (SEC 1, 2.3.3).
  package var compressed: [UInt8] {
    [2 | (x963.last ?? 0) & 1] + x963[1...curve.fieldSize]
  }

  /// Whether the DER signature is of this digest; longer digests than the curve are cut (FIPS 186-4, 6.4).
  package func isValid(_ signature: Span<UInt8>, ofDigest digest: Span<UInt8>) -> Bool {
    defer { ERR_clear_error() }
    return unsafe key.isValid(signature, of: digest) { unsafe EVP_PKEY_verify_init($0) == 1 }
  }

  package static func == (one: ECPublicKey, other: ECPublicKey) -> Bool {
    one.curve == other.curve && one.x963 == other.x963
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(x963) }
}

extension [UInt8] {
  /// The parameters of a key with this point; more may be added to them.
  func withECParameters<Result>(
    _ curve: Curve, _ body: (inout LibraryParameters) throws(CryptoError) -> Result
  ) throws(CryptoError) -> Result {
    try unsafe span.withUnsafeBytes { (point) throws(CryptoError) in
      var parameters = LibraryParameters()
      parameters.append("group", text: curve.name)
      unsafe parameters.append("pub", point)
      return try body(&parameters)
    }
  }
}
