// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import Testing

@Suite struct HKDFTests {
  struct Vector: Sendable {
    let algorithm: DigestAlgorithm
    let material, salt, info, key, output: String
  }

  /// RFC 5869, A.1 and A.4.
  static let vectors = [
    Vector(
      algorithm: .sha256, material: String(repeating: "0b", count: 22), salt: "000102030405060708090a0b0c",
      info: "f0f1f2f3f4f5f6f7f8f9", key: "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
      output: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
    Vector(
      algorithm: .sha1, material: String(repeating: "0b", count: 11), salt: "000102030405060708090a0b0c",
      info: "f0f1f2f3f4f5f6f7f8f9", key: "9b6c18c432a7bf8f0e71c8eb88f4b30baa2ba243",
      output: "085a01ea1b10f36933068b56efa5ad81a4f14b822f5b091568a9cdd4f155fda2c22e422478d305f3f896"),
  ]

  @Test(arguments: vectors) func `Derives as published`(vector: Vector) throws {
    let material = hex(vector.material)
    let key = HKDF.extract(vector.algorithm, from: material.span, salt: hex(vector.salt).span)
    #expect(key.revealed == hex(vector.key))
    let output = try HKDF.derive(
      vector.algorithm, from: material.span, salt: hex(vector.salt).span, info: hex(vector.info).span,
      count: hex(vector.output).count)
    #expect(output.revealed == hex(vector.output))
  }

  @Test func `Agrees with the one of baileys own keys`() throws {
    let material = SystemRandom.bytes(32)
    let info = SystemRandom.bytes(9)
    let one = HKDFSHA256.derive(from: secret(material), salt: info.span, info: info.span, count: 100)
    let other = try HKDF.derive(.sha256, from: material.span, salt: info.span, info: info.span, count: 100)
    #expect(one.revealed == other.revealed)
  }

  @Test func `Lengths are bounded`() {
    let key = SystemRandom.bytes(20)
    for count in [0, 255 * 20 + 1] {
      #expect(throws: CryptoError.invalidLength) {
        _ = try HKDF.expand(.sha1, key.span, info: key.span, count: count)
      }
    }
    #expect(throws: Never.self) { _ = try HKDF.expand(.sha1, key.span, info: key.span, count: 255 * 20) }
  }
}
