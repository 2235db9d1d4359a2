// SPDX-License-Identifier: Apache-2.0
import CryptoKit
import Foundation
import Security
import Testing

@Suite struct SignatureTests {
  private static let message = Data("sample".utf8)
  private static let rsa: [(SecKeyAlgorithm, Int?)] = [
    (.rsaSignatureDigestPKCS1v15SHA1, 20), (.rsaSignatureDigestPKCS1v15SHA224, 28),
    (.rsaSignatureDigestPKCS1v15SHA256, 32), (.rsaSignatureDigestPKCS1v15SHA384, 48),
    (.rsaSignatureDigestPKCS1v15SHA512, 64), (.rsaSignatureDigestPSSSHA1, 20), (.rsaSignatureDigestPSSSHA224, 28),
    (.rsaSignatureDigestPSSSHA256, 32), (.rsaSignatureDigestPSSSHA384, 48), (.rsaSignatureDigestPSSSHA512, 64),
    (.rsaSignatureMessagePKCS1v15SHA1, nil), (.rsaSignatureMessagePKCS1v15SHA224, nil),
    (.rsaSignatureMessagePKCS1v15SHA256, nil), (.rsaSignatureMessagePKCS1v15SHA384, nil),
    (.rsaSignatureMessagePKCS1v15SHA512, nil), (.rsaSignatureMessagePSSSHA1, nil), (.rsaSignatureMessagePSSSHA224, nil),
    (.rsaSignatureMessagePSSSHA256, nil), (.rsaSignatureMessagePSSSHA384, nil), (.rsaSignatureMessagePSSSHA512, nil),
    (.rsaSignatureRaw, nil), (.rsaSignatureDigestPKCS1v15Raw, nil),
  ]
  private static let ecdsa: [(SecKeyAlgorithm, Int?)] = [
    (.ecdsaSignatureDigestX962SHA1, 20), (.ecdsaSignatureDigestX962SHA224, 28), (.ecdsaSignatureDigestX962SHA256, 32),
    (.ecdsaSignatureDigestX962SHA384, 48), (.ecdsaSignatureDigestX962SHA512, 64),
    (.ecdsaSignatureMessageX962SHA1, nil), (.ecdsaSignatureMessageX962SHA224, nil),
    (.ecdsaSignatureMessageX962SHA256, nil), (.ecdsaSignatureMessageX962SHA384, nil),
    (.ecdsaSignatureMessageX962SHA512, nil), (.ecdsaSignatureDigestRFC4754SHA1, 20),
    (.ecdsaSignatureDigestRFC4754SHA224, 28), (.ecdsaSignatureDigestRFC4754SHA256, 32),
    (.ecdsaSignatureDigestRFC4754SHA384, 48), (.ecdsaSignatureDigestRFC4754SHA512, 64),
    (.ecdsaSignatureMessageRFC4754SHA1, nil), (.ecdsaSignatureMessageRFC4754SHA224, nil),
    (.ecdsaSignatureMessageRFC4754SHA256, nil), (.ecdsaSignatureMessageRFC4754SHA384, nil),
    (.ecdsaSignatureMessageRFC4754SHA512, nil), (.ecdsaSignatureDigestX962, nil), (.ecdsaSignatureRFC4754, nil),
    (.ecdsaSignatureDigestRFC4754, nil),
  ]

  /// Signs and verifies, and refuses a digest of another size.
  private func check(_ key: SecKey, _ algorithm: SecKeyAlgorithm, digestSize: Int?) throws {
    #expect(SecKeyIsAlgorithmSupported(key, .sign, algorithm))
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    #expect(SecKeyIsAlgorithmSupported(publicKey, .verify, algorithm))
    #expect(!SecKeyIsAlgorithmSupported(publicKey, .sign, algorithm))
    let data = digestSize.map { Data(repeating: 7, count: $0) } ?? Self.message
    let signature = try key.sign(algorithm, data).get()
    #expect(publicKey.verify(algorithm, data, signature) == 0)
    #expect(key.verify(algorithm, data, signature) == 0, "private keys verify too")
    var other = data
    other[0] ^= 1
    #expect(publicKey.verify(algorithm, other, signature) == -67808)
    #expect(publicKey.verify(algorithm, data, signature.dropLast()) == -67808)
    #expect(publicKey.verify(algorithm, data, Data()) == -67808)
    #expect(publicKey.sign(algorithm, data).code == -50)
    if digestSize != nil { #expect(key.sign(algorithm, data.dropLast()).code == -50) }
  }

  @Test func `RSA: every algorithm`() throws {
    let key = try makeKey(kSecAttrKeyTypeRSA, bits: 2048)
    for (algorithm, size) in Self.rsa {
      try check(key, algorithm, digestSize: size)
      #expect(try key.sign(algorithm, Data(repeating: 7, count: size ?? 6)).get().count == 256)
    }
  }

  @Test(arguments: [256, 384, 521]) func `ECDSA: every algorithm`(bits: Int) throws {
    let key = try makeKey(kSecAttrKeyTypeEC, bits: bits)
    for (algorithm, size) in Self.ecdsa { try check(key, algorithm, digestSize: size) }
    let raw = try key.sign(.ecdsaSignatureMessageRFC4754SHA256, Self.message).get()
    #expect(raw.count == 2 * SecKeyGetBlockSize(key))
  }

  @Test func `EdDSA`() throws {
    let key = try makeKey([kSecAttrKeyType as String: kSecAttrKeyTypeEd25519]).get()
    try check(key, .edDSASignatureMessageCurve25519SHA512, digestSize: nil)
    let other = try makeKey([kSecAttrKeyType as String: kSecAttrKeyTypeEd448]).get()
    try check(other, .edDSASignatureMessageCurve448SHAKE256, digestSize: nil)
    #expect(!SecKeyIsAlgorithmSupported(key, .sign, .edDSASignatureMessageCurve448SHAKE256))
  }

  /// RFC 6979, A.2.5, with the key in Apple's form.
  @Test func `A published signature`() throws {
    let key = try importKey(
      hex(
        """
        04 60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6
        7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299
        """), kSecAttrKeyTypeEC, kSecAttrKeyClassPublic)
    let signature = hex(
      """
      EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716
      F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8
      """)
    #expect(key.verify(.ecdsaSignatureMessageRFC4754SHA256, Self.message, signature) == 0)
    let der = try P256.Signing.ECDSASignature(rawRepresentation: signature).derRepresentation
    #expect(key.verify(.ecdsaSignatureMessageX962SHA256, Self.message, der) == 0)
    #expect(key.verify(.ecdsaSignatureDigestX962SHA256, Data(SHA256.hash(data: Self.message)), der) == 0)
    #expect(key.verify(.ecdsaSignatureMessageX962SHA256, Self.message, signature) == -67808)
  }

  @Test func `Keys and algorithms that do not go together: not supported, -50`() throws {
    let rsa = try makeKey(kSecAttrKeyTypeRSA, bits: 1024)
    let curve = try makeKey(kSecAttrKeyTypeEC, bits: 256)
    for (algorithm, _) in Self.rsa {
      #expect(!SecKeyIsAlgorithmSupported(curve, .sign, algorithm))
      #expect(curve.sign(algorithm, Self.message).code == -50)
    }
    for (algorithm, _) in Self.ecdsa {
      #expect(!SecKeyIsAlgorithmSupported(rsa, .sign, algorithm))
      #expect(rsa.verify(algorithm, Self.message, Data()) == -50)
    }
    #expect(!SecKeyIsAlgorithmSupported(rsa, .sign, SecKeyAlgorithm(rawValue: "nonsense")))
    #expect(!SecKeyIsAlgorithmSupported(rsa, .sign, .rsaEncryptionPKCS1))
    guard case .failure(let error) = curve.sign(.rsaSignatureRaw, Self.message) else { return #expect(Bool(false)) }
    let text = error.userInfo["NSDescription"] as? String ?? ""
    #expect(text.hasPrefix("algid:sign:RSA:raw: algorithm not supported by the key"))
  }

  @Test func `A small RSA key has no room for a PSS salt of SHA-512`() throws {
    let key = try makeKey(kSecAttrKeyTypeRSA, bits: 1024)
    #expect(!SecKeyIsAlgorithmSupported(key, .sign, .rsaSignatureMessagePSSSHA512))
    #expect(SecKeyIsAlgorithmSupported(key, .sign, .rsaSignatureMessagePSSSHA384))
  }

  @Test func `Names are Apple's, one for each algorithm`() {
    #expect(SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256.rawValue == "algid:sign:ECDSA:message-X962:SHA256")
    #expect(SecKeyAlgorithm.rsaSignatureDigestPSSSHA224.rawValue == "algid:sign:RSA:digest-PSS:SHA224:SHA224:24")
    #expect(
      SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM.rawValue
        == "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV")
    #expect(SecKeyAlgorithm(rawValue: "algid:encrypt:RSA:raw") == .rsaEncryptionRaw)
    let algorithms = (Self.rsa + Self.ecdsa).map { $0.0 }
    #expect(Set(algorithms).count == algorithms.count)
  }
}
