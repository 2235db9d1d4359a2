// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CryptoPrimitives
import Testing

@Suite struct RawKeyTests {
  struct Vector: Sendable {
    let curve: RawCurve
    let key, publicKey, message, signature: String
  }

  /// RFC 8032, 7.1 (tests 1 and 2) and 7.4 (blank).
  static let vectors = [
    Vector(
      curve: .ed25519, key: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", message: "",
      signature: """
        e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155
        5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b
        """),
    Vector(
      curve: .ed25519, key: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", message: "72",
      signature: """
        92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da
        085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
        """),
    Vector(
      curve: .ed448,
      key: """
        6c82a562cb808d10d632be89c8513ebf6c929f34ddfa8c9f63c9960ef6e348a3
        528c8a3fcc2f044e39a3fc5b94492f8f032e7549a20098f95b
        """,
      publicKey: """
        5fd7449b59b461fd2ce787ec616ad46a1da1342485a70e1f8a0ea75d80e96778
        edf124769b46c7061bd6783df1e50f6cd1fa1abeafe8256180
        """, message: "",
      signature: """
        533a37f6bbe457251f023c0d88f976ae2dfb504a843e34d2074fd823d41a591f
        2b233f034f628281f2fd7a22ddd47d7828c59bd0a21bfd3980ff0d2028d4b18a
        9df63e006c5d1c2d345b925d8dc00b4104852db99ac5c7cdda8530a113a0f4db
        b61149f05a7363268c71d95808ff2e652600
        """),
  ]

  @Test(arguments: vectors) func `Signs as published`(vector: Vector) throws {
    let key = try RawPrivateKey(vector.curve, hex(vector.key).span)
    #expect(key.publicKey.bytes == hex(vector.publicKey))
    #expect(try key.bytes().revealed == hex(vector.key))
    let message = hex(vector.message)
    #expect(try key.signature(of: message.span) == hex(vector.signature))
    let publicKey = try RawPublicKey(vector.curve, hex(vector.publicKey).span)
    #expect(publicKey == key.publicKey)
    #expect(publicKey.accepts(hex(vector.signature), message))
    #expect(!publicKey.accepts(hex(vector.signature), message + [0]))
    #expect(!publicKey.accepts(hex(vector.signature).dropLast(), message))
  }

  @Test(arguments: [RawCurve.x25519, .x448]) func `Both sides agree`(curve: RawCurve) throws {
    let one = try RawPrivateKey(curve)
    let other = try RawPrivateKey(curve)
    let secret = try one.agree(with: other.publicKey)
    #expect(try secret.revealed == other.agree(with: one.publicKey).revealed)
  }

  @Test(arguments: [RawCurve.x25519, .x448]) func `Refuses keys that give everybody the same secret`(curve: RawCurve)
    throws
  {
    let key = try RawPrivateKey(curve)
    let zero = try RawPublicKey(curve, [UInt8](repeating: 0, count: curve.keySize).span)
    #expect(throws: CryptoError.invalidPublicKey) { _ = try key.agree(with: zero) }
  }

  @Test(arguments: RawCurve.allCases) func `Refuses keys of another length`(curve: RawCurve) {
    for count in [0, 31, 33, 58] {
      let bytes = [UInt8](repeating: 1, count: count)
      #expect(throws: CryptoError.invalidPrivateKey) { _ = try RawPrivateKey(curve, bytes.span) }
      #expect(throws: CryptoError.invalidPublicKey) { _ = try RawPublicKey(curve, bytes.span) }
    }
  }

  @Test func `Each Curve does what it is for`() throws {
    let signing = try RawPrivateKey(.ed25519)
    let agreeing = try RawPrivateKey(.x25519)
    #expect(throws: CryptoError.invalidPublicKey) { _ = try signing.agree(with: signing.publicKey) }
    #expect(throws: CryptoError.invalidPublicKey) { _ = try agreeing.agree(with: signing.publicKey) }
    #expect(throws: CryptoError.invalidPrivateKey) { _ = try agreeing.signature(of: [1].span) }
    #expect(!agreeing.publicKey.accepts([UInt8](repeating: 0, count: 64), [1]))
  }
}

extension RawPublicKey {
  fileprivate func accepts(_ signature: [UInt8], _ message: [UInt8]) -> Bool {
    isValid(signature.span, of: message.span)
  }
}
