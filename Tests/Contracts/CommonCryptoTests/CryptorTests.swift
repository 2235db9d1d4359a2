// SPDX-License-Identifier: Apache-2.0
import CommonCrypto
import Foundation
import Testing

@Suite struct CommonCryptoCryptorTests {
  /// One call as apps write it.
  private func crypt(
    _ operation: Int, _ algorithm: Int, _ options: Int, key: Data, iv: Data? = nil, _ input: Data, room: Int? = nil
  ) -> (status: CCCryptorStatus, output: Data, moved: Int) {
    var output = Data(count: room ?? input.count + 16)
    let capacity = output.count
    var moved = 0
    let status = output.withUnsafeMutableBytes { output in
      input.withUnsafeBytes { input in
        key.withUnsafeBytes { key in
          (iv ?? Data()).withUnsafeBytes { bytes in
            CCCrypt(
              CCOperation(operation), CCAlgorithm(algorithm), CCOptions(options), key.baseAddress, key.count,
              iv == nil ? nil : bytes.baseAddress, input.baseAddress, input.count, output.baseAddress, capacity, &moved)
          }
        }
      }
    }
    return (status, output.prefix(status == kCCSuccess ? moved : 0), moved)
  }

  /// NIST SP 800-38A, F.1 and F.2, first blocks.
  @Test(arguments: [
    (kCCOptionECBMode, "2b7e151628aed2a6abf7158809cf4f3c", "3ad77bb40d7a3660a89ecaf32466ef97"),
    (kCCOptionECBMode, "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", "bd334f1d6e45f25ff712a214571fa5cc"),
    (0, "2b7e151628aed2a6abf7158809cf4f3c", "7649abac8119b246cee98e9b12e9197d"),
    (
      0, "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4", "f58c4c04d6e5f1ba779eabfb5f7bfbd6"
    ),
  ])
  func `Encrypts AES as published`(options: Int, key: String, ciphertext: String) {
    let plaintext = hex("6bc1bee22e409f96e93d7e117393172a")
    let iv = hex("000102030405060708090a0b0c0d0e0f")
    let sealed = crypt(kCCEncrypt, kCCAlgorithmAES, options, key: hex(key), iv: iv, plaintext)
    #expect(sealed.status == kCCSuccess && sealed.output == hex(ciphertext))
    let opened = crypt(kCCDecrypt, kCCAlgorithmAES128, options, key: hex(key), iv: iv, sealed.output)
    #expect(opened.status == kCCSuccess && opened.output == plaintext)
  }

  /// The published vectors of ciphers nobody should use any more: FIPS 46-3, RFC 2144, RFC 2268, Schneier's.
  @Test(arguments: [
    (kCCAlgorithmDES, "133457799BBCDFF1", "0123456789ABCDEF", "85E813540F0AB405"),
    (kCCAlgorithm3DES, "133457799BBCDFF1133457799BBCDFF1133457799BBCDFF1", "0123456789ABCDEF", "85E813540F0AB405"),
    (kCCAlgorithmCAST, "0123456712345678234567893456789A", "0123456789ABCDEF", "238B4FE5847E44B2"),
    (kCCAlgorithmRC2, "88bca90e90875a7f0f79c384627bafb2", "0000000000000000", "2269552ab0f85ca6"),
    (kCCAlgorithmRC2, "3000000000000000", "1000000000000001", "30649edf9be7d2c2"),
    (kCCAlgorithmBlowfish, "0000000000000000", "0000000000000000", "4EF997456198DD78"),
    (kCCAlgorithmRC4, "4b6579", "506c61696e74657874", "bbf316e8d940af0ad3"),
  ])
  func `Old ciphers are there for old data`(algorithm: Int, key: String, plaintext: String, ciphertext: String) {
    let sealed = crypt(kCCEncrypt, algorithm, kCCOptionECBMode, key: hex(key), hex(plaintext))
    #expect(sealed.status == kCCSuccess && sealed.output == hex(ciphertext))
    let opened = crypt(kCCDecrypt, algorithm, kCCOptionECBMode, key: hex(key), sealed.output)
    #expect(opened.status == kCCSuccess && opened.output == hex(plaintext))
  }

  @Test(arguments: 0..<50) func `Padding is added and taken away`(count: Int) {
    let plaintext = Data((0..<count).map { UInt8($0) })
    let key = Data(repeating: 7, count: kCCKeySizeAES256)
    let sealed = crypt(kCCEncrypt, kCCAlgorithmAES, kCCOptionPKCS7Padding, key: key, plaintext)
    #expect(sealed.status == kCCSuccess && sealed.output.count == (count / 16 + 1) * 16)
    let opened = crypt(kCCDecrypt, kCCAlgorithmAES, kCCOptionPKCS7Padding, key: key, sealed.output)
    #expect(opened.status == kCCSuccess && opened.output == plaintext)
    let tight = crypt(kCCEncrypt, kCCAlgorithmAES, kCCOptionPKCS7Padding, key: key, plaintext, room: count)
    #expect(tight.status == kCCBufferTooSmall && tight.moved == (count / 16 + 1) * 16)
  }

  @Test func `Refuses as Apple's does`() {
    let key = Data(repeating: 7, count: 16)
    #expect(crypt(kCCEncrypt, kCCAlgorithmAES, 0, key: Data(count: 15), Data(count: 16)).status == kCCKeySizeError)
    #expect(crypt(kCCEncrypt, kCCAlgorithmAES, 0, key: key, Data(count: 15)).status == kCCAlignmentError)
    #expect(crypt(kCCEncrypt, 77, 0, key: key, Data(count: 16)).status == kCCParamError)
    #expect(crypt(7, kCCAlgorithmAES, 0, key: key, Data(count: 16)).status == kCCParamError)
    let noise = Data((0..<32).map { UInt8($0 * 7) })
    #expect(crypt(kCCDecrypt, kCCAlgorithmAES, kCCOptionPKCS7Padding, key: key, noise).status == kCCDecodeError)
  }

  /// NIST SP 800-38A, F.5.1, in parts that are no blocks.
  @Test func `Counter mode comes in parts`() {
    var cryptor: CCCryptorRef?
    let key = [UInt8](hex("2b7e151628aed2a6abf7158809cf4f3c"))
    let iv = [UInt8](hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"))
    let created = CCCryptorCreateWithMode(
      CCOperation(kCCEncrypt), CCMode(kCCModeCTR), CCAlgorithm(kCCAlgorithmAES), CCPadding(ccNoPadding), iv, key,
      key.count, nil, 0, 0, CCModeOptions(kCCModeOptionCTR_BE), &cryptor)
    #expect(created == kCCSuccess)
    let plaintext = [UInt8](hex("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"))
    var output = [UInt8](repeating: 0, count: 32)
    for _ in 0..<2 {
      var moved = 0
      var total = 0
      for range in [0..<5, 5..<20, 20..<32] {
        let part = Array(plaintext[range])
        #expect(CCCryptorGetOutputLength(cryptor, part.count, false) == part.count)
        let status = output.withUnsafeMutableBufferPointer {
          CCCryptorUpdate(cryptor, part, part.count, $0.baseAddress.map { $0 + total }, 32 - total, &moved)
        }
        #expect(status == kCCSuccess && moved == part.count)
        total += moved
      }
      #expect(CCCryptorFinal(cryptor, nil, 0, &moved) == kCCSuccess && moved == 0)
      #expect(Data(output) == hex("874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"))
      #expect(CCCryptorReset(cryptor, iv) == kCCSuccess)
    }
    #expect(CCCryptorRelease(cryptor) == kCCSuccess)
  }
}
