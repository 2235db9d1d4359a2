// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import Testing

@Suite struct HMACSHA256Tests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let key, message: [UInt8]
    let tag: String
    var testDescription: String { name }
  }

  /// RFC 4231, section 4; case 5 publishes the first half of the tag.
  static let vectors = [
    Vector(
      name: "4.2", key: [UInt8](repeating: 0x0b, count: 20), message: Array("Hi There".utf8),
      tag: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    Vector(
      name: "4.3", key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
      tag: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    Vector(
      name: "4.4", key: [UInt8](repeating: 0xaa, count: 20), message: [UInt8](repeating: 0xdd, count: 50),
      tag: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    Vector(
      name: "4.5", key: Array(1...25), message: [UInt8](repeating: 0xcd, count: 50),
      tag: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    Vector(
      name: "4.6", key: [UInt8](repeating: 0x0c, count: 20), message: Array("Test With Truncation".utf8),
      tag: "a3b6167473100ee06e0c796c2955552b"),
    Vector(
      name: "4.7", key: [UInt8](repeating: 0xaa, count: 131),
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      tag: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    Vector(
      name: "4.8", key: [UInt8](repeating: 0xaa, count: 131),
      message: Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
      tag: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
  ]

  @Test(arguments: vectors) func `Authenticates as published`(vector: Vector) {
    let key = secret(vector.key)
    let expected = hex(vector.tag)
    let tag = HMACSHA256.authenticate(vector.message.span, key: key)
    #expect(Array(tag.prefix(expected.count)) == expected)
    let kept = HMACSHA256.secret(of: secret(vector.message), key: key).revealed
    #expect(kept == tag)
  }

  @Test func `Accepts its own tag only`() {
    let key = SystemRandom.secret(32)
    let message = SystemRandom.bytes(20)
    let tag = HMACSHA256.authenticate(message.span, key: key)
    let own = HMACSHA256.isValid(tag.span, for: message.span, key: key)
    #expect(own)
    for changed in bitFlips(of: tag) + [[], Array(tag.dropLast())] {
      let accepted = HMACSHA256.isValid(changed.span, for: message.span, key: key)
      #expect(!accepted)
    }
    for changed in bitFlips(of: message) {
      let accepted = HMACSHA256.isValid(tag.span, for: changed.span, key: key)
      #expect(!accepted)
    }
  }
}
