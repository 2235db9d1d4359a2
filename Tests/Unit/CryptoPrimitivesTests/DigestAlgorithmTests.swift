// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Testing

@Suite struct DigestAlgorithmTests {
  /// RFC 1321, A.5 and FIPS 180-4's examples: the hash of "abc".
  static let abc: [(DigestAlgorithm, String)] = [
    (.md5, "900150983cd24fb0d6963f7d28e17f72"), (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (.sha224, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
    (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (.sha384, "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"),
    (
      .sha512,
      """
      ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a
      2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
      """
    ),
  ]

  @Test(arguments: abc) func `Hashes as published`(algorithm: DigestAlgorithm, digest: String) {
    #expect(algorithm.hash(Array("abc".utf8).span) == hex(digest))
    #expect(algorithm.size == hex(digest).count)
  }

  @Test(arguments: DigestAlgorithm.allCases) func `Parts make the same hash`(algorithm: DigestAlgorithm) {
    let message = SystemRandom.bytes(1000)
    let running = RunningDigest(algorithm)
    #expect(running.digest() == algorithm.hash([UInt8]().span))
    running.update(message.span.extracting(first: 1))
    let copy = RunningDigest(copying: running)
    running.update(message.span.extracting(last: 999))
    #expect(running.digest() == algorithm.hash(message.span))
    #expect(running.digest() == algorithm.hash(message.span))
    #expect(copy.digest() == algorithm.hash(message.span.extracting(first: 1)))
  }

  /// RFC 2202 and RFC 4231, test case 2.
  static let tags: [(DigestAlgorithm, String)] = [
    (.md5, "750c783e6ab0b503eaa86e310a5db738"), (.sha1, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
    (.sha224, "a30e01098bc6dbbf45690f3a7e9e6d0f8bbea2a39e6148008fd05e44"),
    (.sha256, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    (.sha384, "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649"),
    (
      .sha512,
      """
      164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554
      9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737
      """
    ),
  ]

  @Test(arguments: tags) func `Authenticates as published`(algorithm: DigestAlgorithm, tag: String) {
    let message = Array("what do ya want for nothing?".utf8)
    let mac = RunningHMAC(algorithm, key: Array("Jefe".utf8).span)
    mac.update(message.span.extracting(first: 5))
    let copy = RunningHMAC(copying: mac)
    mac.update(message.span.extracting(last: message.count - 5))
    copy.update(message.span.extracting(last: message.count - 5))
    #expect(mac.tag() == hex(tag))
    #expect(mac.tag() == hex(tag))
    #expect(copy.tag() == hex(tag))
  }

  @Test func `An empty key is a key`() {
    let mac = RunningHMAC(.sha256, key: [UInt8]().span)
    // RFC 2104: keys are filled up with zeros.
    let zeros = RunningHMAC(.sha256, key: [UInt8](repeating: 0, count: 64).span)
    #expect(mac.tag() == zeros.tag())
  }
}
