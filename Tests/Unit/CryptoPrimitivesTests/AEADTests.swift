// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Testing

@Suite struct AEADTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let cipher: AEAD
    let key, nonce, associated, plaintext, ciphertext, tag: String
    var testDescription: String { name }
  }

  static let specKey = "feffe9928665731c6d6a8f9467308308"
  static let specPlaintext = """
    d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
    1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
    """
  static let specAssociated = "feedfacedeadbeeffeedfacedeadbeefabaddad2"

  static let vectors = [
    Vector(
      name: "GCM specification, case 4", cipher: .aesGCM, key: specKey, nonce: "cafebabefacedbaddecaf888",
      associated: specAssociated, plaintext: specPlaintext,
      ciphertext: """
        42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e
        21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091
        """, tag: "5bc94fbc3221a5db94fae95ae7121a47"),
    Vector(
      name: "GCM specification, case 5: a nonce of 8 bytes", cipher: .aesGCM, key: specKey, nonce: "cafebabefacedbad",
      associated: specAssociated, plaintext: specPlaintext,
      ciphertext: """
        61353b4c2806934a777ff51fa22a4755699b2a714fcdc6f83766e5f97b6c7423
        73806900e49f24b22b097544d4896b424989b5e1ebac0f07c23f4598
        """, tag: "3612d2e79e3b0785561be14aaca2fccb"),
    Vector(
      name: "GCM specification, case 6: a nonce of 60 bytes", cipher: .aesGCM, key: specKey,
      nonce: """
        9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318a728
        c3c0c95156809539fcf0e2429a6b525416aedbf5a0de6a57a637b39b
        """, associated: specAssociated, plaintext: specPlaintext,
      ciphertext: """
        8ce24998625615b603a033aca13fb894be9112a5c3a211a8ba262a3cca7e2ca7
        01e4a9a4fba43c90ccdcb281d48c7c6fd62875d2aca417034c34aee5
        """, tag: "619cc5aefffe0bfa462af43c1699d050"),
    Vector(
      name: "RFC 8439, 2.8.2", cipher: .chaCha20Poly1305,
      key: "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f", nonce: "070000004041424344454647",
      associated: "50515253c0c1c2c3c4c5c6c7",
      plaintext: """
        4c616469657320616e642047656e746c656d656e206f662074686520636c6173
        73206f66202739393a204966204920636f756c64206f6666657220796f75206f
        6e6c79206f6e652074697020666f7220746865206675747572652c2073756e73
        637265656e20776f756c642062652069742e
        """,
      ciphertext: """
        d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6
        3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36
        92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc
        3ff4def08e4b7a9de576d26586cec64b6116
        """, tag: "1ae10b594f09e26a7e902ecbd0600691"),
  ]

  @Test(arguments: vectors) func `Seals as published`(vector: Vector) throws {
    let sealed = try vector.cipher.seal(
      hex(vector.plaintext).span, key: hex(vector.key).span, nonce: hex(vector.nonce).span,
      associated: hex(vector.associated).span)
    #expect(sealed.ciphertext == hex(vector.ciphertext))
    #expect(sealed.tag == hex(vector.tag))
    let opened = try vector.cipher.open(
      sealed.ciphertext.span, tag: sealed.tag.span, key: hex(vector.key).span, nonce: hex(vector.nonce).span,
      associated: hex(vector.associated).span)
    #expect(opened == hex(vector.plaintext))
  }

  @Test(arguments: [AEAD.aesGCM, .chaCha20Poly1305]) func `Opens nothing that was changed`(cipher: AEAD) throws {
    let key = SystemRandom.bytes(32)
    let nonce = SystemRandom.bytes(12)
    let message = SystemRandom.bytes(5)
    let sealed = try cipher.seal(message.span, key: key.span, nonce: nonce.span, associated: message.span)
    for changed in bitFlips(of: sealed.ciphertext + sealed.tag) {
      #expect(throws: CryptoError.authenticationFailed) {
        _ = try cipher.open(
          changed.span.extracting(first: 5), tag: changed.span.extracting(last: 16), key: key.span, nonce: nonce.span,
          associated: message.span)
      }
    }
    #expect(throws: CryptoError.authenticationFailed) {
      _ = try cipher.open(
        sealed.ciphertext.span, tag: sealed.tag.span, key: key.span, nonce: nonce.span, associated: nonce.span)
    }
  }

  @Test func `Empty messages have a tag`() throws {
    let key = SystemRandom.bytes(24)
    let nonce = SystemRandom.bytes(12)
    let sealed = try AEAD.aesGCM.seal([UInt8]().span, key: key.span, nonce: nonce.span, associated: [UInt8]().span)
    #expect(sealed.ciphertext.isEmpty)
    #expect(
      try AEAD.aesGCM.open(
        [UInt8]().span, tag: sealed.tag.span, key: key.span, nonce: nonce.span, associated: [UInt8]().span
      ).isEmpty)
  }

  @Test func `Refuses sizes the ciphers do not have`() {
    for (cipher, key, nonce) in [
      (AEAD.aesGCM, 15, 12), (.aesGCM, 33, 12), (.aesGCM, 16, 0), (.aesGCM, 15, 129), (.chaCha20Poly1305, 16, 12),
      (.chaCha20Poly1305, 32, 8), (.chaCha20Poly1305, 32, 13),
    ] {
      let nothing: [UInt8] = []
      #expect(throws: CryptoError.invalidLength) {
        _ = try cipher.seal(
          nothing.span, key: SystemRandom.bytes(key).span, nonce: SystemRandom.bytes(nonce).span,
          associated: nothing.span)
      }
    }
  }
}
