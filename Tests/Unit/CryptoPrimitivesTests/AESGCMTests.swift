// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import Testing

@Suite struct AESGCMTests {
  /// "The Galois/Counter Mode of Operation", McGrew and Viega, appendix B, test cases 13 to 16.
  struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let key, nonce, plaintext, associated, ciphertext, tag: String
    var testDescription: String { name }
  }

  static let vectors = [
    Vector(
      name: "13, nothing", key: zeros(32), nonce: zeros(12), plaintext: "", associated: "", ciphertext: "",
      tag: "530f8afbc74536b9a963b4f1c4cb738b"),
    Vector(
      name: "14, one block of zeros", key: zeros(32), nonce: zeros(12), plaintext: zeros(16), associated: "",
      ciphertext: "cea7403d4d606b6e074ec5d3baf39d18", tag: "d0d1c8a799996bf0265b98b5d48ab919"),
    Vector(
      name: "15, four blocks", key: key, nonce: "cafebabefacedbaddecaf888", plaintext: text + "1aafd255",
      associated: "", ciphertext: sealedText + "898015ad",
      tag: "b094dac5d93471bdec1a502270e3cc6c"),
    Vector(
      name: "16, associated data", key: key, nonce: "cafebabefacedbaddecaf888", plaintext: text,
      associated: "feedfacedeadbeeffeedfacedeadbeefabaddad2", ciphertext: sealedText,
      tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
  ]
  static let key = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
  static let text = """
    d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
    1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
    """
  static let sealedText = """
    522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
    8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662
    """
  static func zeros(_ count: Int) -> String { String(repeating: "00", count: count) }

  @Test(arguments: vectors) func `Seals and opens as published`(vector: Vector) throws {
    var cipher = AESGCM()
    cipher.setKey(secret(hex: vector.key))
    let sealed = try seal(&cipher, hex(vector.plaintext), hex(vector.nonce), hex(vector.associated))
    #expect(sealed == hex(vector.ciphertext) + hex(vector.tag))
    #expect(try open(&cipher, sealed, hex(vector.nonce), hex(vector.associated)) == hex(vector.plaintext))
  }

  @Test func `Refuses every changed bit and leaves no plaintext`() throws {
    var cipher = AESGCM()
    cipher.setKey(SystemRandom.secret(32))
    let (nonce, associated) = (SystemRandom.bytes(12), SystemRandom.bytes(24))
    let sealed = try seal(&cipher, [UInt8](repeating: 0x55, count: 40), nonce, associated)
    for changed in bitFlips(of: sealed) { expectRefusal(&cipher, changed, nonce, associated) }
    for changed in bitFlips(of: nonce) { expectRefusal(&cipher, sealed, changed, associated) }
    for changed in bitFlips(of: associated) { expectRefusal(&cipher, sealed, nonce, changed) }
    expectRefusal(&cipher, sealed, nonce, [])
    expectRefusal(&cipher, Array(sealed.dropLast()), nonce, associated)
    #expect(try open(&cipher, sealed, nonce, associated) == [UInt8](repeating: 0x55, count: 40))
  }

  @Test func `An erased or other key opens nothing`() throws {
    var cipher = AESGCM()
    let key = SystemRandom.secret(32)
    cipher.setKey(key)
    let nonce = SystemRandom.bytes(12)
    let sealed = try seal(&cipher, [1, 2, 3], nonce, [])
    cipher.eraseKey()
    expectRefusal(&cipher, sealed, nonce, [])
    cipher.setKey(SystemRandom.secret(32))
    expectRefusal(&cipher, sealed, nonce, [])
    cipher.setKey(key)
    #expect(try open(&cipher, sealed, nonce, []) == [1, 2, 3])
  }

  @Test(arguments: vectors) func `Opens with a key that comes along`(vector: Vector) throws {
    var cipher = AESGCM()
    cipher.setKey(SystemRandom.secret(32))
    let (nonce, associated) = (hex(vector.nonce), hex(vector.associated))
    let sealed = hex(vector.ciphertext) + hex(vector.tag)
    func open(_ sealed: [UInt8], with key: [UInt8]) throws -> [UInt8] {
      var plaintext = [UInt8](repeating: 0xEE, count: sealed.count - AESGCM.tagSize)
      var span = plaintext.mutableSpan
      do {
        try cipher.open(
          sealed.span, key: key.span, nonce: nonce.span, associated: associated.span, into: &span)
      } catch {
        #expect(plaintext.allSatisfy { $0 == 0 })
        throw error
      }
      return plaintext
    }
    #expect(throws: CryptoError.authenticationFailed) { _ = try open(sealed, with: SystemRandom.bytes(32)) }
    #expect(try open(sealed, with: hex(vector.key)) == hex(vector.plaintext))
    for changed in bitFlips(of: sealed) {
      #expect(throws: CryptoError.authenticationFailed) { _ = try open(changed, with: hex(vector.key)) }
    }
    // It has stayed.
    #expect(try seal(&cipher, hex(vector.plaintext), nonce, associated) == sealed)
  }

  @Test(arguments: [0, 11, 13, 16]) func `Refuses nonces of another length`(count: Int) {
    var cipher = AESGCM()
    cipher.setKey(SystemRandom.secret(32))
    let nonce = [UInt8](repeating: 0, count: count)
    #expect(throws: CryptoError.invalidLength) { _ = try seal(&cipher, [1], nonce, []) }
    #expect(throws: CryptoError.invalidLength) { _ = try open(&cipher, [UInt8](repeating: 0, count: 17), nonce, []) }
  }

  @Test(arguments: [0, 1, 15, 16, 17, 4095, 4096, 131_072]) func `Any length comes back`(count: Int) throws {
    var cipher = AESGCM()
    cipher.setKey(SystemRandom.secret(32))
    let (plaintext, nonce) = (SystemRandom.bytes(count), SystemRandom.bytes(12))
    let sealed = try seal(&cipher, plaintext, nonce, nonce)
    #expect(sealed.count == count + 16)
    #expect(try open(&cipher, sealed, nonce, nonce) == plaintext)
  }

  @Test func `Refuses buffers that do not fit`() {
    var cipher = AESGCM()
    cipher.setKey(SystemRandom.secret(32))
    let nonce = [UInt8](repeating: 0, count: 12)
    for count in [0, 15, 18, 20, 32] {
      var sealed = [UInt8](repeating: 0, count: count)
      #expect(throws: CryptoError.invalidLength) {
        var span = sealed.mutableSpan
        try cipher.seal([1, 2, 3].span, nonce: nonce.span, associated: nonce.span, into: &span)
      }
      #expect(sealed == [UInt8](repeating: 0, count: count))
    }
  }

  private func expectRefusal(_ cipher: inout AESGCM, _ sealed: [UInt8], _ nonce: [UInt8], _ associated: [UInt8]) {
    var plaintext = [UInt8](repeating: 0xEE, count: sealed.count - 16)
    #expect(throws: CryptoError.authenticationFailed) {
      var span = plaintext.mutableSpan
      try cipher.open(sealed.span, nonce: nonce.span, associated: associated.span, into: &span)
    }
    #expect(plaintext.allSatisfy { $0 == 0 })
  }
}

private func seal(
  _ cipher: inout AESGCM, _ plaintext: [UInt8], _ nonce: [UInt8], _ associated: [UInt8]
) throws -> [UInt8] {
  var sealed = [UInt8](repeating: 0, count: plaintext.count + AESGCM.tagSize)
  var span = sealed.mutableSpan
  try cipher.seal(plaintext.span, nonce: nonce.span, associated: associated.span, into: &span)
  return sealed
}

private func open(
  _ cipher: inout AESGCM, _ sealed: [UInt8], _ nonce: [UInt8], _ associated: [UInt8]
) throws -> [UInt8] {
  var plaintext = [UInt8](repeating: 0, count: sealed.count - AESGCM.tagSize)
  var span = plaintext.mutableSpan
  try cipher.open(sealed.span, nonce: nonce.span, associated: associated.span, into: &span)
  return plaintext
}
