// SPDX-License-Identifier: Apache-2.0
@testable import CryptoKit
import Foundation
import Testing

@Suite struct HPKETests {
  /// "Ode on a Grecian Urn", and a line of it: all of the RFC's vectors have them.
  private static let info = hex("4f6465206f6e2061204772656369616e2055726e")
  private static let plaintext = hex("4265617574792069732074727574682c20747275746820626561757479")

  /// What RFC 9180 publishes of a suite, in appendix A.
  struct Vector: Sendable {
    let suite: HPKE.Ciphersuite
    let ephemeral, recipient, encapsulated: String
    /// The ciphertexts of the first three messages.
    let ciphertexts: [String]
    /// Of the contexts "", 00 and "TestContext".
    var exports: [String] = []
    var sender: String?
    var preshared: String?
  }

  private static let x25519 = [
    Vector(
      suite: HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128),
      ephemeral: "52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736",
      recipient: "4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8",
      encapsulated: "37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431",
      ciphertexts: [
        "f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a",
        "af2d7e9ac9ae7e270f46ba1f975be53c09f8d875bdc8535458c2494e8a6eab251c03d0c22a56b8ca42c2063b84",
        "498dfcabd92e8acedc281e85af1cb4e3e31c7dc394a1ca20e173cb72516491588d96a19ad4a683518973dcc180",
      ]),
    Vector(
      suite: .Curve25519_SHA256_ChachaPoly,
      ephemeral: "f4ec9b33b792c372c1d2c2063507b684ef925b8c75a42dbcbf57d63ccd381600",
      recipient: "8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb",
      encapsulated: "1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a",
      ciphertexts: [
        "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28",
        "6b53c051e4199c518de79594e1c4ab18b96f081549d45ce015be002090bb119e85285337cc95ba5f59992dc98c",
        "71146bd6795ccc9c49ce25dda112a48f202ad220559502cef1f34271e0cb4b02b4f10ecac6f48c32f878fae86b",
      ]),
  ]

  private static let p256 = [
    Vector(
      suite: HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA512, aead: .AES_GCM_128),
      ephemeral: "2292bf14bb6e15b8c81a0f45b7a6e93e32d830e48cca702e0affcfb4d07e1b5c",
      recipient: "3ac8530ad1b01885960fab38cf3cdc4f7aef121eaa239f222623614b4079fb38",
      encapsulated:
        "0493ed86735bdfb978cc055c98b45695ad7ce61ce748f4dd63c525a3b8d53a15"
        + "565c6897888070070c1579db1f86aaa56deb8297e64db7e8924e72866f9a472580",
      ciphertexts: [
        "d3cf4984931484a080f74c1bb2a6782700dc1fef9abe8442e44a6f09044c88907200b332003543754eb51917ba",
        "d14414555a47269dfead9fbf26abb303365e40709a4ed16eaefe1f2070f1ddeb1bdd94d9e41186f124e0acc62d",
        "9bba136cade5c4069707ba91a61932e2cbedda2d9c7bdc33515aa01dd0e0f7e9d3579bf4016dec37da4aafa800",
      ]),
    Vector(
      suite: HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .chaChaPoly),
      ephemeral: "085fd5d5e6ce6497c79df960cac93710006b76217d8bcfafbd2bb2c20ea03c42",
      recipient: "3cb2c125b8c5a81d165a333048f5dcae29a2ab2072625adad66dbb0f48689af9",
      encapsulated:
        "040d5176aedba55bc41709261e9195c5146bb62d783031280775f32e507d79b5"
        + "cbc5748b6be6359760c73cfe10ca19521af704ca6d91ff32fc0739527b9385d415",
      ciphertexts: [
        "25881f219935eec5ba70d7b421f13c35005734f3e4d959680270f55d71e2f5cb3bd2daced2770bf3d9d4916872",
        "653f0036e52a376f5d2dd85b3204b55455b7835c231255ae098d09ed138719b97185129786338ab6543f753193",
        "60878706117f22180c788e62df6a595bc41906096a11a9513e84f0141e43239e81a98d7a235abc64112fcb8ddd",
      ],
      exports: [
        "56c4d6c1d3a46c70fd8f4ecda5d27c70886e348efb51bd5edeaa39ff6ce34389",
        "d2d3e48ed76832b6b3f28fa84be5f11f09533c0e3c71825a34fb0f1320891b51",
        "eb0d312b6263995b4c7761e64b688c215ffd6043ff3bad2368c862784cbe6eff",
      ],
      sender: "39b19402e742d48d319d24d68e494daa4492817342e593285944830320912519"),
    Vector(
      suite: HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .chaChaPoly),
      ephemeral: "11b7e4de2d919240616a31ab14944cced79bc2372108bb98f6792e3b645fe546",
      recipient: "c29fc577b7e74d525c0043f1c27540a1248e4f2c8d297298e99010a92e94865c",
      encapsulated:
        "043539917ee26f8ae0aa5f784a387981b13de33124a3cde88b94672030183110"
        + "f331400115855808244ff0c5b6ca6104483ac95724481d41bdcd9f15b430ad16f6",
      ciphertexts: [
        "9eadfa0f954835e7e920ffe56dec6b31a046271cf71fdda55db72926e1d8fae94cc6280fcfabd8db71eaa65c05",
        "e357ad10d75240224d4095c9f6150a2ed2179c0f878e4f2db8ca95d365d174d059ff8c3eb38ea9a65cfc8eaeb8",
        "2fa56d00f8dd479d67a2ec3308325cf3bbccaf102a64ffccdb006bd7dcb932685b9a7b49cdc094a85fec1da5ef",
      ],
      exports: [
        "c52b4592cd33dd38b2a3613108ddda28dcf7f03d30f2a09703f758bfa8029c9a",
        "2f03bebc577e5729e148554991787222b5c2a02b77e9b1ac380541f710e5a318",
        "e01dd49e8bfc3d9216abc1be832f0418adf8b47a7b5a330a7436c31e33d765d7",
      ],
      sender: "53541bd995f874a67f8bfd8038afa67fd68876801f42ff47d0dc2a4deea067ae",
      preshared: "0247fd33b913760fa1fa51e1892d9f307fbe65eb171e8132c2af18555a738b82"),
  ]

  private static let p521 = Vector(
    suite: .P521_SHA512_AES_GCM_256,
    ephemeral: "014784c692da35df6ecde98ee43ac425dbdd0969c0c72b42f2e708ab9d535415"
      + "a8569bdacfcc0a114c85b8e3f26acf4d68115f8c91a66178cdbd03b7bcc5291e374b",
    recipient: "01462680369ae375e4b3791070a7458ed527842f6a98a79ff5e0d4cbde83c271"
      + "96a3916956655523a6a2556a7af62c5cadabe2ef9da3760bb21e005202f7b2462847",
    encapsulated: "040138b385ca16bb0d5fa0c0665fbbd7e69e3ee29f63991d3e9b5fa740aab8900a"
      + "aeed46ed73a49055758425a0ce36507c54b29cc5b85a5cee6bae0cf1c21f2731ece2013dc3fb7c8d21654bb161b463"
      + "962ca19e8c654ff24c94dd2898de12051f1ed0692237fb02b2f8d1dc1c73e9b366b529eb436e98a996ee522aef863d"
      + "d5739d2f29b0",
    ciphertexts: [
      "170f8beddfe949b75ef9c387e201baf4132fa7374593dfafa90768788b7b2b200aafcc6d80ea4c795a7c5b841a",
      "d9ee248e220ca24ac00bbbe7e221a832e4f7fa64c4fbab3945b6f3af0c5ecd5e16815b328be4954a05fd352256",
      "142cf1e02d1f58d9285f2af7dcfa44f7c3f2d15c73d460c48c6e0e506a3144bae35284e7e221105b61d24e1c7a",
    ],
    exports: [
      "05e2e5bd9f0c30832b80a279ff211cc65eceb0d97001524085d609ead60d0412",
      "fca69744bb537f5b7a1596dbf34eaa8d84bf2e3ee7f1a155d41bd3624aa92b63",
      "f389beaac6fcf6c0d9376e20f97e364f0609a88f1bc76d7328e9104df8477013",
    ])

  @Test(arguments: x25519) func `both sides of X25519 are as published`(vector: Vector) throws {
    try check(vector) { try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: hex($0)) }
  }

  @Test(arguments: p256) func `both sides of P-256 are as published, with a sender's and a preshared key`(
    vector: Vector
  ) throws {
    try check(vector) { try P256.KeyAgreement.PrivateKey(rawRepresentation: hex($0)) }
  }

  @Test func `both sides of P-521 are as published`() throws {
    try check(Self.p521) { try P521.KeyAgreement.PrivateKey(rawRepresentation: hex($0)) }
  }

  private func check<Key: HPKEDiffieHellmanPrivateKeyGeneration>(
    _ vector: Vector, _ key: (String) throws -> Key
  ) throws where Key.PublicKey.EphemeralPrivateKey == Key {
    let own = try key(vector.recipient)
    let authentic = try vector.sender.map { try key($0) }
    let identifier = hex("456e6e796e20447572696e206172616e204d6f726961")
    let preshared = vector.preshared.map { SymmetricKey(data: hex($0)) }
    var sender = try HPKE.Sender(
      own.publicKey, authentic, ephemeral: key(vector.ephemeral), vector.suite, Self.info,
      preshared.map { try HPKEPresharedKey($0, identifier) })
    #expect(sender.encapsulatedKey == hex(vector.encapsulated))
    var recipient =
      switch (authentic, preshared) {
      case (let authentic?, let preshared?):
        try HPKE.Recipient(
          privateKey: own, ciphersuite: vector.suite, info: Self.info, encapsulatedKey: sender.encapsulatedKey,
          authenticatedBy: authentic.publicKey, presharedKey: preshared, presharedKeyIdentifier: identifier)
      case (let authentic?, nil):
        try HPKE.Recipient(
          privateKey: own, ciphersuite: vector.suite, info: Self.info, encapsulatedKey: sender.encapsulatedKey,
          authenticatedBy: authentic.publicKey)
      default:
        try HPKE.Recipient(
          privateKey: own, ciphersuite: vector.suite, info: Self.info, encapsulatedKey: sender.encapsulatedKey)
      }
    for (index, ciphertext) in vector.ciphertexts.enumerated() {
      let associated = Data("Count-\(index)".utf8)
      #expect(try sender.seal(Self.plaintext, authenticating: associated) == hex(ciphertext))
      #expect(try recipient.open(hex(ciphertext), authenticating: associated) == Self.plaintext)
    }
    for (context, value) in zip([Data(), Data([0]), Data("TestContext".utf8)], vector.exports) {
      let expected = SymmetricKey(data: hex(value))
      #expect(try sender.exportSecret(context: context, outputByteCount: 32) == expected)
      #expect(try recipient.exportSecret(context: context, outputByteCount: 32) == expected)
    }
  }

  @Test func `a preshared key alone proves the sender`() throws {
    let own = P384.KeyAgreement.PrivateKey()
    let key = SymmetricKey(size: .bits256)
    var sender = try HPKE.Sender(
      recipientKey: own.publicKey, ciphersuite: .P384_SHA384_AES_GCM_256, info: Data(), presharedKey: key,
      presharedKeyIdentifier: Data([1]))
    let message = try sender.seal(Data([1, 2, 3]))
    var recipient = try HPKE.Recipient(
      privateKey: own, ciphersuite: .P384_SHA384_AES_GCM_256, info: Data(), encapsulatedKey: sender.encapsulatedKey,
      presharedKey: key, presharedKeyIdentifier: Data([1]))
    #expect(try recipient.open(message) == Data([1, 2, 3]))
    var other = try HPKE.Recipient(
      privateKey: own, ciphersuite: .P384_SHA384_AES_GCM_256, info: Data(), encapsulatedKey: sender.encapsulatedKey)
    #expect(throws: CryptoKitError.authenticationFailure) { try other.open(message) }
    #expect(throws: HPKE.Errors.inconsistentPSKInputs) {
      try HPKE.Sender(
        recipientKey: own.publicKey, ciphersuite: .P384_SHA384_AES_GCM_256, info: Data(), presharedKey: key,
        presharedKeyIdentifier: Data())
    }
  }

  @Test func `a message that cannot be opened does not count`() throws {
    let own = Curve25519.KeyAgreement.PrivateKey()
    let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
    var sender = try HPKE.Sender(recipientKey: own.publicKey, ciphersuite: suite, info: Self.info)
    var recipient = try HPKE.Recipient(
      privateKey: own, ciphersuite: suite, info: Self.info, encapsulatedKey: sender.encapsulatedKey)
    let messages = try (0..<3).map { try sender.seal(Data([UInt8($0)])) }
    #expect(throws: CryptoKitError.authenticationFailure) { try recipient.open(messages[1]) }
    #expect(throws: HPKE.Errors.ciphertextTooShort) { try recipient.open(Data(count: 15)) }
    #expect(try messages.map { try recipient.open($0) } == [Data([0]), Data([1]), Data([2])])
    #expect(throws: CryptoKitError.authenticationFailure) { try recipient.open(messages[2]) }
  }

  @Test func `what does not go with the suite is refused`() throws {
    let own = Curve25519.KeyAgreement.PrivateKey()
    #expect(throws: HPKE.Errors.inconsistentCiphersuiteAndKey) {
      try HPKE.Sender(recipientKey: own.publicKey, ciphersuite: .P256_SHA256_AES_GCM_256, info: Data())
    }
    let suite = HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .exportOnly)
    var sender = try HPKE.Sender(recipientKey: own.publicKey, ciphersuite: suite, info: Data())
    #expect(throws: HPKE.Errors.exportOnlyMode) { try sender.seal(Data()) }
    #expect(try sender.exportSecret(context: Data(), outputByteCount: 255 * 32).bitCount == 255 * 256)
    #expect(throws: CryptoKitError.incorrectParameterSize) {
      try sender.exportSecret(context: Data(), outputByteCount: 255 * 32 + 1)
    }
    #expect(throws: CryptoKitError.incorrectKeySize) {
      try HPKE.Recipient(
        privateKey: own, ciphersuite: .Curve25519_SHA256_ChachaPoly, info: Data(), encapsulatedKey: Data(count: 31))
    }
    // A key of small order would have everyone know the secret.
    #expect(throws: CryptoKitError.invalidParameter) {
      try HPKE.Recipient(
        privateKey: own, ciphersuite: .Curve25519_SHA256_ChachaPoly, info: Data(), encapsulatedKey: Data(count: 32))
    }
  }
}
