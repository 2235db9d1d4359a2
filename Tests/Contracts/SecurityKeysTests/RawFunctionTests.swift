// SPDX-License-Identifier: Apache-2.0
import CryptoKit
import Foundation
import Security
import Testing

/// The functions of before iOS 10, as SwiftyRSA and EllipticCurveKeyPair call them.
@Suite struct RawFunctionTests {
  @Test(arguments: [
    (SecPadding.PKCS1SHA1, 20), (.PKCS1SHA224, 28), (.PKCS1SHA256, 32), (.PKCS1SHA384, 48), (.PKCS1SHA512, 64),
    (.PKCS1MD5, 16), (.PKCS1, 35), (SecPadding(), 128),
  ])
  func `RSA signatures`(padding: SecPadding, size: Int) throws {
    let key = try makeKey(kSecAttrKeyTypeRSA, bits: 1024)
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    var digest = [UInt8](repeating: 7, count: size)
    digest[0] = 1
    var signature = [UInt8](repeating: 0, count: SecKeyGetBlockSize(key))
    var count = signature.count
    #expect(SecKeyRawSign(key, padding, digest, digest.count, &signature, &count) == errSecSuccess)
    #expect(count == 128)
    #expect(SecKeyRawVerify(publicKey, padding, digest, digest.count, signature, count) == errSecSuccess)
    signature[5] ^= 1
    #expect(SecKeyRawVerify(publicKey, padding, digest, digest.count, signature, count) == -9809)
    count = 127
    #expect(SecKeyRawSign(key, padding, digest, digest.count, &signature, &count) == errSecParam)
  }

  @Test func `ECDSA signatures, in DER and raw`() throws {
    let key = try makeKey(kSecAttrKeyTypeEC, bits: 256)
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    let digest = Array(SHA256.hash(data: Data("sample".utf8)))
    for padding in [SecPadding.PKCS1, .sigRaw] {
      var signature = [UInt8](repeating: 0, count: 128)
      var count = signature.count
      #expect(SecKeyRawSign(key, padding, digest, digest.count, &signature, &count) == errSecSuccess)
      #expect(padding == .sigRaw ? count == 64 : signature[0] == 0x30)
      #expect(SecKeyRawVerify(publicKey, padding, digest, digest.count, signature, count) == errSecSuccess)
      #expect(SecKeyRawVerify(publicKey, padding, digest, digest.count, signature, count - 1) == -9809)
    }
  }

  @Test(arguments: [SecPadding.PKCS1, .OAEP, SecPadding()]) func `Encryption`(padding: SecPadding) throws {
    let key = try makeKey(kSecAttrKeyTypeRSA, bits: 1024)
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    let message = [UInt8](repeating: 9, count: 40)
    var ciphertext = [UInt8](repeating: 0, count: 128)
    var count = ciphertext.count
    #expect(SecKeyEncrypt(publicKey, padding, message, message.count, &ciphertext, &count) == errSecSuccess)
    var plaintext = [UInt8](repeating: 0, count: 128)
    var plainCount = plaintext.count
    #expect(SecKeyDecrypt(key, padding, ciphertext, count, &plaintext, &plainCount) == errSecSuccess)
    #expect(Array(plaintext.prefix(plainCount).suffix(40)) == message)
    #expect(plainCount == (padding == [] ? 128 : 40))
    #expect(SecKeyDecrypt(publicKey, padding, ciphertext, count, &plaintext, &plainCount) == errSecParam)
  }

  @Test func `Paddings that are none: -50`() throws {
    let key = try makeKey(kSecAttrKeyTypeRSA, bits: 1024)
    var output = [UInt8](repeating: 0, count: 128)
    var count = output.count
    let padding = SecPadding(rawValue: 0x8000)
    #expect(SecKeyRawSign(key, padding, [1], 1, &output, &count) == errSecParam)
    #expect(SecKeyEncrypt(key, padding, [1], 1, &output, &count) == errSecParam)
    let curve = try makeKey(kSecAttrKeyTypeEC, bits: 256)
    #expect(SecKeyEncrypt(curve, .PKCS1, [1], 1, &output, &count) == errSecParam)
  }
}
