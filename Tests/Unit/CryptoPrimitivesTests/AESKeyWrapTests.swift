// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import Testing

@Suite struct AESKeyWrapTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let key, wrapped: String
    var testDescription: String { name }
  }

  static let wrappingKey = "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F"
  static let vectors = [
    Vector(
      name: "RFC 3394, 4.3: 128 bits", key: "00112233445566778899AABBCCDDEEFF",
      wrapped: "64E8C3F9CE0F5BA263E9777905818A2A93C8191E7D6E8AE7"),
    Vector(
      name: "RFC 3394, 4.5: 192 bits", key: "00112233445566778899AABBCCDDEEFF0001020304050607",
      wrapped: "A8F9BC1612C68B3FF6E6F4FBE30E71E4769C8B80A32CB8958CD5D17D6B254DA1"),
    Vector(
      name: "RFC 3394, 4.6: 256 bits", key: "00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F",
      wrapped: "28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21"),
  ]

  @Test(arguments: vectors) func `Wraps as published`(vector: Vector) throws {
    let kek = secret(hex: Self.wrappingKey)
    #expect(try AESKeyWrap.wrap(secret(hex: vector.key), with: kek) == hex(vector.wrapped))
    #expect(try AESKeyWrap.unwrap(hex(vector.wrapped).span, with: kek).revealed == hex(vector.key))
  }

  @Test func `Refuses every changed bit`() throws {
    let kek = SystemRandom.secret(32)
    let wrapped = try AESKeyWrap.wrap(SystemRandom.secret(32), with: kek)
    for changed in bitFlips(of: wrapped) {
      #expect(throws: CryptoError.authenticationFailed) { _ = try AESKeyWrap.unwrap(changed.span, with: kek) }
    }
  }

  @Test func `Refuses another wrapping key`() throws {
    let wrapped = try AESKeyWrap.wrap(SystemRandom.secret(32), with: SystemRandom.secret(32))
    #expect(throws: CryptoError.authenticationFailed) {
      _ = try AESKeyWrap.unwrap(wrapped.span, with: SystemRandom.secret(32))
    }
  }

  @Test(arguments: [0, 1, 7, 8, 16, 23, 25, 39, 41]) func `Refuses lengths no wrap has`(count: Int) {
    let bytes = [UInt8](repeating: 0, count: count)
    #expect(throws: CryptoError.invalidLength) { _ = try AESKeyWrap.unwrap(bytes.span, with: SystemRandom.secret(32)) }
  }

  @Test(arguments: [1, 8, 15, 20]) func `Refuses to wrap odd lengths`(count: Int) {
    #expect(throws: CryptoError.invalidLength) {
      _ = try AESKeyWrap.wrap(SystemRandom.secret(count), with: SystemRandom.secret(32))
    }
  }

  /// RFC 3394, 4.1 and 4.2.
  @Test(arguments: [
    ("000102030405060708090A0B0C0D0E0F", "1FA68B0A8112B447AEF34BD8FB5A7B829D3E862371D2CFE5"),
    ("000102030405060708090A0B0C0D0E0F1011121314151617", "96778B25AE6CA435F92B5B97C050AED2468AB8A17AD84E5D"),
  ])
  func `Wraps with shorter keys as published`(key: String, wrapped: String) throws {
    let data = "00112233445566778899AABBCCDDEEFF"
    #expect(try AESKeyWrap.wrap(secret(hex: data), with: secret(hex: key)) == hex(wrapped))
    #expect(try AESKeyWrap.unwrap(hex(wrapped).span, with: secret(hex: key)).revealed == hex(data))
  }

  @Test(arguments: [8, 20, 33, 64]) func `Refuses wrapping keys of another length`(count: Int) {
    #expect(throws: CryptoError.invalidLength) {
      _ = try AESKeyWrap.wrap(SystemRandom.secret(32), with: SystemRandom.secret(count))
    }
  }
}
