// SPDX-License-Identifier: Apache-2.0
import CommonCrypto
import Foundation
import Testing

@Suite struct CommonCryptoKeyTests {
  /// RFC 6070 and RFC 7914, section 11.
  @Test(arguments: [
    (kCCPRFHmacAlgSHA1, "password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
    (kCCPRFHmacAlgSHA1, "password", "salt", 4096, "4b007901b765489abead49d926f721d065a429c1"),
    (
      kCCPRFHmacAlgSHA256, "passwd", "salt", 1,
      """
      55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc
      49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783
      """
    ),
  ])
  func `Derives as published`(prf: Int, password: String, salt: String, rounds: Int, key: String) {
    let wanted = hex(key)
    var derived = [UInt8](repeating: 0, count: wanted.count)
    let status = CCKeyDerivationPBKDF(
      CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count, Array(salt.utf8), salt.utf8.count,
      CCPseudoRandomAlgorithm(prf), UInt32(rounds), &derived, derived.count)
    #expect(status == kCCSuccess)
    #expect(Data(derived) == wanted)
  }

  @Test func `Refuses no rounds and no key`() {
    var key: [UInt8] = [0]
    let prf = CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256)
    #expect(CCKeyDerivationPBKDF(CCPBKDFAlgorithm(kCCPBKDF2), "a", 1, [1], 1, prf, 0, &key, 1) == kCCParamError)
    #expect(CCKeyDerivationPBKDF(CCPBKDFAlgorithm(kCCPBKDF2), "a", 1, [1], 1, prf, 1, &key, 0) == kCCParamError)
    #expect(CCKeyDerivationPBKDF(CCPBKDFAlgorithm(kCCPBKDF2), "a", 1, [1], 1, 9, 1, &key, 1) == kCCParamError)
    #expect(CCCalibratePBKDF(CCPBKDFAlgorithm(kCCPBKDF2), 8, 8, prf, 32, 1) >= 10_000)
  }

  /// RFC 3394, 4.1 and 4.6, as JOSESwift calls it.
  @Test(arguments: [
    (
      "000102030405060708090A0B0C0D0E0F", "00112233445566778899AABBCCDDEEFF",
      "1FA68B0A8112B447AEF34BD8FB5A7B829D3E862371D2CFE5"
    ),
    (
      "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F",
      "00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F",
      "28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21"
    ),
  ])
  func `Wraps as published`(kek: String, key: String, wrapped: String) {
    let algorithm = CCWrappingAlgorithm(kCCWRAPAES)
    let kek = [UInt8](hex(kek))
    let key = [UInt8](hex(key))
    var count = CCSymmetricWrappedSize(algorithm, key.count)
    var output = [UInt8](repeating: 0, count: count)
    let status = CCSymmetricKeyWrap(
      algorithm, CCrfc3394_iv, CCrfc3394_ivLen, kek, kek.count, key, key.count, &output, &count)
    #expect(status == kCCSuccess && Data(output) == hex(wrapped))
    var length = CCSymmetricUnwrappedSize(algorithm, output.count)
    var again = [UInt8](repeating: 0, count: length)
    #expect(
      CCSymmetricKeyUnwrap(
        algorithm, CCrfc3394_iv, CCrfc3394_ivLen, kek, kek.count, output, output.count, &again, &length) == kCCSuccess)
    #expect(again == key && length == key.count)
    output[0] ^= 1
    #expect(
      CCSymmetricKeyUnwrap(
        algorithm, CCrfc3394_iv, CCrfc3394_ivLen, kek, kek.count, output, output.count, &again, &length)
        == kCCDecodeError)
    #expect(CCSymmetricUnwrappedSize(algorithm, 7) == 0)
  }

  @Test func `Random bytes are there`() {
    var one = [UInt8](repeating: 0, count: 32)
    var other = one
    #expect(CCRandomGenerateBytes(&one, 32) == kCCSuccess)
    #expect(CCRandomGenerateBytes(&other, 32) == kCCSuccess)
    #expect(one != other)
  }
}
