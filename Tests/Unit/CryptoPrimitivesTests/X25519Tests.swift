// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import Testing

@Suite struct X25519Tests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let name, scalar, coordinate, output: String
    var testDescription: String { name }
  }

  static let vectors = [
    Vector(
      name: "RFC 7748, 5.2, first", scalar: "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
      coordinate: "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
      output: "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"),
    Vector(
      name: "RFC 7748, 5.2, second", scalar: "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
      coordinate: "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
      output: "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"),
  ]

  @Test(arguments: vectors) func `Multiplies as published`(vector: Vector) throws {
    let shared = try X25519.agree(secret(hex: vector.scalar), with: hex(vector.coordinate).span).revealed
    #expect(shared == hex(vector.output))
  }

  /// RFC 7748, section 5.2: the output becomes the scalar and the scalar the coordinate.
  @Test func `Iterates as published`() throws {
    var scalar = [9] + [UInt8](repeating: 0, count: 31)
    var coordinate = scalar
    for round in 1...1000 {
      (scalar, coordinate) = (try X25519.agree(secret(scalar), with: coordinate.span).revealed, scalar)
      if round == 1 { #expect(scalar == hex("422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079")) }
    }
    #expect(scalar == hex("684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51"))
  }

  /// RFC 7748, section 6.1.
  @Test func `Both sides agree as published`() throws {
    let alice = try X25519.KeyPair(
      privateKey: secret(hex: "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"))
    let bob = try X25519.KeyPair(
      privateKey: secret(hex: "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"))
    #expect(alice.publicKey == hex("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"))
    #expect(bob.publicKey == hex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"))
    let shared = hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    let ofAlice = try X25519.agree(alice.privateKey, with: bob.publicKey.span).revealed
    let ofBob = try X25519.agree(bob.privateKey, with: alice.publicKey.span).revealed
    #expect(ofAlice == shared)
    #expect(ofBob == shared)
  }

  @Test func `An ephemeral key agrees with the one it was made for`() throws {
    let bob = try X25519.KeyPair()
    let ephemeral = try X25519.Ephemeral(with: bob.publicKey.span)
    let ofBob = try X25519.agree(bob.privateKey, with: ephemeral.publicKey.span).revealed
    #expect(ephemeral.sharedSecret.revealed == ofBob)
    #expect(try X25519.Ephemeral(with: bob.publicKey.span).publicKey != ephemeral.publicKey)
  }

  /// Points of small order: every private key would agree on the same secret, all zeros.
  @Test(arguments: [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
  ])
  func `Refuses keys that give everybody the same secret`(point: String) {
    #expect(throws: CryptoError.invalidPublicKey) {
      _ = try X25519.agree(SystemRandom.secret(32), with: hex(point).span)
    }
  }

  @Test(arguments: [0, 31, 33, 64]) func `Refuses keys of another length`(count: Int) {
    let bytes = [UInt8](repeating: 5, count: count)
    #expect(throws: CryptoError.invalidLength) { _ = try X25519.agree(SystemRandom.secret(32), with: bytes.span) }
    guard count > 0 else { return }
    #expect(throws: CryptoError.invalidLength) { _ = try X25519.KeyPair(privateKey: secret(bytes)) }
  }

  @Test func `Fresh pairs differ`() throws {
    let one = try X25519.KeyPair()
    let other = try X25519.KeyPair()
    #expect(one.publicKey != other.publicKey)
  }
}
