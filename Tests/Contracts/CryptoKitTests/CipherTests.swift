// SPDX-License-Identifier: Apache-2.0
import CryptoKit
import Foundation
import Testing

@Suite struct CryptoKitCipherTests {
  private let message = Data("a message".utf8)
  private let other = Data("a header".utf8)

  /// The GCM specification's test cases 4 and 6.
  @Test(arguments: [
    (
      "cafebabefacedbaddecaf888",
      """
      42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e
      21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091
      """, "5bc94fbc3221a5db94fae95ae7121a47"
    ),
    (
      """
      9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318a728
      c3c0c95156809539fcf0e2429a6b525416aedbf5a0de6a57a637b39b
      """,
      """
      8ce24998625615b603a033aca13fb894be9112a5c3a211a8ba262a3cca7e2ca7
      01e4a9a4fba43c90ccdcb281d48c7c6fd62875d2aca417034c34aee5
      """, "619cc5aefffe0bfa462af43c1699d050"
    ),
  ])
  func `Gcm seals as published`(nonce: String, ciphertext: String, tag: String) throws {
    let plaintext = hex(
      """
      d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
      1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
      """)
    let key = SymmetricKey(data: hex("feffe9928665731c6d6a8f9467308308"))
    let associated = hex("feedfacedeadbeeffeedfacedeadbeefabaddad2")
    let box = try AES.GCM.seal(
      plaintext, using: key, nonce: AES.GCM.Nonce(data: hex(nonce)), authenticating: associated)
    #expect(box.ciphertext == hex(ciphertext))
    #expect(box.tag == hex(tag))
    #expect(Data(box.nonce) == hex(nonce))
    #expect((box.combined != nil) == (hex(nonce).count == 12))
    #expect(try AES.GCM.open(box, using: key, authenticating: associated) == plaintext)
  }

  @Test(arguments: [SymmetricKeySize.bits128, .bits192, .bits256]) func `Gcm boxes go through their combined form`(
    size: SymmetricKeySize
  ) throws {
    let key = SymmetricKey(size: size)
    #expect(key.bitCount == size.bitCount)
    let combined = try #require(try AES.GCM.seal(message, using: key).combined)
    #expect(combined.count == 12 + message.count + 16)
    #expect(try AES.GCM.open(AES.GCM.SealedBox(combined: combined), using: key) == message)
    let box = try AES.GCM.seal(message, using: key, authenticating: other)
    let again = try AES.GCM.SealedBox(nonce: box.nonce, ciphertext: box.ciphertext, tag: box.tag)
    #expect(try AES.GCM.open(again, using: key, authenticating: other) == message)
  }

  @Test func `Cha cha poly boxes go through their combined form`() throws {
    let key = SymmetricKey(size: .bits256)
    let box = try ChaChaPoly.seal(message, using: key, authenticating: other)
    #expect(
      try ChaChaPoly.open(ChaChaPoly.SealedBox(combined: box.combined), using: key, authenticating: other) == message)
    let parts = try ChaChaPoly.SealedBox(nonce: box.nonce, ciphertext: box.ciphertext, tag: box.tag)
    #expect(try ChaChaPoly.open(parts, using: key, authenticating: other) == message)
    #expect(throws: CryptoKitError.authenticationFailure) { try ChaChaPoly.open(parts, using: key) }
  }

  /// RFC 8439, 2.8.2.
  @Test func `Cha cha poly seals as published`() throws {
    let text =
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
      + "sunscreen would be it."
    let box = try ChaChaPoly.seal(
      Data(text.utf8),
      using: SymmetricKey(data: hex("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f")),
      nonce: ChaChaPoly.Nonce(data: hex("070000004041424344454647")), authenticating: hex("50515253c0c1c2c3c4c5c6c7"))
    #expect(box.ciphertext.prefix(8) == hex("d31a8d34648e60db"))
    #expect(box.tag == hex("1ae10b594f09e26a7e902ecbd0600691"))
  }

  @Test func `Changed boxes do not open`() throws {
    let key = SymmetricKey(size: .bits256)
    let combined = try #require(try AES.GCM.seal(message, using: key).combined)
    for index in combined.indices {
      var changed = combined
      changed[index] ^= 1
      #expect(throws: CryptoKitError.authenticationFailure) {
        try AES.GCM.open(AES.GCM.SealedBox(combined: changed), using: key)
      }
    }
    #expect(throws: CryptoKitError.authenticationFailure) {
      try AES.GCM.open(AES.GCM.SealedBox(combined: combined), using: SymmetricKey(size: .bits256))
    }
  }

  @Test func `Refuses sizes the ciphers do not have`() {
    #expect(throws: CryptoKitError.incorrectKeySize) {
      try AES.GCM.seal(message, using: SymmetricKey(data: Data(count: 15)))
    }
    #expect(throws: CryptoKitError.incorrectKeySize) {
      try ChaChaPoly.seal(message, using: SymmetricKey(size: .bits128))
    }
    #expect(throws: CryptoKitError.incorrectParameterSize) { try AES.GCM.Nonce(data: Data(count: 11)) }
    #expect(throws: CryptoKitError.incorrectParameterSize) { try ChaChaPoly.Nonce(data: Data(count: 13)) }
    #expect(throws: CryptoKitError.incorrectParameterSize) { try AES.GCM.SealedBox(combined: Data(count: 27)) }
    #expect(throws: CryptoKitError.incorrectParameterSize) {
      try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(), ciphertext: Data(), tag: Data(count: 15))
    }
  }

  /// RFC 3394, 4.6.
  @Test func `Wraps as published`() throws {
    let kek = SymmetricKey(data: hex("000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F"))
    let key = SymmetricKey(data: hex("00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F"))
    let wrapped = try AES.KeyWrap.wrap(key, using: kek)
    #expect(wrapped == hex("28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21"))
    #expect(try AES.KeyWrap.unwrap(wrapped, using: kek) == key)
    #expect(throws: CryptoKitError.unwrapFailure) { try AES.KeyWrap.unwrap(wrapped.dropLast(8), using: kek) }
    #expect(throws: CryptoKitError.unwrapFailure) { try AES.KeyWrap.unwrap(wrapped, using: key) }
    #expect(throws: CryptoKitError.wrapFailure) {
      try AES.KeyWrap.wrap(SymmetricKey(data: Data(count: 17)), using: kek)
    }
    #expect(throws: CryptoKitError.incorrectKeySize) {
      try AES.KeyWrap.wrap(key, using: SymmetricKey(data: Data(count: 20)))
    }
  }

  /// The vectors are another library's, Nettle's: keys 00 01 02…, nonces of 200 bytes.
  @Test(arguments: [
    (
      16, "3d80f56e470178b91f5d7d410d077a95fe7f2f5fbd3ac837870be61fbbe4e0fb9cf0e5e32e",
      "365941fceb12ed8e8f3dafc746c246b1"
    ),
    (
      24, "548c3c1860d2711e663791ff394e7eeedefc765ee7593ae327ccb9053b89cfec924dffa395",
      "8de7fda0bd94b36c9e2f1cc614c19121"
    ),
    (
      32, "b9d98cddba8ee91d04fe080f5ac714171e22a0040dee325483dd5853bdb566b03e9618aa65",
      "71339363caa72cd30c93a21fe7e62e0d"
    ),
  ])
  func `a nonce of GCM may be longer than 128 bytes`(keySize: UInt8, ciphertext: String, tag: String) throws {
    let key = SymmetricKey(data: Data(0..<keySize))
    let nonce = try AES.GCM.Nonce(data: Data((0..<200).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) }))
    let plaintext = Data((0..<37).map { UInt8($0 * 3) })
    let associated = Data((0..<21).map { UInt8(0xA0 + $0) })
    let box = try AES.GCM.seal(plaintext, using: key, nonce: nonce, authenticating: associated)
    #expect(box.ciphertext == hex(ciphertext))
    #expect(box.tag == hex(tag))
    #expect(try AES.GCM.open(box, using: key, authenticating: associated) == plaintext)
    #expect(throws: CryptoKitError.authenticationFailure) { try AES.GCM.open(box, using: key) }
    let forged = try AES.GCM.SealedBox(nonce: nonce, ciphertext: box.ciphertext, tag: Data(count: 16))
    #expect(throws: CryptoKitError.authenticationFailure) {
      try AES.GCM.open(forged, using: key, authenticating: associated)
    }
    #expect(throws: CryptoKitError.incorrectKeySize) {
      try AES.GCM.seal(plaintext, using: SymmetricKey(data: Data(count: 15)), nonce: nonce)
    }
  }
}
