// SPDX-License-Identifier: Apache-2.0
import CommonCrypto
import Foundation
import Testing

@Suite struct CommonCryptoDigestTests {
  /// The way apps have hashed since before CryptoKit.
  @Test func `Data is hashed`() {
    let data = Data("abc".utf8)
    var digest = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
    data.withUnsafeBytes { _ = CC_SHA256($0.baseAddress, CC_LONG(data.count), &digest) }
    #expect(Data(digest) == hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    var md5 = Data(count: Int(CC_MD5_DIGEST_LENGTH))
    _ = md5.withUnsafeMutableBytes { md5 in
      data.withUnsafeBytes { CC_MD5($0.baseAddress, CC_LONG(data.count), md5.bindMemory(to: UInt8.self).baseAddress) }
    }
    #expect(md5 == hex("900150983cd24fb0d6963f7d28e17f72"))
  }

  @Test func `Hashes in parts`() {
    var context = CC_SHA512_CTX()
    CC_SHA512_Init(&context)
    CC_SHA512_Update(&context, "ab", 2)
    var copy = context
    CC_SHA512_Update(&context, "c", 1)
    CC_SHA512_Update(&copy, "c", 1)
    var one = [UInt8](repeating: 0, count: Int(CC_SHA512_DIGEST_LENGTH))
    var other = one
    CC_SHA512_Final(&one, &context)
    CC_SHA512_Final(&other, &copy)
    #expect(one == other)
    #expect(Data(one).prefix(8) == hex("ddaf35a193617aba"))
    var sha1 = CC_SHA1_CTX()
    CC_SHA1_Init(&sha1)
    CC_SHA1_Update(&sha1, "abc", 3)
    var digest = [UInt8](repeating: 0, count: Int(CC_SHA1_DIGEST_LENGTH))
    CC_SHA1_Final(&digest, &sha1)
    #expect(Data(digest) == hex("a9993e364706816aba3e25717850c26c9cd0d89d"))
    var sha384 = [UInt8](repeating: 0, count: Int(CC_SHA384_DIGEST_LENGTH))
    CC_SHA384("abc", 3, &sha384)
    #expect(Data(sha384).prefix(8) == hex("cb00753f45a35e8b"))
    var sha224 = [UInt8](repeating: 0, count: Int(CC_SHA224_DIGEST_LENGTH))
    CC_SHA224("abc", 3, &sha224)
    #expect(Data(sha224).prefix(8) == hex("23097d223405d822"))
  }

  /// RFC 2202 and RFC 4231, test case 2, and test case 6: a key longer than a block.
  @Test(arguments: [
    (kCCHmacAlgMD5, "750c783e6ab0b503eaa86e310a5db738"), (kCCHmacAlgSHA1, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
    (kCCHmacAlgSHA224, "a30e01098bc6dbbf45690f3a7e9e6d0f8bbea2a39e6148008fd05e44"),
    (kCCHmacAlgSHA256, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    (
      kCCHmacAlgSHA384,
      "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649"
    ),
    (
      kCCHmacAlgSHA512,
      """
      164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554
      9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737
      """
    ),
  ])
  func `Authenticates as published`(algorithm: Int, tag: String) {
    let message = "what do ya want for nothing?"
    var mac = [UInt8](repeating: 0, count: hex(tag).count)
    CCHmac(CCHmacAlgorithm(algorithm), "Jefe", 4, message, message.utf8.count, &mac)
    #expect(Data(mac) == hex(tag))
    var context = CCHmacContext()
    CCHmacInit(&context, CCHmacAlgorithm(algorithm), "Jefe", 4)
    CCHmacUpdate(&context, "what do ya want ", 16)
    CCHmacUpdate(&context, "for nothing?", 12)
    CCHmacFinal(&context, &mac)
    #expect(Data(mac) == hex(tag))
  }

  @Test func `Long keys are hashed first`() {
    let key = [UInt8](repeating: 0xAA, count: 131)
    let text = "Test Using Larger Than Block-Size Key - Hash Key First"
    var mac = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
    CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), key, key.count, text, text.utf8.count, &mac)
    #expect(Data(mac) == hex("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"))
  }
}
