// SPDX-License-Identifier: Apache-2.0
import SecretMemory
import Testing

@testable import CryptoPrimitives

@Suite struct AES128CBCTests {
  /// NIST SP 800-38A, appendix F.2.1.
  private static let key = "2b7e151628aed2a6abf7158809cf4f3c"
  private static let vector = "000102030405060708090a0b0c0d0e0f"
  private static let plaintext = """
    6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51
    30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
    """
  private static let ciphertext = """
    7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2
    73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7
    """

  @Test func `Whole blocks are sealed as published and followed by one of padding`() throws {
    let sealed = try AES128CBC.seal(hex(Self.plaintext).span, key: secret(Self.key), vector: hex(Self.vector).span)
    #expect(sealed.count == 80)
    #expect(Array(sealed.prefix(64)) == hex(Self.ciphertext))
  }

  @Test(arguments: [0, 1, 15, 16, 17, 31, 1000])
  func `What was sealed opens`(count: Int) throws {
    let plaintext = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let sealed = try AES128CBC.seal(plaintext.span, key: secret(Self.key), vector: hex(Self.vector).span)
    #expect(sealed.count == (count / 16 + 1) * 16)
    switch try AES128CBC.open(sealed.span, key: secret(Self.key), vector: hex(Self.vector).span) {
    case .none: #expect(plaintext.isEmpty)
    case .some(let opened): #expect(opened.withBytes { bytes in bytes.indices.map { bytes[$0] } } == plaintext)
    }
  }

  @Test func `Bytes without padding and of no whole block are refused`() throws {
    let vector = hex(Self.vector)
    #expect(throws: CryptoError.authenticationFailed) {
      _ = try AES128CBC.open(hex(Self.ciphertext).span, key: secret(Self.key), vector: vector.span)
    }
    for count in [0, 1, 15, 17] {
      let bytes = [UInt8](repeating: 0, count: count)
      #expect(throws: CryptoError.invalidLength) {
        _ = try AES128CBC.open(bytes.span, key: secret(Self.key), vector: vector.span)
      }
    }
    #expect(throws: CryptoError.invalidLength) {
      _ = try AES128CBC.open(hex(Self.ciphertext).span, key: secret(Self.key), vector: [1, 2].span)
    }
  }

  private func secret(_ digits: String) -> SecretBytes { SecretBytes(copying: hex(digits).span) }
}
