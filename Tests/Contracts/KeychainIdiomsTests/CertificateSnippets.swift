// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Security
import TestCertificates
import Testing

/// The code of the article "SecItem: Pitfalls and Best Practices" that is about certificates, as it stands there.
@Suite struct CertificateSnippets {
  private func mouse() throws -> SecCertificate {
    try secCall { SecCertificateCreateWithData(nil, Data(TestCertificates.mouse) as NSData) }
  }

  @Test func `Erroneous attributes: a tag is no attribute of a certificate`() throws {
    try withKeychain {
      let cert = try mouse()
      let name = "mrgumby"
      var copyResult: CFTypeRef? = nil
      let err = SecItemAdd(
        [
          kSecClass: kSecClassCertificate,
          kSecAttrApplicationTag: Data(name.utf8),
          kSecValueRef: cert,
        ] as NSDictionary, nil)
      #expect(err == errSecNoSuchAttr)
      let err2 = SecItemCopyMatching(
        [
          kSecClass: kSecClassCertificate,
          kSecAttrApplicationTag: Data(name.utf8),
          kSecReturnRef: true,
        ] as NSDictionary, &copyResult)
      #expect(err2 == errSecNoSuchAttr)
    }
  }

  @Test func `Investigating complex attributes: the issuer is the name without its outer sequence`() throws {
    try withKeychain {
      let cert: SecCertificate = try mouse()
      let attrs =
        try secCall {
          SecItemAdd(
            [
              kSecValueRef: cert,
              kSecReturnAttributes: true,
            ] as NSDictionary, $0)
        } as! [String: Any]
      let issuer = attrs[kSecAttrIssuer as String] as! NSData
      #expect(
        (issuer as NSData).debugDescription
          == "<3110300e 06035504 030c074d 6f757365 4341310b 30090603 55040613 024742>")
      let query = [kSecClass: kSecClassCertificate, kSecAttrIssuer: issuer, kSecReturnRef: true] as NSDictionary
      let found = try secCall { SecItemCopyMatching(query, $0) } as! SecCertificate
      #expect(found == cert)
    }
  }

  @Test func `Import, then add: raw data is an item without the certificate's attributes`() throws {
    try withKeychain {
      let certData: Data = Data(TestCertificates.mouse)
      try secCall {
        SecItemAdd(
          [
            kSecClass: kSecClassCertificate,
            kSecValueData: certData,
          ] as NSDictionary, nil)
      }
      let query = [kSecClass: kSecClassCertificate, kSecReturnAttributes: true] as NSDictionary
      let attrs = try secCall { SecItemCopyMatching(query, $0) } as! [String: Any]
      #expect((attrs[kSecAttrIssuer as String] as? Data)?.isEmpty ?? true)
    }
  }

  @Test func `Import, then add: a reference makes an item with the right attributes`() throws {
    try withKeychain {
      let certData: Data = Data(TestCertificates.mouse)
      let cert = try secCall { SecCertificateCreateWithData(nil, certData as NSData) }
      try secCall {
        SecItemAdd(
          [
            kSecValueRef: cert
          ] as NSDictionary, nil)
      }
      let query = [kSecClass: kSecClassCertificate, kSecReturnAttributes: true, kSecReturnRef: true] as NSDictionary
      let attrs = try secCall { SecItemCopyMatching(query, $0) } as! [String: Any]
      #expect(attrs[kSecAttrLabel as String] as? String != nil)
      #expect((attrs[kSecAttrPublicKeyHash as String] as? Data)?.count == 20)
      #expect(attrs[kSecValueRef as String] as! SecCertificate == cert)
    }
  }

  @Test func `Keys: one that is permanent is found by its tag, and signs`() throws {
    try withKeychain {
      let tag = Data("com.example.key".utf8)
      let key = try secCall {
        SecKeyCreateRandomKey(
          [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeySizeInBits: 256,
            kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrApplicationTag: tag],
          ] as NSDictionary, $0)
      }
      let query = [kSecClass: kSecClassKey, kSecAttrApplicationTag: tag, kSecReturnRef: true] as NSDictionary
      let found = try secCall { SecItemCopyMatching(query, $0) } as! SecKey
      let message = Data("message".utf8) as CFData
      let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
      let signature = try secCall { SecKeyCreateSignature(found, algorithm, message, $0) }
      let publicKey = try secCall { SecKeyCopyPublicKey(key) }
      try secCall { SecKeyVerifySignature(publicKey, algorithm, message, signature, $0) }
    }
  }
}
