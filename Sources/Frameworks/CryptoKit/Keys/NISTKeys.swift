// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CryptoPrimitives
import DERCoding
import Foundation
import KeyFormats
import SecretMemory

// What the keys of P-256, P-384 and P-521 share: the formats.

/// A public key in all of its formats.
struct NISTPublicKey: Sendable, Hashable {
  let key: ECPublicKey

  private var coordinateSize: Int { key.curve.fieldSize }

  init(_ key: ECPublicKey) { self.key = key }

  init(_ curve: Curve, raw: some ContiguousBytes) throws {
    let coordinates = raw.array
    guard coordinates.count == 2 * curve.fieldSize else { throw CryptoKitError.incorrectParameterSize }
    try self.init(curve, point: [4] + coordinates)
  }

  init(_ curve: Curve, x963: some ContiguousBytes) throws {
    let point = x963.array
    guard point.count == curve.pointSize else { throw CryptoKitError.incorrectParameterSize }
    try self.init(curve, point: point)
  }

  init(_ curve: Curve, compressed: some ContiguousBytes) throws {
    let point = compressed.array
    guard point.count == curve.fieldSize + 1 else { throw CryptoKitError.incorrectParameterSize }
    try self.init(curve, point: point)
  }

  /// A public key from an X coordinate alone, which stands for the point with the smaller Y
  /// (draft-jivsov-ecc-compact-05, 4.2).
  init(_ curve: Curve, compact: some ContiguousBytes) throws {
    let x = compact.array
    guard x.count == curve.fieldSize else { throw CryptoKitError.incorrectParameterSize }
    let even = try NISTPublicKey(curve, point: [2] + x)
    self = even.isCompactRepresentable ? even : try NISTPublicKey(curve, point: [3] + x)
  }

  init(_ curve: Curve, der: some RandomAccessCollection<UInt8>) throws {
    let bytes = Array(der)
    let material: PublicKeyMaterial
    do { material = try PublicKeyMaterial(spki: bytes.span) } catch { throw CryptoKitASN1Error(error) }
    guard case .ec(let key) = material, key.curve == curve else { throw CryptoKitASN1Error.invalidObjectIdentifier }
    self.init(key)
  }

  init(_ curve: Curve, pem: String) throws {
    try self.init(curve, der: PEM(pem, labels: ["PUBLIC KEY"]).contents)
  }

  private init(_ curve: Curve, point: [UInt8]) throws {
    key = try primitive { () throws(CryptoError) in try ECPublicKey(curve, x963: point.span) }
  }

  /// Whether Y is the smaller one of the two points with this X.
  var isCompactRepresentable: Bool {
    var mirrored = key.compressed
    mirrored[0] ^= 1
    guard let other = try? ECPublicKey(key.curve, x963: mirrored.span) else { return false }
    return !other.x963.suffix(coordinateSize).lexicographicallyPrecedes(key.x963.suffix(coordinateSize))
  }

  var compact: Data? { isCompactRepresentable ? Data(key.compressed.dropFirst()) : nil }
  var raw: Data { Data(key.x963.dropFirst()) }
  var x963: Data { Data(key.x963) }
  var compressed: Data { Data(key.compressed) }
  var der: Data { Data(PublicKeyMaterial.ec(key).spki) }
  var pem: String { PEM(label: "PUBLIC KEY", contents: der).text }
}

/// A private key in all of its formats.
struct NISTPrivateKey: Sendable {
  let key: ECPrivateKey

  /// A fresh key, whose public key has the smaller Y if it is to be written as an X alone.
  init(_ curve: Curve, compactRepresentable: Bool) {
    // Every second key is: the loop ends.
    var key = Self.fresh(curve)
    while compactRepresentable && !NISTPublicKey(key.publicKey).isCompactRepresentable { key = Self.fresh(curve) }
    self.key = key
  }

  /// The library makes keys of the curves it has.
  private static func fresh(_ curve: Curve) -> ECPrivateKey {
    guard let key = try? ECPrivateKey(curve) else { fatalError("the cryptographic library makes no keys") }
    return key
  }

  init(_ curve: Curve, raw: some ContiguousBytes) throws {
    key = try raw.withSpan { bytes in
      guard bytes.count == curve.fieldSize else { throw CryptoKitError.incorrectKeySize }
      return try primitive { () throws(CryptoError) in try ECPrivateKey(curve, scalar: bytes) }
    }
  }

  init(_ curve: Curve, x963: some ContiguousBytes) throws {
    key = try x963.withSpan { bytes in
      guard bytes.count == curve.pointSize + curve.fieldSize else { throw CryptoKitError.incorrectKeySize }
      return try primitive { () throws(CryptoError) in try ECPrivateKey(curve, x963: bytes) }
    }
  }

  /// A private key from PKCS #8 or SEC 1.
  init(_ curve: Curve, der: some RandomAccessCollection<UInt8>) throws {
    var bytes = Array(der)
    defer { bytes.wipe() }
    do throws(KeyFormatError) {
      if let sec1 = try? ECPrivateKey(sec1: bytes.span) {
        key = sec1
      } else {
        guard case .ec(let pkcs8) = try PrivateKeyMaterial(pkcs8: bytes.span) else { throw .unsupported }
        key = pkcs8
      }
    } catch { throw CryptoKitASN1Error(error) }
    guard key.curve == curve else { throw CryptoKitASN1Error.invalidObjectIdentifier }
  }

  init(_ curve: Curve, pem: String) throws {
    try self.init(curve, der: PEM(pem, labels: ["PRIVATE KEY", "EC PRIVATE KEY"]).contents)
  }

  var publicKey: NISTPublicKey { NISTPublicKey(key.publicKey) }
  var raw: Data { data { () throws(CryptoError) in try key.scalar() } }
  var x963: Data { data { () throws(CryptoError) in try key.x963() } }
  var der: Data { data { () throws(CryptoError) in try PrivateKeyMaterial.ec(key).pkcs8() } }
  var pem: String { PEM(label: "PRIVATE KEY", contents: der).text }

  private func data(_ export: () throws(CryptoError) -> SecretBytes) -> Data {
    guard let secret = try? export() else { fatalError("the cryptographic library forgot a key") }
    return secret.withBytes { bytes in Data(bytes.indices.map { bytes[$0] }) }
  }
}

/// An ECDSA signature in both of its formats.
struct NISTSignature: Sendable {
  let raw: [UInt8]
  let curve: Curve

  init(_ curve: Curve, raw: some DataProtocol) throws {
    guard raw.count == 2 * curve.fieldSize else { throw CryptoKitError.incorrectParameterSize }
    self.raw = Array(raw)
    self.curve = curve
  }

  init(_ curve: Curve, der: some DataProtocol) throws {
    let bytes = Array(der)
    do { raw = try Self.numbers(bytes.span, size: curve.fieldSize) } catch {
      throw CryptoKitASN1Error.invalidASN1Object
    }
    self.curve = curve
  }

  /// The numbers of a signature in fixed width, read from DER and from nothing else that BER allows.
  private static func numbers(_ span: Span<UInt8>, size: Int) throws(DERError) -> [UInt8] {
    var cursor = DERCursor(span)
    let (r, s) = try cursor.inside(in: span) { (fields) throws(DERError) in
      (try fields.unsignedInteger(in: span), try fields.unsignedInteger(in: span))
    }
    try cursor.finish()
    var raw: [UInt8] = []
    for number in [r, s] {
      guard number.count <= size else { throw .badValue }
      raw += [UInt8](repeating: 0, count: size - number.count) + number.map { span[$0] }
    }
    return raw
  }

  init(_ key: ECPrivateKey, digest: some Digest) throws {
    let der = try digest.withSpan { digest in
      try primitive { () throws(CryptoError) in try key.signature(ofDigest: digest) }
    }
    try self.init(key.curve, der: der)
  }

  var der: Data { Data((try? ECDSASignature.der(fromRaw: raw.span, curve)) ?? []) }

  func isValid(_ key: ECPublicKey, digest: some Digest) -> Bool {
    let der = Array(der)
    return digest.withSpan { key.isValid(der.span, ofDigest: $0) }
  }
}
