// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

@Suite struct EncryptionTests {
  private static let message = Data("a message".utf8)
  private static let padded: [(SecKeyAlgorithm, Int)] = [
    (.rsaEncryptionPKCS1, 11), (.rsaEncryptionOAEPSHA1, 42), (.rsaEncryptionOAEPSHA224, 58),
    (.rsaEncryptionOAEPSHA256, 66), (.rsaEncryptionOAEPSHA384, 98), (.rsaEncryptionOAEPSHA512, 130),
  ]
  private static let sealed: [SecKeyAlgorithm] = [
    .rsaEncryptionOAEPSHA1AESGCM, .rsaEncryptionOAEPSHA224AESGCM, .rsaEncryptionOAEPSHA256AESGCM,
    .rsaEncryptionOAEPSHA384AESGCM, .rsaEncryptionOAEPSHA512AESGCM,
  ]
  private static let ecies: [SecKeyAlgorithm] = [
    .eciesEncryptionStandardX963SHA1AESGCM, .eciesEncryptionStandardX963SHA224AESGCM,
    .eciesEncryptionStandardX963SHA256AESGCM, .eciesEncryptionStandardX963SHA384AESGCM,
    .eciesEncryptionStandardX963SHA512AESGCM, .eciesEncryptionCofactorX963SHA1AESGCM,
    .eciesEncryptionCofactorX963SHA224AESGCM, .eciesEncryptionCofactorX963SHA256AESGCM,
    .eciesEncryptionCofactorX963SHA384AESGCM, .eciesEncryptionCofactorX963SHA512AESGCM,
    .eciesEncryptionStandardVariableIVX963SHA224AESGCM, .eciesEncryptionStandardVariableIVX963SHA256AESGCM,
    .eciesEncryptionStandardVariableIVX963SHA384AESGCM, .eciesEncryptionStandardVariableIVX963SHA512AESGCM,
    .eciesEncryptionCofactorVariableIVX963SHA224AESGCM, .eciesEncryptionCofactorVariableIVX963SHA256AESGCM,
    .eciesEncryptionCofactorVariableIVX963SHA384AESGCM, .eciesEncryptionCofactorVariableIVX963SHA512AESGCM,
  ]

  private func check(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ message: Data) throws {
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    #expect(SecKeyIsAlgorithmSupported(publicKey, .encrypt, algorithm))
    #expect(SecKeyIsAlgorithmSupported(key, .decrypt, algorithm))
    #expect(!SecKeyIsAlgorithmSupported(publicKey, .decrypt, algorithm))
    #expect(!SecKeyIsAlgorithmSupported(key, .encrypt, algorithm), "private keys do not encrypt")
    let ciphertext = try publicKey.encrypt(algorithm, message).get()
    #expect(try key.decrypt(algorithm, ciphertext).get() == message)
    #expect(key.encrypt(algorithm, message).code == -50)
    #expect(publicKey.decrypt(algorithm, ciphertext).code == -50)
    #expect(key.decrypt(algorithm, ciphertext.dropLast()).code == -50)
    #expect(key.decrypt(algorithm, Data()).code == -50)
  }

  @Test func `RSA: PKCS 1 and OAEP, up to their capacity`() throws {
    let key = try makeKey(kSecAttrKeyTypeRSA, bits: 2048)
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    for (algorithm, overhead) in Self.padded {
      try check(key, algorithm, Self.message)
      try check(key, algorithm, Data(count: 256 - overhead))
      guard case .failure(let error) = publicKey.encrypt(algorithm, Data(count: 257 - overhead)) else {
        return #expect(Bool(false))
      }
      #expect(error.code == -50)
      #expect(error.userInfo["NSDescription"] as? String == "RSAencrypt wrong input size (err -23)")
    }
  }

  @Test func `RSA raw: the number, zeros in front`() throws {
    let key = try makeKey(kSecAttrKeyTypeRSA, bits: 1024)
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    let ciphertext = try publicKey.encrypt(.rsaEncryptionRaw, Self.message).get()
    #expect(try key.decrypt(.rsaEncryptionRaw, ciphertext).get() == Data(count: 128 - 9) + Self.message)
  }

  @Test func `RSA: sealing messages of any length`() throws {
    let key = try makeKey(kSecAttrKeyTypeRSA, bits: 2048)
    for algorithm in Self.sealed {
      for message in [Data(), Self.message, Data(count: 5000)] { try check(key, algorithm, message) }
    }
  }

  @Test(arguments: [256, 384, 521]) func `ECIES: every algorithm`(bits: Int) throws {
    let key = try makeKey(kSecAttrKeyTypeEC, bits: bits)
    for algorithm in Self.ecies {
      for message in [Data(), Self.message, Data(count: 5000)] { try check(key, algorithm, message) }
    }
  }

  /// A ciphertext of macOS, from the tests of jedda/ECIES (MIT): `eciesEncryptionCofactorVariableIVX963SHA256AESGCM`.
  @Test func `What Apple's framework encrypted is decrypted`() throws {
    let key = try importKey(
      hex(
        """
        04ce0158c3746a73bd882181d5ec91fa336e399ff9cb9f1cab7b503bb1ce673addf56727c940b5c6b38758d1c8209ded
        bcb9e5c7203e652b3d49342858e3d3476271a1c67a6ede41bf9d6e68cc3649f934c542f2fa3329c2710583ea31d5e29d
        14
        """), kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate)
    let ciphertext = try #require(
      Data(
        base64Encoded: """
          BI6sBCGyf916GQSV3DHOvmFxOmzbV9pq08wcOdKaepP2/Qtepj9M71dYkzXf6OqIstDyyVIxfnAMfUpxZzoCHDbalYRzzwhqHwg7K6RNl1F2\
          9PVdLNtJH498yJSfloW/
          """))
    let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
    #expect(try key.decrypt(algorithm, ciphertext).get() == Data("P256-SHA256-VIV".utf8))
  }

  @Test func `What cannot be decrypted says so in Apple's words`() throws {
    let key = try makeKey(kSecAttrKeyTypeRSA, bits: 1024)
    guard case .failure(let error) = key.decrypt(.rsaEncryptionPKCS1, Data(count: 128)) else {
      return #expect(Bool(false))
    }
    #expect(error.userInfo["NSDescription"] as? String == "RSAdecrypt wrong input (err -27)")
    #expect(
      error.localizedDescription
        == "The operation couldn’t be completed. (OSStatus error -50 - RSAdecrypt wrong input (err -27))")
  }

  @Test func `A small key has no room for OAEP with SHA-512`() throws {
    let key = try makeKey(kSecAttrKeyTypeRSA, bits: 1024)
    #expect(!SecKeyIsAlgorithmSupported(key, .decrypt, .rsaEncryptionOAEPSHA512))
    #expect(key.decrypt(.rsaEncryptionOAEPSHA512, Data(count: 128)).code == -50)
  }
}
