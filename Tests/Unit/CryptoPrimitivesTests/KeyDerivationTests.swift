// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import Testing

@Suite struct KeyDerivationTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let secret, salt, info, output: String
    var testDescription: String { name }
  }

  static let hkdfVectors = [
    Vector(
      name: "RFC 5869, A.1", secret: String(repeating: "0b", count: 22), salt: "000102030405060708090a0b0c",
      info: "f0f1f2f3f4f5f6f7f8f9",
      output: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
    Vector(
      name: "RFC 5869, A.2", secret: ascending(0x00, 80), salt: ascending(0x60, 80), info: ascending(0xb0, 80),
      output: """
        b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c
        59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71
        cc30c58179ec3e87c14c01d5c1f3434f1d87
        """),
    Vector(
      name: "RFC 5869, A.3", secret: String(repeating: "0b", count: 22), salt: "", info: "",
      output: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
  ]

  /// The first is of NIST's CAVS 11.0 file for the component KDF, the second is RFC 7518's appendix C.
  static let concatVectors = [
    Vector(
      name: "CAVS", secret: "52169af5c485dcc2321eb8d26d5efa21fb9b93c98e38412ee2484cf14f0d0d23", salt: "",
      info: "a1b2c3d4e53728157e634612c12d6d5223e204aeea4341565369647bd184bcd246f72971f292badaa2fe4124612cba",
      output: "1c3bc9e7c4547c5191c0d478cccaed55"),
    Vector(
      name: "RFC 7518, C", secret: "9e56d91d817135d372834283bf84269cfb316ea3da806a48f6daa7798cfe90c4", salt: "",
      info: "000000074131323847434d00000005416c69636500000003426f6200000080",
      output: "56aa8deaf8236d205c2228cd71a7101a"),
  ]

  static func ascending(_ first: UInt8, _ count: Int) -> String {
    (0..<count).map { String(format(first &+ UInt8($0))) }.joined()
  }

  private static func format(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }

  @Test(arguments: hkdfVectors) func `Hkdf gives the published keys`(vector: Vector) {
    let output = HKDFSHA256.derive(
      from: secret(hex: vector.secret), salt: hex(vector.salt).span, info: hex(vector.info).span,
      count: hex(vector.output).count
    ).revealed
    #expect(output == hex(vector.output))
  }

  @Test(arguments: concatVectors) func `Concat KDF gives the published keys`(vector: Vector) {
    let output = ConcatKDF.derive(
      from: secret(hex: vector.secret), otherInfo: hex(vector.info).span, count: hex(vector.output).count
    ).revealed
    #expect(output == hex(vector.output))
  }

  @Test func `Concat KDF is a hash of counter secret and info`() {
    let (shared, info) = (SystemRandom.bytes(32), SystemRandom.bytes(64))
    let blocks = (1...3).flatMap { SHA256.hash(([0, 0, 0, UInt8($0)] + shared + info).span) }
    let derived = ConcatKDF.derive(from: secret(shared), otherInfo: info.span, count: 72).revealed
    #expect(derived == Array(blocks.prefix(72)))
  }

  @Test func `Other info is its parts in order`() {
    let info = ConcatKDF.otherInfo(algorithm: [1, 2].span, partyU: [3].span, partyV: [4, 5].span)
    #expect(info == [1, 2, 3, 4, 5])
  }

  @Test(arguments: [1, 31, 33, 8160]) func `Any length up to the limit is a prefix of the longest`(count: Int) {
    let key = SystemRandom.secret(32)
    let none: [UInt8] = []
    let longest = HKDFSHA256.derive(from: key, salt: none.span, info: none.span, count: 8160).revealed
    let shorter = HKDFSHA256.derive(from: key, salt: none.span, info: none.span, count: count).revealed
    #expect(shorter == Array(longest.prefix(count)))
  }

  @Test func `More than the limit is the callers mistake`() async {
    await #expect(processExitsWith: .failure) {
      let none: [UInt8] = []
      _ = HKDFSHA256.derive(from: SystemRandom.secret(32), salt: none.span, info: none.span, count: 8161)
    }
  }
}
