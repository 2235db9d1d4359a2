// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CryptoPrimitives
import KeyFormats
import SecretMemory
import Testing

/// RSA as others compute it: here, where there is a format to read their keys from.
@Suite struct RSAVectorTests {
  private static let key: RSAPrivateKey? = {
    let bytes = WycheproofKey.pkcs8
    guard case .rsa(let key) = try? PrivateKeyMaterial(pkcs8: bytes.span) else { return nil }
    return key
  }()

  /// rsa_oaep_2048_sha256_mgf1sha256_test.json, tests 1, 3 and 7.
  static let ciphertexts = [
    (
      "",
      """
      6e62bf24d95aff6868afec2a92a445b6458f16f688c19fe1212f66a63137831653cedd359d8cff4dd485d77dfd55812c181373201f54aafd6573
      0d2a304e623455d51125d891e65d97fce52341cae45fb64c38a384a1c621e2713ee6794633f029a9fd4d774f56551eac2176162e162640f25eab
      873a3451c475570f19228bcede4c67c370a75ed7fabccd538c9819eff182481b10d42f1a9f6a05373b8cf9b71818d467bd3b8ebacb619e8ad429
      16e600c043effceb3855bc48a629e60ae886f51b2a7876b0e623fb2ce68af4b039242f963adb0e4240aed0ed07f65f1ee7c0cc77d210d0c2d1dc
      10c81b881aa0c9c9e9499665cf2970d2ccfeeb3191531765
      """
    ),
    (
      "54657374",
      """
      5eab3f0741e63986ed647d53e1cd71df041986900803d0f99c68355d249a15a47dc5b4f70a191477654299e5a2731f3b4eec76dea18262fc696a
      c794e5f66cbfcddac4472c578e246c26707598055584540b839836b1404c5611ae558a984cee8fd036cea924e0be2474a940f61e0acc14fcae95
      ebdc59942a9ce9af9a9c81999f7f6815f057ffdc2533cb15d6391d1e2d95f16f9c04209c889a4c359c7d2926d28a66e2b030a416b928d2825627
      998e5191fb4983a6e65024262d94fc09187a2d78162122433251d1bfcc8e507d06eba2d229c10031261da32ab8ccd15f1c5f9fbf07ed158483d7
      36a110af4b44d6a4da60d6cb519b4454213cf9f0dc560f2b
      """
    ),
    (
      "e0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
      """
      096958786ee7972050d67a9e4b69d6c6af7db7cc674386df725770dd29129b826e39552330104c8d71e6cc3a3014dd2f61b54153af51b0438d44
      7ee939f9e3c13bb8b00a37dea6a068f6c9d27e848b1be7a1eeeb3ee50b78036fba95ae46948ca5b13f356ea24db10f60dc09e4b8bad8f766b668
      ef72524432080a0ce00ed676d6d5e354984b1078520412525848156d06f0652469f95791baa3d9a798ae537094f76f976faecd5c9ce0c930a759
      10c63dacf63485cb4b5e7bdbcf4d80e74037eaa1a8fe4b52930bec6be99cf6ac88cf5878dbf6859d456a95dbc34654eec425de84ca2a535d5174
      03a9aada827e7d0093ecfc97ed056a7652825e9a45cb2dcb
      """
    ),
  ]

  @Test(arguments: ciphertexts) func `Decrypts published OAEP`(message: String, ciphertext: String) throws {
    let key = try #require(Self.key)
    #expect(try key.decrypt(hex(ciphertext).span, .oaep(.sha256)) == hex(message))
    #expect(throws: CryptoError.authenticationFailed) {
      _ = try key.decrypt(hex(ciphertext).span, .oaep(.sha1))
    }
  }

  /// rsa_pss_2048_sha256_mgf1_32_test.json, tests 1 and 3.
  static let signatures = [
    (
      "",
      """
      4f01e0c12b08625ecac89a69231906edf826380f37c959a96690d046316d68ffce9d5c471694fcebfc6b45534864689256e4fc81c78e583f675d
      0c94b449647451e81beff01a11a516d5e5ce3f1a910437cb8a3a5096b19fb15f4524a35b23d89cdba12cf5b71aac1047b28c562df7c5542c34ce
      23a182cf7e0e231934b17294799d44877a1d68ef1b8f073619b7618e6b7c22db20030d98cf591ffc3d4da5f58613ecd5ecfc3b40a1d02f40891c
      a43695cd4c088b05a8054c89c595a47e274816f35384226f74459ee63e25a1bfc03c360490552ec38343f8ace502f065303b00bc0ec320711b21
      1fde92e57feb9013c3609342495ec0d7cabdec21e54acc38
      """
    ),
    (
      "54657374",
      """
      401eb03cdb47ca88033e3030f6bdecbac8f5c8fc1dd6a13d23d379ed9a2b309891d13d74fea9d21d159b9e6d8f37efa2489962e24555f56dd434
      ff1d31ce4f9f5abd3f22cbea8b691d6a11e44efb83e2bca155e6a164325e0fde2a8865afd5c9f51161a9d615f62af7ec2e31b3e5ab649c164490
      d31d88cfae35b84aea7925690f929a144b6d2f48e8fb894a52deecd1b9a6496990c4ecf1588699a42cacd10c53af350514e4291ea9a058e77f10
      1e32c1c0cefa61d945f7bc931f8bd19e7ba3169358a60e5a8b0123bc3199b9fdcafe8e519c41ba675491a27b85e44ef2d77277c10fe107293c82
      90186913bc9a99b640d8da041b64f31eab1d35920985f4a5
      """
    ),
  ]

  @Test(arguments: signatures) func `Verifies published PSS`(message: String, signature: String) throws {
    let key = try #require(Self.key).publicKey
    let digest = DigestAlgorithm.sha256.hash(hex(message).span)
    let signature = hex(signature)
    #expect(key.accepts(signature, digest, .pss(.sha256)))
    #expect(!key.accepts(signature, digest, .pkcs1v15(.sha256)))
    #expect(!key.accepts(signature, DigestAlgorithm.sha256.hash([1].span), .pss(.sha256)))
    #expect(!key.accepts(Array(signature.dropLast()), digest, .pss(.sha256)))
    #expect(!key.accepts(signature, Array(digest.dropLast()), .pss(.sha256)))
  }

  @Test(arguments: DigestAlgorithm.allCases) func `Signs what it verifies`(algorithm: DigestAlgorithm) throws {
    let key = try #require(Self.key)
    let digest = SystemRandom.bytes(algorithm.size)
    for padding in [RSASignaturePadding.pkcs1v15(algorithm), .pss(algorithm), .pkcs1v15Raw, .raw] {
      let signature = try key.signature(of: digest.span, padding)
      #expect(key.publicKey.accepts(signature, digest, padding))
      #expect(!key.publicKey.accepts(signature, digest.map { $0 ^ 1 }, padding))
    }
    // PKCS #1 is the same with the digest's name written by hand: RFC 8017, 9.2, note 1.
    if algorithm == .sha256 {
      let info = hex("3031300d060960864801650304020105000420") + digest
      #expect(
        try key.signature(of: info.span, .pkcs1v15Raw) == key.signature(of: digest.span, .pkcs1v15(.sha256)))
    }
  }

  @Test func `Encrypts what it decrypts`() throws {
    let key = try #require(Self.key)
    for padding in [RSAEncryptionPadding.pkcs1] + DigestAlgorithm.allCases.map({ .oaep($0) }) {
      for count in [0, 1, padding.capacity(blockSize: key.publicKey.blockSize)] {
        let message = SystemRandom.bytes(count)
        let ciphertext = try key.publicKey.encrypt(message.span, padding)
        #expect(try key.decrypt(ciphertext.span, padding) == message)
      }
      let long = SystemRandom.bytes(padding.capacity(blockSize: key.publicKey.blockSize) + 1)
      #expect(throws: CryptoError.invalidLength) { _ = try key.publicKey.encrypt(long.span, padding) }
    }
    let ciphertext = try key.publicKey.encrypt([1, 2, 3].span, .raw)
    #expect(try key.decrypt(ciphertext.span, .raw) == [UInt8](repeating: 0, count: 253) + [1, 2, 3])
    #expect(throws: CryptoError.invalidLength) { _ = try key.decrypt([1].span, .raw) }
  }

  @Test(arguments: [512, 1024, 1031]) func `Makes keys of every size`(bits: Int) throws {
    let key = try RSAPrivateKey(bits: bits)
    #expect(key.publicKey.bits == bits)
    #expect(key.publicKey.exponent == [1, 0, 1])
    let again = try key.pkcs1().withBytes { try RSAPrivateKey(pkcs1: $0) }
    #expect(again.publicKey == key.publicKey)
    let digest = SystemRandom.bytes(20)
    let signature = try again.signature(of: digest.span, .pkcs1v15(.sha1))
    #expect(key.publicKey.accepts(signature, digest, .pkcs1v15(.sha1)))
  }

  @Test func `A key of which any number is damaged is refused`() throws {
    let key = try RSAPrivateKey(bits: 1024)
    for damaged in 0..<8 {
      let numbers = try key.numbers()
      func part(_ index: Int, _ secret: borrowing SecretBytes) -> SecretBytes {
        var copy = secret.duplicate()
        if index == damaged { copy.withMutableBytes { $0[$0.count - 1] ^= 2 } }
        return copy
      }
      func part(_ index: Int, _ bytes: [UInt8]) -> [UInt8] {
        index == damaged ? bytes.dropLast() + [(bytes.last ?? 0) ^ 2] : bytes
      }
      let other = RSAPrivateNumbers(
        modulus: part(0, numbers.modulus), publicExponent: part(1, numbers.publicExponent),
        privateExponent: part(2, numbers.privateExponent), prime1: part(3, numbers.prime1),
        prime2: part(4, numbers.prime2), exponent1: part(5, numbers.exponent1), exponent2: part(6, numbers.exponent2),
        coefficient: part(7, numbers.coefficient))
      #expect(throws: CryptoError.invalidPrivateKey, "number \(damaged)") { _ = try RSAPrivateKey(other) }
    }
    #expect(try RSAPrivateKey(try key.numbers()).publicKey == key.publicKey)
  }

  @Test(arguments: [0, 511, 16_385]) func `Refuses other sizes`(bits: Int) {
    #expect(throws: CryptoError.invalidLength) { _ = try RSAPrivateKey(bits: bits) }
  }
}

extension RSAPublicKey {
  fileprivate func accepts(_ signature: [UInt8], _ digest: [UInt8], _ padding: RSASignaturePadding) -> Bool {
    isValid(signature.span, of: digest.span, padding)
  }
}
