// SPDX-License-Identifier: Apache-2.0
import CryptoKit
import Foundation
import Security
import TestCertificates
import Testing

func certificate(_ bytes: [UInt8]) throws -> SecCertificate {
  try #require(SecCertificateCreateWithData(nil, NSData(data: Data(bytes))))
}

/// The table "Certificates".
@Suite struct SecCertificateTests {
  @Test func `CreateWithData: nil for bad DER, trailing bytes dropped`() throws {
    for bad: [UInt8] in [[], [0x30], [0x30, 0], TestCertificates.leaf.dropLast(), TestCertificates.leafKey] {
      #expect(SecCertificateCreateWithData(nil, NSData(data: Data(bad))) == nil)
    }
    let extended = try certificate(TestCertificates.leaf + [1, 2, 3])
    #expect(SecCertificateCopyData(extended) as Data == Data(TestCertificates.leaf))
    #expect(try extended == certificate(TestCertificates.leaf))
  }

  @Test func `CopyData: exact DER`() throws {
    for bytes in [TestCertificates.root, TestCertificates.rsa, TestCertificates.mouse] {
      #expect(SecCertificateCopyData(try certificate(bytes)) as Data == Data(bytes))
    }
  }

  @Test func `Summary, common name, addresses, serial number`() throws {
    let leaf = try certificate(TestCertificates.leaf)
    #expect(SecCertificateCopySubjectSummary(leaf) as String? == "example.com")
    var name: CFString?
    #expect(SecCertificateCopyCommonName(leaf, &name) == errSecSuccess)
    #expect(name as String? == "example.com")
    var addresses: CFArray?
    #expect(SecCertificateCopyEmailAddresses(leaf, &addresses) == errSecSuccess)
    #expect(addresses as? [String] == ["alt@example.com", "subject@example.com"])
    #expect(SecCertificateCopySerialNumberData(leaf, nil) as Data? == hex("00F1F2F3F4F5F6F7"), "the INTEGER's octets")
    let unnamed = try certificate(TestCertificates.rsa)
    #expect(SecCertificateCopyCommonName(unnamed, &name) == -26276)
    #expect(SecCertificateCopySubjectSummary(unnamed) as String? == "Unit")
    #expect(SecCertificateCopyEmailAddresses(try certificate(TestCertificates.mouse), &addresses) == errSecSuccess)
    #expect(addresses?.count == 0)
  }

  @Test func `CopyKey`() throws {
    let leaf = try #require(SecCertificateCopyKey(try certificate(TestCertificates.leaf)))
    #expect(SecKeyCopyAttributes(leaf)?["type"] as? String == "73")
    let rsa = try #require(SecCertificateCopyKey(try certificate(TestCertificates.rsa)))
    #expect(SecKeyGetBlockSize(rsa) == 128)
    #expect(SecKeyIsAlgorithmSupported(rsa, .encrypt, .rsaEncryptionPKCS1))
  }

  @Test func `Older names, and the dates`() throws {
    let expired = try certificate(TestCertificates.expired)
    #expect(SecCertificateCopyPublicKey(expired) == SecCertificateCopyKey(expired))
    #expect(
      SecCertificateCopySerialNumber(expired) as Data? == SecCertificateCopySerialNumberData(expired, nil) as Data?)
    let from = try #require(SecCertificateCopyNotValidBeforeDate(expired)) as Date
    let until = try #require(SecCertificateCopyNotValidAfterDate(expired)) as Date
    #expect(from == Date(timeIntervalSince1970: 1_795_278_835) && until == from.addingTimeInterval(86_400))
  }

  @Test func `Normalized sequences have the outer SEQUENCE`() throws {
    let mouse = try certificate(TestCertificates.mouse)
    let name = hex("301f3110300e06035504030c074d6f7573654341310b3009060355040613024742")
    #expect(SecCertificateCopyNormalizedIssuerSequence(mouse) as Data? == name)
    #expect(SecCertificateCopyNormalizedSubjectSequence(mouse) as Data? == name)
  }

  @Test func `Objects compare as Core Foundation's`() throws {
    let one = try certificate(TestCertificates.leaf)
    #expect(CFGetTypeID(one) == SecCertificateGetTypeID())
    #expect(try CFEqual(one, certificate(TestCertificates.leaf)))
    #expect(try !CFEqual(one, certificate(TestCertificates.root)))
    #expect(try CFHash(one) == CFHash(certificate(TestCertificates.leaf)))
    let anything: CFTypeRef = one
    #expect(anything as? SecCertificate == one && anything as? SecKey == nil)
  }
}

/// The rows on identities of the table "SecIdentity, PKCS#12, SecTrust".
@Suite struct SecIdentityTests {
  private func key(_ sec1: [UInt8]) throws -> SecKey {
    let x963 = try P256.Signing.PrivateKey(derRepresentation: sec1).x963Representation
    let attributes: NSDictionary = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPrivate]
    return try #require(SecKeyCreateWithData(x963 as NSData, attributes, nil))
  }

  @Test func `SecIdentityCreate: nil if the public key is another`() throws {
    let leaf = try certificate(TestCertificates.leaf)
    #expect(SecIdentityCreate(nil, leaf, try key(TestCertificates.clientKey)) == nil)
    let publicKey = try #require(SecKeyCopyPublicKey(try key(TestCertificates.leafKey)))
    #expect(SecIdentityCreate(nil, leaf, publicKey) == nil)
  }

  @Test func `CopyCertificate, CopyPrivateKey`() throws {
    let leaf = try certificate(TestCertificates.leaf)
    let identity = try #require(SecIdentityCreate(nil, leaf, try key(TestCertificates.leafKey)))
    var found: SecCertificate?
    #expect(SecIdentityCopyCertificate(identity, &found) == errSecSuccess)
    #expect(found == leaf)
    var foundKey: SecKey?
    #expect(SecIdentityCopyPrivateKey(identity, &foundKey) == errSecSuccess)
    #expect(try foundKey == key(TestCertificates.leafKey))
    #expect(CFGetTypeID(identity) == SecIdentityGetTypeID())
  }
}
