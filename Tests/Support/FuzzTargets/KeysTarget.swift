// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CryptoPrimitives
import KeyFormats
import SecretMemory

/// Keys in every format that is read: what is a key is written again and is the same key.
package enum KeysTarget: FuzzTarget {
  package static let name = "Keys"

  package static func run(_ bytes: [UInt8]) {
    // A stranger's RSA numbers cost as much to check as their size allows; the fuzzer has better things to do.
    guard bytes.count < 1500 else { return }
    if let key = try? PublicKeyMaterial(spki: bytes.span) {
      precondition((try? PublicKeyMaterial(spki: key.spki.span)) == key, "a public key is what was written")
    }
    if let key = try? RSAPublicKey(pkcs1: bytes.span) {
      precondition(key.pkcs1 == bytes, "PKCS #1 has one encoding")
    }
    if let key = try? PrivateKeyMaterial(pkcs8: bytes.span) { same(key) }
    if let key = try? RSAPrivateKey(pkcs1: bytes.span) { same(.rsa(key)) }
    if let key = try? ECPrivateKey(sec1: bytes.span) { same(.ec(key)) }
    for curve in Curve.allCases {
      if let key = try? ECPrivateKey(curve, x963: bytes.span) { same(.ec(key)) }
      if let point = try? curve.uncompressed(bytes.span) { precondition(point.count == curve.pointSize) }
      if let raw = try? ECDSASignature.raw(fromDER: bytes.span, curve) {
        precondition((try? ECDSASignature.der(fromRaw: raw.span, curve)) == bytes, "a signature has one encoding")
      }
    }
  }

  private static func same(_ key: PrivateKeyMaterial) {
    guard let written = try? key.pkcs8() else { preconditionFailure("a key can be written") }
    let again = written.withBytes { try? PrivateKeyMaterial(pkcs8: $0) }
    precondition(again?.publicKey == key.publicKey, "a private key is what was written")
  }
}
