// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import Foundation
import KeychainModel
import Security
import TestCertificates
import Testing

/// What `kSecValueRef` makes of keys, certificates and identities, and what `kSecReturnRef` makes of items.
@Suite struct KeychainReferenceTests {
  private func makeKey(_ type: CFString = kSecAttrKeyTypeEC, bits: Int = 256) throws -> SecKey {
    let parameters: NSDictionary = [kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits]
    let key = SecKeyCreateRandomKey(parameters, nil)
    return try #require(key)
  }

  private func certificate(_ bytes: [UInt8]) throws -> SecCertificate {
    try #require(SecCertificateCreateWithData(nil, NSData(data: Data(bytes))))
  }

  /// What the keychain is asked to add for this dictionary.
  private func addition(_ dictionary: NSDictionary) throws -> ItemAddition {
    let keychain = RecordingKeychain()
    #expect(Calls(keychain: keychain).add(dictionary).status == errSecSuccess)
    return try #require(keychain.addition)
  }

  private func bytes(_ key: SecKey) throws -> Data {
    let data = SecKeyCopyExternalRepresentation(key, nil)
    return try #require(data) as Data
  }

  /// The object made of an item like this one.
  private func object(_ item: ItemResult) -> AnyObject? {
    let query: NSDictionary = [kSecClass: item.itemClass.rawValue, kSecReturnRef: true]
    return Calls(keychain: RecordingKeychain(.success([item]))).find(query).result
  }

  @Test(arguments: [("42", 1024), ("73", 256), ("73", 521)])
  func `A key is added with its attributes and its bytes, and comes back`(type: String, bits: Int) throws {
    let key = try makeKey(type as NSString, bits: bits)
    let added = try addition([kSecValueRef: key, kSecAttrApplicationTag: "tag"])
    #expect(added.itemClass == .key)
    #expect(added.attributes[.keyClass] == .number(1))
    #expect(added.attributes[.type] == .number(Int64(type) ?? 0))
    #expect(added.attributes[.keySizeInBits] == .number(Int64(bits)))
    #expect(added.attributes[.isPrivate] == .number(1))
    #expect(added.attributes[.canSign] == .number(1))
    #expect(added.attributes[.applicationTag] == .string("tag"))
    let hash = SecKeyCopyAttributes(key)?["klbl"] as? Data
    #expect(added.attributes[.applicationLabel] == hash.map { .data([UInt8]($0)) })
    #expect(added.data?.withBytes { Data($0.indices.map { index in 0 }) }.count == (try bytes(key)).count)
    let found = object(ItemResult(.key, attributes: added.attributes, data: added.data))
    #expect(found as? SecKey == key)
  }

  @Test func `A public key is of class public`() throws {
    let key = try #require(SecKeyCopyPublicKey(makeKey()))
    let added = try addition([kSecValueRef: key])
    #expect(added.attributes[.keyClass] == .number(0))
    #expect(object(ItemResult(.key, attributes: added.attributes, data: added.data)) as? SecKey == key)
  }

  @Test func `A certificate is added with its names, its number and its hash`() throws {
    let leaf = try certificate(TestCertificates.leaf)
    let added = try addition([kSecValueRef: leaf])
    #expect(added.itemClass == .certificate)
    #expect(added.attributes[.certificateType] == .number(3))
    #expect(added.attributes[.certificateEncoding] == .number(3))
    #expect(added.attributes[.label] == .string("example.com"))
    #expect(added.attributes[.serialNumber] == .data([0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7]))
    #expect(added.attributes[.subjectKeyID] == added.attributes[.publicKeyHash], "OpenSSL hashes the same bytes")
    let issuer = try #require(SecCertificateCopyNormalizedIssuerSequence(leaf)) as Data
    #expect(added.attributes[.issuer] == .data([UInt8](issuer.dropFirst(2))), "without the outer SEQUENCE")
    let item = ItemResult(.certificate, attributes: added.attributes, data: added.data)
    #expect(object(item) as? SecCertificate == leaf)
  }

  /// The example of "SecItem: Pitfalls and Best Practices".
  @Test func `Subject and issuer are the normalized names`() throws {
    let added = try addition([kSecValueRef: certificate(TestCertificates.mouse)])
    let name = [UInt8](
      Data(base64Encoded: "MRAwDgYDVQQDDAdNb3VzZUNBMQswCQYDVQQGEwJHQg==") ?? Data())
    #expect(added.attributes[.subject] == .data(name))
    #expect(added.attributes[.issuer] == .data(name))
  }

  @Test func `The caller's own keys win`() throws {
    let added = try addition([kSecValueRef: certificate(TestCertificates.leaf), kSecAttrLabel: "mine"])
    #expect(added.attributes[.label] == .string("mine"))
  }

  @Test func `An identity is a key with a certificate, and comes back`() throws {
    let identity = try importedIdentity()
    let added = try addition([kSecValueRef: identity])
    #expect(added.itemClass == .identity)
    #expect(added.attributes[.keyClass] == .number(1))
    #expect(added.certificate?.attributes[.serialNumber] != nil)
    #expect(added.attributes[.applicationLabel] == added.certificate?.attributes[.publicKeyHash], "the join")
    let item = ItemResult(
      .identity, attributes: added.attributes, data: added.data, certificate: added.certificate)
    #expect(object(item) as? SecIdentity == identity)
  }

  private func importedIdentity() throws -> SecIdentity {
    var items: CFArray?
    let data = NSData(data: Data(TestCertificates.modernPKCS12))
    #expect(
      unsafe SecPKCS12Import(data, [kSecImportExportPassphrase: "secret"] as NSDictionary, &items) == errSecSuccess)
    let item = try #require(items?.firstObject as? [String: Any])
    return try #require(item[kSecImportItemIdentity as String] as? SecIdentity)
  }

  @Test func `An imported identity is added when the data-protection keychain is asked for`() throws {
    let keychain = RecordingKeychain()
    var items: CFArray?
    let options: NSDictionary = [kSecImportExportPassphrase: "secret", kSecUseDataProtectionKeychain: true]
    let status = Keychain.$replacement.withValue(keychain) {
      unsafe SecPKCS12Import(NSData(data: Data(TestCertificates.modernPKCS12)), options, &items)
    }
    #expect(status == errSecSuccess && items?.count == 1)
    #expect(keychain.addition?.itemClass == .identity)
    let duplicate = Keychain.$replacement.withValue(RecordingKeychain(.failure(.duplicateItem))) {
      unsafe SecPKCS12Import(NSData(data: Data(TestCertificates.modernPKCS12)), options, &items)
    }
    #expect(duplicate == errSecSuccess, "what is there already is no error")
  }

  @Test func `The identity of a certificate is found by the hash of its key`() throws {
    let identity = try importedIdentity()
    var certificate: SecCertificate?
    #expect(unsafe SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess)
    var key: SecKey?
    #expect(unsafe SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess)
    let parts = try #require(key).itemParts()
    let keychain = RecordingKeychain(.success([ItemResult(.key, attributes: parts.attributes, data: parts.data)]))
    var found: SecIdentity?
    let leaf = try #require(certificate)
    let status = Keychain.$replacement.withValue(keychain) {
      unsafe SecIdentityCreateWithCertificate(nil, leaf, &found)
    }
    #expect(status == errSecSuccess && found == identity)
    #expect(keychain.query?.attributes[.applicationLabel] == parts.attributes[.applicationLabel])
    let none = Keychain.$replacement.withValue(RecordingKeychain(.failure(.itemNotFound))) {
      unsafe SecIdentityCreateWithCertificate(nil, leaf, &found)
    }
    #expect(none == errSecItemNotFound)
  }

  @Test func `A permanent key is added as it is made, with its attributes`() throws {
    let keychain = RecordingKeychain()
    let parameters: NSDictionary = [
      kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256,
      kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data("tag".utf8)] as NSDictionary,
    ]
    let made = Keychain.$replacement.withValue(keychain) { SecKeyCreateRandomKey(parameters, nil) }
    let key = try #require(made)
    let added = try #require(keychain.addition)
    #expect(added.itemClass == .key)
    #expect(added.attributes[.keyClass] == .number(1))
    #expect(added.attributes[.applicationTag] == .data(Array("tag".utf8)))
    let hash = SecKeyCopyAttributes(key)?["klbl"] as? Data
    #expect(added.attributes[.applicationLabel] == hash.map { .data([UInt8]($0)) })
  }

  @Test func `What is said of the private part stands above what is said of the whole`() throws {
    let keychain = RecordingKeychain()
    let parameters: NSDictionary = [
      kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256, kSecAttrIsPermanent: true,
      kSecAttrLabel: "both", kSecAttrApplicationTag: Data("whole".utf8),
      kSecPrivateKeyAttrs: [kSecAttrApplicationTag: Data("private".utf8)] as NSDictionary,
      kSecPublicKeyAttrs: [kSecAttrIsPermanent: false] as NSDictionary,
    ]
    let made = Keychain.$replacement.withValue(keychain) { SecKeyCreateRandomKey(parameters, nil) }
    #expect(made != nil)
    let added = try #require(keychain.addition)
    #expect(added.attributes[.keyClass] == .number(1), "the private key alone")
    #expect(added.attributes[.label] == .string("both"))
    #expect(added.attributes[.applicationTag] == .data(Array("private".utf8)))
  }

  @Test func `A permanent key that cannot be added is none: nil with that code`() {
    let parameters: NSDictionary = [
      kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256, kSecAttrIsPermanent: true,
    ]
    var error: Unmanaged<CFError>?
    let key = Keychain.$replacement.withValue(RecordingKeychain(.failure(.interactionNotAllowed))) {
      unsafe SecKeyCreateRandomKey(parameters, &error)
    }
    #expect(key == nil)
    #expect(unsafe error?.takeRetainedValue().code == -25308)
  }

  @Test func `A key that is not permanent is in no keychain`() throws {
    let keychain = RecordingKeychain()
    Keychain.$replacement.withValue(keychain) { _ = try? makeKey() }
    #expect(keychain.addition == nil)
  }

  @Test func `A query with a reference asks for the item, whatever it is used for and called`() throws {
    let keychain = RecordingKeychain()
    let key = try makeKey()
    _ = Calls(keychain: keychain).find([kSecValueRef: key, kSecReturnAttributes: true])
    let query = try #require(keychain.query)
    #expect(query.attributes[.applicationLabel] != nil && query.attributes[.keyClass] == .number(1))
    #expect(query.attributes[.canSign] == nil && query.attributes[.isPermanent] == nil)
    _ = Calls(keychain: keychain).find([kSecValueRef: try certificate(TestCertificates.leaf)])
    #expect(keychain.query?.attributes[.label] == nil, "a label may have been changed")
    #expect(keychain.query?.attributes[.serialNumber] != nil)
  }

  @Test func `A policy is taken as a filter`() throws {
    let keychain = RecordingKeychain()
    _ = Calls(keychain: keychain).find([
      kSecClass: kSecClassCertificate, kSecMatchPolicy: SecPolicyCreateSSL(true, "example.com"),
    ])
    #expect(
      keychain.query?.options.match.policy == MatchPolicy(identifier: "1.2.840.113635.100.1.3", name: "example.com"))
    _ = Calls(keychain: keychain).find([
      kSecClass: kSecClassIdentity, kSecMatchPolicy: SecPolicyCreateSSL(false, nil),
    ])
    #expect(keychain.query?.options.match.policy == MatchPolicy(identifier: "1.2.840.113635.100.1.3", side: .client))
  }

  @Test func `What is no key has no object`() throws {
    let parts = try makeKey().itemParts()
    #expect(object(ItemResult(.key, attributes: parts.attributes, data: .empty)) == nil)
    #expect(object(ItemResult(.key, attributes: [:], data: parts.data)) == nil)
    #expect(object(ItemResult(.certificate, attributes: [:], data: parts.data)) == nil)
  }
}
