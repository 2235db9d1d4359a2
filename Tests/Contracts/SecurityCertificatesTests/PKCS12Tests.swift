// SPDX-License-Identifier: Apache-2.0
import CryptoKit
import Foundation
import Security
import TestCertificates
import Testing

/// The rows on PKCS #12 of the table "SecIdentity, PKCS#12, SecTrust".
@Suite struct PKCS12ImportTests {
  private func open(_ bytes: [UInt8], _ options: [CFString: Any]) -> (status: OSStatus, items: [[String: Any]]?) {
    var items: CFArray?
    let status = SecPKCS12Import(NSData(data: Data(bytes)), options as NSDictionary, &items)
    return (status, items as? [[String: Any]])
  }

  private func open(_ bytes: [UInt8], passphrase: String) -> (status: OSStatus, items: [[String: Any]]?) {
    open(bytes, [kSecImportExportPassphrase: passphrase])
  }

  @Test func `Result: label, key id, trust, chain, identity`() throws {
    let (status, items) = open(TestCertificates.modernPKCS12, passphrase: "secret")
    #expect(status == errSecSuccess)
    let item = try #require(items?.first)
    #expect(items?.count == 1)
    #expect(item[kSecImportItemLabel as String] as? String == "A Leaf")
    #expect((item[kSecImportItemKeyID as String] as? Data)?.count == 20)
    let identity = try #require(item[kSecImportItemIdentity as String] as? SecIdentity)
    var found: SecCertificate?
    SecIdentityCopyCertificate(identity, &found)
    #expect(try found == certificate(TestCertificates.leaf))
    let chain = try #require(item[kSecImportItemCertChain as String] as? [SecCertificate])
    #expect(
      try chain
        == [
          certificate(TestCertificates.leaf), certificate(TestCertificates.intermediate),
          certificate(TestCertificates.root),
        ])
    let trust = try #require(item[kSecImportItemTrust as String] as? SecTrust)
    #expect(SecTrustGetCertificateCount(trust) == 3)
    var key: SecKey?
    SecIdentityCopyPrivateKey(identity, &key)
    let signature = SecKeyCreateSignature(try #require(key), .ecdsaSignatureMessageX962SHA256, Data() as NSData, nil)
    let publicKey = try #require(SecTrustCopyKey(trust))
    #expect(
      SecKeyVerifySignature(
        publicKey, .ecdsaSignatureMessageX962SHA256, Data() as NSData, try #require(signature), nil))
  }

  @Test func `RSA keys, 3DES and RC2: files of old times`() throws {
    let (status, items) = open(TestCertificates.legacyPKCS12, passphrase: "secret")
    #expect(status == errSecSuccess)
    #expect(items?.first?[kSecImportItemLabel as String] as? String == "Old RSA")
    #expect(items?.first?[kSecImportItemIdentity as String] is SecIdentity)
  }

  /// SHA-1, SHA-256 and SHA-512 are in the other files.
  @Test func `A MAC with SHA-224 and with SHA-384`() {
    for file in [TestCertificates.sha224PKCS12, TestCertificates.sha384PKCS12] {
      #expect(open(file, passphrase: "secret").items?.count == 1)
      #expect(open(file, passphrase: "wrong").status == -25293)
    }
  }

  @Test func `Missing passphrase: an empty one`() {
    #expect(open(TestCertificates.emptyPKCS12, [:]).items?.count == 1)
    #expect(open(TestCertificates.emptyPKCS12, passphrase: "").items?.count == 1)
    #expect(open(TestCertificates.modernPKCS12, [:]).status == -25293)
  }

  @Test func `Wrong passphrase: -25293`() {
    let (status, items) = open(TestCertificates.modernPKCS12, passphrase: "wrong")
    #expect(status == errSecAuthFailed && items == nil)
  }

  @Test func `Undecodable: -26275`() {
    #expect(open([], passphrase: "secret").status == errSecDecode)
    #expect(open(TestCertificates.leaf, passphrase: "secret").status == errSecDecode)
    #expect(open(TestCertificates.modernPKCS12.dropLast(), passphrase: "secret").status == errSecDecode)
  }

  @Test func `A file without a key has no identity`() {
    let (status, items) = open(TestCertificates.certificatePKCS12, passphrase: "secret")
    #expect(status == errSecSuccess && items?.isEmpty == true)
  }
}
