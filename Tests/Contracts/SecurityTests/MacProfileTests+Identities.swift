// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import Foundation
import Security
import TestCertificates
import Testing

// Identities of the two keychains: the rows of "SecIdentity, PKCS#12, SecTrust" that differ on macOS.

extension MacProfileTests {
  private func within<Value>(_ body: () throws -> Value) rethrows -> Value {
    try on { try Keychain.$replacement.withValue(both) { try body() } }
  }

  private func open(
    _ options: [CFString: Any], passphrase: String = "secret"
  ) -> (status: OSStatus, items: [[String: Any]]?) {
    let options = options.merging([kSecImportExportPassphrase: passphrase]) { own, _ in own } as NSDictionary
    var items: CFArray?
    let file = Data(TestCertificates.modernPKCS12) as NSData
    let status = within { unsafe SecPKCS12Import(file, options, &items) }
    return (status, items as? [[String: Any]])
  }

  private func identities(_ kind: [CFString: Any]) -> [SecIdentity] {
    let all: [CFString: Any] = [
      kSecClass: kSecClassIdentity, kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll,
    ]
    return find(all, kind).result as? [SecIdentity] ?? []
  }

  @Test func `SecPKCS12Import: into the file-based keychain, with all certificates`() throws {
    let opened = open([:])
    #expect(opened.status == 0)
    let identity = try #require(opened.items?.first?[kSecImportItemIdentity as String] as? SecIdentity)
    #expect(identities(ofFile) == [identity] && identities(protected).isEmpty)
    let all: [CFString: Any] = [kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll]
    #expect((find([kSecClass: kSecClassCertificate], all).result as? [SecCertificate])?.count == 3)
    let labelled: [CFString: Any] = [kSecClass: kSecClassKey, kSecAttrLabel: "A Leaf"]
    #expect(find(labelled).status == 0)
    #expect(open([:]).status == 0, "what is there already is no error")
    #expect(identities(ofFile) == [identity])
  }

  @Test func `SecPKCS12Import, kSecUseDataProtectionKeychain = true: into that one`() throws {
    let opened = open(protected)
    #expect(opened.status == 0)
    let identity = try #require(opened.items?.first?[kSecImportItemIdentity as String] as? SecIdentity)
    #expect(identities(protected) == [identity] && identities(ofFile).isEmpty)
  }

  @Test func `SecPKCS12Import, kSecImportToMemoryOnly: into none`() {
    #expect(open([kSecImportToMemoryOnly: true]).items?.count == 1)
    #expect(identities(ofFile).isEmpty && identities(protected).isEmpty)
  }

  @Test func `SecPKCS12Import, a wrong passphrase: -25264, for the other keychain -25293`() {
    #expect(open([:], passphrase: "wrong").status == errSecPkcs12VerifyFailure)
    #expect(open(ofFile, passphrase: "wrong").status == errSecPkcs12VerifyFailure)
    #expect(open(protected, passphrase: "wrong").status == errSecAuthFailed)
  }

  @Test func `SecIdentityCreateWithCertificate: the key may be in either, and may synchronize`() throws {
    let everywhere: [CFString: Any] = [kSecAttrSynchronizable: true]
    for kind in [ofFile, protected, everywhere] {
      let made = SecKeyCreateRandomKey(
        [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256] as NSDictionary, nil)
      let key = try #require(made)
      let certificate = try certificate(of: key, serial: 1)
      var found: SecIdentity?
      #expect(within { unsafe SecIdentityCreateWithCertificate(nil, certificate, &found) } == errSecItemNotFound)
      #expect(add([kSecValueRef: key], kind) == 0)
      #expect(within { unsafe SecIdentityCreateWithCertificate(nil, certificate, &found) } == 0)
      #expect(try found == #require(SecIdentityCreate(nil, certificate, key)))
    }
  }

  @Test func `An identity reference names what is in either keychain`() throws {
    for kind in [ofFile, protected] {
      let made = SecKeyCreateRandomKey(
        [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256] as NSDictionary, nil)
      let key = try #require(made)
      let (old, new) = (try certificate(of: key, serial: 1), try certificate(of: key, serial: 2))
      for object in [key, old, new] as [AnyObject] { #expect(add([kSecValueRef: object], kind) == 0) }
      let identity = try #require(SecIdentityCreate(nil, old, key))
      #expect(find([kSecValueRef: identity, kSecReturnRef: true]).result as? SecIdentity == identity)
      #expect(delete([kSecValueRef: identity]) == 0)
      #expect(try identities(kind) == [#require(SecIdentityCreate(nil, new, key))])
    }
  }
}
