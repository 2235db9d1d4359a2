// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import Foundation
import InProcessKeychain
import Security
import Testing

/// `kSecClassIdentity` through the four functions on a real store: the rows of "Digital identity as a join".
@Suite struct IdentityTests {
  let inProcess: InProcessKeychain
  let enclave: EnclaveKeychain
  let calls: Calls

  init() throws {
    inProcess = try InProcessKeychain()
    enclave = EnclaveKeychain(inProcess.session(groups: ["app", "shared"]), inProcess.keys)
    calls = Calls(keychain: enclave)
  }

  // MARK: - What there is

  private func key(_ attributes: [CFString: Any] = [:]) throws -> SecKey {
    var parameters = attributes
    parameters[kSecAttrKeyType] = kSecAttrKeyTypeECSECPrimeRandom
    parameters[kSecAttrKeySizeInBits] = 256
    let made = Keychain.$replacement.withValue(enclave) { SecKeyCreateRandomKey(parameters as NSDictionary, nil) }
    return try #require(made)
  }

  private func identity(_ key: SecKey, serial: Int = 1) throws -> SecIdentity {
    let made = SecIdentityCreate(nil, try certificate(of: key, serial: serial), key)
    return try #require(made)
  }

  private func identities(_ query: [CFString: Any] = [:]) -> [SecIdentity] {
    let query = query.merging([kSecClass: kSecClassIdentity, kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll]) {
      own, _ in own
    }
    return calls.find(query as NSDictionary).result as? [SecIdentity] ?? []
  }

  private func count(_ itemClass: CFString, _ query: [CFString: Any] = [:]) -> Int {
    let query = query.merging([kSecClass: itemClass, kSecReturnAttributes: true, kSecMatchLimit: kSecMatchLimitAll]) {
      own, _ in own
    }
    return (calls.find(query as NSDictionary).result as? [Any])?.count ?? 0
  }

  private func add(_ identity: SecIdentity, _ attributes: [CFString: Any] = [:]) -> OSStatus {
    calls.add(attributes.merging([kSecValueRef: identity]) { own, _ in own } as NSDictionary).status
  }

  // MARK: - Adding

  @Test func `Add: whose key it is says nothing of the certificate`() throws {
    let made = try identity(key([kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]))
    #expect(add(made) == 0)
    #expect(add(made, [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]) == errSecDuplicateItem)
    #expect(count(kSecClassCertificate) == 1)
  }

  @Test func `Add: the certificate and the key, which the reference finds together`() throws {
    let made = try identity(key())
    #expect(add(made) == 0)
    #expect(count(kSecClassCertificate) == 1 && count(kSecClassKey) == 1)
    let query: NSDictionary = [kSecValueRef: made, kSecReturnRef: true]
    let found = try #require(calls.find(query).result as? SecIdentity)
    #expect(found == made)
    var key: SecKey?
    unsafe SecIdentityCopyPrivateKey(found, &key)
    #expect(SecKeyCreateSignature(try #require(key), .ecdsaSignatureMessageX962SHA256, Data() as NSData, nil) != nil)
  }

  @Test func `Add: a half that is there is tolerated, two are -25299`() throws {
    let made = try identity(key())
    #expect(calls.add([kSecValueRef: try certificate(of: key(), serial: 9)]).status == 0)
    #expect(add(made) == 0)
    #expect(add(made) == errSecDuplicateItem)
    #expect(identities() == [made])
  }

  @Test func `Add: kSecAttrLabel is that of both`() throws {
    let made = try identity(key())
    #expect(add(made, [kSecAttrLabel: "mine"]) == 0)
    #expect(identities([kSecAttrLabel: "mine"]) == [made])
    #expect(identities([kSecAttrLabel: "Me"]).isEmpty)
    for half in [kSecClassCertificate, kSecClassKey] { #expect(count(half, [kSecAttrLabel: "mine"]) == 1) }
  }

  @Test func `Add: into a shared group go both, where another app of the group finds the identity`() throws {
    let made = try identity(key())
    #expect(add(made, [kSecAttrAccessGroup: "shared"]) == 0)
    #expect(identities([kSecAttrAccessGroup: "shared"]) == [made])
    let other = Calls(keychain: inProcess.session(groups: ["other", "shared"]))
    let query: NSDictionary = [kSecClass: kSecClassIdentity, kSecReturnRef: true]
    #expect(other.find(query).result as? SecIdentity == made)
    #expect(add(made, [kSecAttrAccessGroup: "foreign"]) == errSecMissingEntitlement)
  }

  @Test func `Add: synchronization and accessibility are those of both`() throws {
    let made = try identity(key())
    #expect(add(made, [kSecAttrSynchronizable: true, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock]) == 0)
    #expect(identities().isEmpty)
    let wanted: [CFString: Any] = [
      kSecAttrSynchronizable: true, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,
    ]
    #expect(identities(wanted) == [made])
    for half in [kSecClassCertificate, kSecClassKey] { #expect(count(half, wanted) == 1) }
  }

  @Test func `Add: what one half alone has is that half's, what none has is -25303`() throws {
    let made = try identity(key())
    #expect(add(made, [kSecAttrAccount: "me"]) == errSecNoSuchAttr)
    #expect(count(kSecClassCertificate) == 0 && count(kSecClassKey) == 0)
    #expect(add(made, [kSecAttrApplicationTag: "tag", kSecAttrCertificateEncoding: 2]) == 0)
    #expect(identities([kSecAttrApplicationTag: "tag"]) == [made])
    #expect(count(kSecClassCertificate, [kSecAttrCertificateEncoding: 2]) == 1)
  }

  @Test func `Add returns a persistent reference to the identity`() throws {
    let made = try identity(key())
    let item: NSDictionary = [kSecValueRef: made, kSecReturnPersistentRef: true]
    let reference = try #require(calls.add(item).result as? Data)
    #expect(reference.prefix(4) == Data("idnt".utf8))
    let query: NSDictionary = [kSecValuePersistentRef: reference, kSecReturnRef: true]
    #expect(calls.find(query).result as? SecIdentity == made)
  }

  // MARK: - Groups

  @Test func `The halves' groups may differ: the key's is what a query asks for`() throws {
    let made = try identity(key())
    var (one, other): (SecCertificate?, SecKey?)
    unsafe SecIdentityCopyCertificate(made, &one)
    unsafe SecIdentityCopyPrivateKey(made, &other)
    let certificate: NSDictionary = [kSecValueRef: try #require(one), kSecAttrAccessGroup: "shared"]
    let key: NSDictionary = [kSecValueRef: try #require(other), kSecAttrAccessGroup: "app"]
    #expect(calls.add(certificate).status == 0 && calls.add(key).status == 0)
    #expect(identities([kSecAttrAccessGroup: "app"]) == [made])
    #expect(identities([kSecAttrAccessGroup: "shared"]).isEmpty)
  }

  // MARK: - A renewed certificate

  private func renewed() throws -> (old: SecIdentity, new: SecIdentity) {
    let key = try key()
    let (old, new) = (try identity(key, serial: 1), try identity(key, serial: 2))
    #expect(add(old) == 0 && add(new) == 0)
    #expect(count(kSecClassCertificate) == 2 && count(kSecClassKey) == 1)
    return (old, new)
  }

  @Test func `CopyMatching by reference: of two certificates to a key, the one that is meant`() throws {
    let (old, new) = try renewed()
    #expect(Set(identities()) == [old, new])
    for meant in [old, new] { #expect(identities([kSecValueRef: meant]) == [meant]) }
    #expect(identities([kSecValueRef: try identity(key(), serial: 1)]).isEmpty)
  }

  @Test func `Delete by reference: one certificate, and the key with the last one`() throws {
    let (old, new) = try renewed()
    #expect(calls.delete([kSecValueRef: old]) == 0)
    #expect(identities() == [new])
    #expect(count(kSecClassCertificate) == 1 && count(kSecClassKey) == 1)
    #expect(calls.delete([kSecValueRef: old]) == errSecItemNotFound)
    #expect(calls.delete([kSecValueRef: new]) == 0)
    #expect(count(kSecClassCertificate) == 0 && count(kSecClassKey) == 0)
  }

  @Test func `Update by reference: the key, and the one certificate`() throws {
    let (old, new) = try renewed()
    #expect(calls.update([kSecValueRef: new], to: [kSecAttrLabel: "renewed"]) == 0)
    #expect(identities([kSecAttrLabel: "renewed"]) == [new])
    #expect(identities([kSecAttrLabel: "Me"]) == [old])
    #expect(count(kSecClassKey, [kSecAttrLabel: "renewed"]) == 1)
  }

  @Test func `A reference is to its identity whatever label its halves have been given`() throws {
    let (old, _) = try renewed()
    #expect(calls.update([kSecValueRef: old], to: [kSecAttrLabel: "old"]) == 0)
    #expect(identities([kSecValueRef: old]) == [old])
    #expect(identities([kSecValueRef: old, kSecAttrLabel: "old"]) == [old])
    #expect(identities([kSecValueRef: old, kSecAttrLabel: "new"]).isEmpty)
  }

  // MARK: - A key of the enclave

  @Test func `The identity of an enclave key is found, changed and deleted by reference`() throws {
    let key = try key([kSecAttrTokenID: kSecAttrTokenIDSecureEnclave])
    let made = try identity(key)
    #expect(add(made) == 0)
    #expect(identities() == [made])
    #expect(identities([kSecValueRef: made]) == [made])
    #expect(calls.update([kSecValueRef: made], to: [kSecAttrLabel: "mine"]) == 0)
    #expect(identities([kSecAttrLabel: "mine"]) == [made])
    #expect(calls.delete([kSecValueRef: made]) == 0)
    #expect(count(kSecClassCertificate) == 0 && count(kSecClassKey) == 0)
  }
}
