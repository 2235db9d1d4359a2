// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import SecretMemory
import Threads

/// A point on one of NIST's curves: verifies ECDSA signatures, is agreed a secret with.
package struct ECPublicKey: Sendable, Hashable {
  package let curve: Curve
  /// The public key as `04 X Y` (ANSI X9.63), the coordinates in fixed width.
  package let x963: [UInt8]
  private let made: MadeKey

  /// Makes a key from `04 X Y` or the compressed form; what is not on the curve is refused.
  package init(_ curve: Curve, x963 point: Span<UInt8>) throws(CryptoError) {
    self.init(curve, try curve.uncompressed(point), nil)
  }

  /// The point must be on the curve, and the key, if there is one, must be of this point.
  init(_ curve: Curve, _ point: [UInt8], _ key: LibraryKey?) {
    self.curve = curve
    x963 = point
    made = MadeKey(key)
  }

  /// The library's form of the key.
  func key() throws(CryptoError) -> LibraryKey {
    try made.key { () throws(CryptoError) in
      try x963.withECParameters(curve) { (parameters) throws(CryptoError) in
        try LibraryKey("EC", selection: copenssl_public_key, parameters)
      }
    }
  }

  /// The X coordinate, and in the first byte which of the two points it is (SEC 1, 2.3.3).
  package var compressed: [UInt8] {
    [2 | (x963.last ?? 0) & 1] + x963[1...curve.fieldSize]
  }

  /// Whether the DER signature is of this digest; longer digests than the curve are cut (FIPS 186-4, 6.4).
  package func isValid(_ signature: Span<UInt8>, ofDigest digest: Span<UInt8>) -> Bool {
    curve.isValid(signature, ofDigest: digest, by: x963)
  }

  package static func == (one: ECPublicKey, other: ECPublicKey) -> Bool {
    one.curve == other.curve && one.x963 == other.x963
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(x963) }
}

/// The library's form of a key, made when somebody first computes with it: making one takes ten times as long as checking its point, and
/// who only keeps a key, as at a registration, needs none.
private final class MadeKey: Sendable {
  private let made: Locked<LibraryKey?>

  init(_ key: LibraryKey?) { made = Locked(key) }

  func key(_ make: () throws(CryptoError) -> LibraryKey) throws(CryptoError) -> LibraryKey {
    try made.withLock { (made) throws(CryptoError) in
      if let made { return made }
      let key = try make()
      made = key
      return key
    }
  }
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
