// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import CryptoPrimitives

@Suite struct AESCMACTests {
  /// NIST's examples for SP 800-38B with a key of 256 bits: each is a tag of the first bytes of one message.
  static let key = "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"
  static let message = """
    6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51
    30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
    """
  static let tags = [
    (0, "028962f61b7bf89efc6b551f4667d983"), (16, "28a7023f452e8f82bd4bf28d8c37c35c"),
    (40, "aaf3d8f1de5640c232f5b169b9c911e6"), (64, "e1992190549f6ed5696a2c056c315410"),
  ]

  @Test func `Tags are as published whatever came before`() {
    var mac = keyed()
    for (count, expected) in Self.tags + Self.tags.reversed() {
      let tag = mac.tag(of: hex(Self.message).span.extracting(first: count))
      let published = CipherBlock(hex(expected).span)
      #expect(tag == published)
    }
    let tag = mac.tag(of: CipherBlock(hex(Self.message).span))
    let published = CipherBlock(hex(Self.tags[1].1).span)
    #expect(tag == published)
  }

  @Test func `An erased key is gone`() {
    var mac = keyed()
    mac.eraseKey()
    let tag = mac.tag(of: hex(Self.message).span)
    let published = CipherBlock(hex(Self.tags[3].1).span)
    #expect(tag != published)
  }

  private func keyed() -> AESCMAC {
    var mac = AESCMAC()
    let isAccepted = mac.setKey(hex(Self.key).span)
    #expect(isAccepted)
    return mac
  }
}
