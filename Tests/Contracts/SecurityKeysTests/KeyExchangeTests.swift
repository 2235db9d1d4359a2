// SPDX-License-Identifier: Apache-2.0
import CryptoKit
import Foundation
import Security
import Testing

@Suite struct KeyExchangeTests {
  private func exchange(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ other: SecKey, _ parameters: [SecKeyKeyExchangeParameter: Any] = [:]
  ) -> Result<Data, CFError> {
    var named: [String: Any] = [:]
    for (parameter, value) in parameters { named[parameter.rawValue as String] = value }
    return answer { SecKeyCopyKeyExchangeResult(key, algorithm, other, named as NSDictionary, $0) }
  }

  @Test(arguments: [256, 384, 521]) func `Both sides get the same`(bits: Int) throws {
    let one = try makeKey(kSecAttrKeyTypeEC, bits: bits)
    let other = try makeKey(kSecAttrKeyTypeEC, bits: bits)
    let onePublic = try #require(SecKeyCopyPublicKey(one))
    let otherPublic = try #require(SecKeyCopyPublicKey(other))
    for algorithm in [SecKeyAlgorithm.ecdhKeyExchangeStandard, .ecdhKeyExchangeCofactor] {
      let secret = try exchange(one, algorithm, otherPublic).get()
      #expect(secret.count == SecKeyGetBlockSize(one))
      #expect(try exchange(other, algorithm, onePublic).get() == secret)
    }
    for algorithm in [
      SecKeyAlgorithm.ecdhKeyExchangeStandardX963SHA1, .ecdhKeyExchangeStandardX963SHA224,
      .ecdhKeyExchangeStandardX963SHA256, .ecdhKeyExchangeStandardX963SHA384, .ecdhKeyExchangeStandardX963SHA512,
      .ecdhKeyExchangeCofactorX963SHA1, .ecdhKeyExchangeCofactorX963SHA224, .ecdhKeyExchangeCofactorX963SHA256,
      .ecdhKeyExchangeCofactorX963SHA384, .ecdhKeyExchangeCofactorX963SHA512,
    ] {
      let parameters: [SecKeyKeyExchangeParameter: Any] = [.requestedSize: 100, .sharedInfo: Data("info".utf8)]
      let secret = try exchange(one, algorithm, otherPublic, parameters).get()
      #expect(secret.count == 100)
      #expect(try exchange(other, algorithm, onePublic, parameters).get() == secret)
      #expect(try exchange(other, algorithm, onePublic, [.requestedSize: 100]).get() != secret)
      #expect(exchange(one, algorithm, otherPublic).code == -50, "the size is missing")
    }
  }

  /// What CryptoKit makes of the same keys.
  @Test func `Agrees with CryptoKit`() throws {
    let one = P256.KeyAgreement.PrivateKey()
    let other = P256.KeyAgreement.PrivateKey()
    let key = try importKey(one.x963Representation, kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate)
    let otherKey = try importKey(other.publicKey.x963Representation, kSecAttrKeyTypeEC, kSecAttrKeyClassPublic)
    let secret = try one.sharedSecretFromKeyAgreement(with: other.publicKey)
    #expect(try secret == exchange(key, .ecdhKeyExchangeStandard, otherKey).get())
    let derived = secret.x963DerivedSymmetricKey(
      using: SHA256.self, sharedInfo: Data("info".utf8), outputByteCount: 32)
    let parameters: [SecKeyKeyExchangeParameter: Any] = [.requestedSize: 32, .sharedInfo: Data("info".utf8)]
    let bytes = try exchange(key, .ecdhKeyExchangeCofactorX963SHA256, otherKey, parameters).get()
    #expect(derived == SymmetricKey(data: bytes))
  }

  @Test func `X25519 and X448 agree too`() throws {
    for type in [kSecAttrKeyTypeX25519, kSecAttrKeyTypeX448] {
      let one = try makeKey([kSecAttrKeyType as String: type]).get()
      let other = try makeKey([kSecAttrKeyType as String: type]).get()
      let secret = try exchange(one, .ecdhKeyExchangeStandard, #require(SecKeyCopyPublicKey(other))).get()
      #expect(try exchange(other, .ecdhKeyExchangeStandard, #require(SecKeyCopyPublicKey(one))).get() == secret)
    }
  }

  @Test func `Keys that do not go together: -50`() throws {
    let key = try makeKey(kSecAttrKeyTypeEC, bits: 256)
    let other = try #require(SecKeyCopyPublicKey(try makeKey(kSecAttrKeyTypeEC, bits: 384)))
    let rsa = try makeKey(kSecAttrKeyTypeRSA, bits: 1024)
    #expect(exchange(key, .ecdhKeyExchangeStandard, other).code == -50)
    #expect(exchange(key, .ecdhKeyExchangeStandard, rsa).code == -50)
    #expect(exchange(rsa, .ecdhKeyExchangeStandard, other).code == -50)
    #expect(exchange(other, .ecdhKeyExchangeStandard, other).code == -50, "public keys agree on nothing")
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    let parameters: [SecKeyKeyExchangeParameter: Any] = [.requestedSize: 16, .sharedInfo: "text"]
    #expect(exchange(key, .ecdhKeyExchangeStandardX963SHA256, publicKey, parameters).code == -50)
    #expect(exchange(key, .ecdhKeyExchangeStandardX963SHA256, publicKey, [.requestedSize: -1]).code == -50)
  }
}
