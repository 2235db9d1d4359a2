// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import Foundation
import InProcessKeychain
import KeychainModel
import FileKeychain
import ProtectionModel
import ProtectionModelTesting
import Security
import TestCertificates
import Testing

// Differences of the file-based keychain.

extension MacProfileTests {
  @Test func `Unsupported attribute: ignored`() {
    #expect(add(password, ofFile, [kSecAttrServer: "x", kSecAttrApplicationTag: "y"], secret("file")) == 0)
    #expect(data(password, ofFile, [kSecAttrServer: "z"]) == ["file"])
    #expect(find(password, protected, [kSecAttrServer: "z"]).status == errSecNoSuchAttr)
  }

  @Test func `kSecMatchLimit default in Delete: One`() {
    for account in ["a", "b", "c"] {
      #expect(add([kSecClass: kSecClassGenericPassword, kSecAttrAccount: account], ofFile) == 0)
    }
    let all: [CFString: Any] = [kSecClass: kSecClassGenericPassword]
    #expect(delete(all, ofFile) == 0)
    let rest = find(all, ofFile, [kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true])
    #expect((rest.result as? [[String: Any]])?.count == 2)
    #expect(delete(all, ofFile, [kSecMatchLimit: kSecMatchLimitAll]) == 0)
    #expect(find(all, ofFile).status == errSecItemNotFound)
  }

  @Test func `Match keys in Add, Update and Delete: stripped`() {
    let match: [CFString: Any] = [kSecMatchTrustedOnly: false]
    for kind in [protected, ofFile] {
      #expect(add(password, kind, match) == 0)
      #expect(on { calls.update(dictionary([password, kind, match]), to: [kSecAttrLabel: "x"]) } == 0)
      #expect(delete(password, kind, match) == 0)
    }
  }

  @Test func `Return keys in Update: stripped`() {
    for kind in [protected, ofFile] {
      #expect(add(password, kind) == 0)
      let query = dictionary([password, kind, [kSecReturnData: true]])
      #expect(on { calls.update(query, to: [kSecAttrLabel: "x"]) } == 0)
    }
    #expect(on(.iOS) { calls.update(dictionary([password, [kSecReturnData: true]]), to: [:]) } == errSecParam)
  }

  @Test func `Result of Add: an array`() {
    let item = dictionary([password, ofFile, [kSecReturnAttributes: true]])
    let added = on { calls.add(item).result as? [[String: Any]] }
    #expect(added?.first?["acct"] as? String == "me")
    let other = dictionary([password, protected, [kSecReturnAttributes: true]])
    #expect(on { calls.add(other).result } is NSDictionary)
  }

  @Test func `Issuer and subject bytes: with the outer SEQUENCE`() throws {
    let made = SecCertificateCreateWithData(nil, Data(TestCertificates.mouse) as CFData)
    let certificate = try #require(made)
    let item = dictionary([[kSecValueRef: certificate, kSecReturnAttributes: true], ofFile])
    let attributes = try #require(on { calls.add(item).result as? [[String: Any]] }?.first)
    #expect(
      (attributes[kSecAttrIssuer as String] as? NSData)?.debugDescription
        == "<301f3110 300e0603 5504030c 074d6f75 73654341 310b3009 06035504 06130247 42>")
    let issuer = try #require(attributes[kSecAttrIssuer as String])
    #expect(find([kSecClass: kSecClassCertificate, kSecAttrIssuer: issuer], ofFile).status == 0)
  }

  @Test func `Add of an identity: no`() throws {
    let item = ItemAddition(.identity, options: RequestOptions())
    #expect(throws: KeychainStatus.param) {
      var item = item
      item.options.kind = .file
      _ = try both.add(item)
    }
  }

  @Test func `ReturnRef of a password: SecKeychainItem`() throws {
    #expect(add(password, ofFile, secret("file")) == 0)
    let item = try #require(find(password, ofFile, [kSecReturnRef: true]).result as? SecKeychainItem)
    #expect(find([kSecValueRef: item, kSecReturnData: true]).result as? Data == Data("file".utf8))
    #expect(add(password, protected) == 0)
    #expect(find(password, protected, [kSecReturnRef: true]).result == nil)
  }

  @Test func `CopyMatching with a NULL result says whether there is an item`() {
    for kind in [ofFile, protected] {
      func status() -> OSStatus {
        let query = dictionary([password, kind])
        return on { Keychain.$replacement.withValue(both) { SecItemCopyMatching(query, nil) } }
      }
      #expect(status() == errSecItemNotFound)
      #expect(add(password, kind) == 0)
      #expect(status() == errSecSuccess)
    }
  }

  /// The lists of `SecItem.cpp`.
  @Test func `ReturnAttributes: the attributes of Apple's lists, each in one type`() throws {
    func attributes(_ parts: [CFString: Any]...) throws -> [String: Any] {
      let query = dictionary(parts + [ofFile, [kSecReturnAttributes: true]])
      let found = on { calls.add(query).result as? [[String: Any]] }
      return try #require(found?.first)
    }
    let given: [CFString: Any] = [kSecAttrGeneric: "g", kSecAttrIsInvisible: true, kSecAttrCreator: 7]
    let generic = try attributes(password, given, secret("x"))
    #expect(
      Set(generic.keys) == ["class", "acct", "svce", "labl", "gena", "invi", "crtr", "cdat", "mdat"]
        || Set(generic.keys) == ["class", "acct", "svce", "gena", "invi", "crtr", "cdat", "mdat"])
    #expect(generic["gena"] as? Data == Data("g".utf8) && generic["invi"] as? Bool == true)
    let made = try #require(SecCertificateCreateWithData(nil, Data(TestCertificates.mouse) as CFData))
    let certificate = try attributes([kSecValueRef: made])
    #expect(certificate["ctyp"] as? Data == Data([3, 0, 0, 0]) && certificate["cdat"] == nil)
    let key = SecKeyCreateRandomKey(
      [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256] as NSDictionary, nil)
    let stored = try attributes([kSecValueRef: try #require(key)])
    #expect(stored["kcls"] as? String == "1" && stored["type"] as? String == kSecAttrKeyTypeEC as String)
    #expect(stored["bsiz"] as? Int == 256 && stored["sign"] as? Bool == true && stored["extr"] == nil)
  }

  @Test func `Access control: of the program, not of groups`() {
    #expect(add(password, ofFile, [kSecAttrAccessGroup: "somebody.else"], secret("file")) == 0)
    let found = find(password, ofFile, [kSecReturnAttributes: true]).result as? [String: Any]
    #expect(found != nil && found?[kSecAttrAccessGroup as String] == nil)
  }

  @Test func `kSecAttrAccessible, ThisDeviceOnly: ignored`() {
    let never: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly]
    #expect(add(password, ofFile, never, secret("file")) == 0)
    let found = find(password, ofFile, [kSecReturnAttributes: true]).result as? [String: Any]
    #expect(found != nil && found?[kSecAttrAccessible as String] == nil)
  }

  @Test func `Locking: the keychain's password, not the device's lock`() {
    #expect(add(password, ofFile, secret("file")) == 0)
    inProcess.keys.move(to: .locked)
    #expect(data(password, ofFile) == ["file"])
    inProcess.keys.move(to: .unlocked)
    both.files.lockAll()
    #expect(find(password, ofFile, [kSecUseAuthenticationUI: kSecUseAuthenticationUIFail]).status == -25308)
    #expect(data(password, ofFile) == ["file"])
  }

  /// Nobody has given the passcode yet, as for a daemon that starts with the machine.
  @Test func `Available to daemons (no user context): no; with its password, yes`() {
    #expect(add(password, ofFile, secret("file")) == 0)
    #expect(add(password, protected, secret("dp")) == 0)
    both.files.lockAll()
    inProcess.keys.move(to: .beforeFirstUnlock)
    #expect(data(password, ofFile) == ["file"])
    #expect(find(password, protected).status == errSecInteractionNotAllowed)
    #expect(add([kSecClass: kSecClassGenericPassword, kSecAttrAccount: "daemon"], ofFile, secret("new")) == 0)
    #expect(add([kSecClass: kSecClassGenericPassword, kSecAttrAccount: "daemon"], protected) == -25308)
  }

  @Test func `iCloud sync: yes; no`() {
    let everywhere: [CFString: Any] = [kSecAttrSynchronizable: true]
    #expect(add(password, everywhere, secret("dp")) == 0)
    #expect(data(password, protected, everywhere) == ["dp"])
    #expect(add(password, everywhere, ofFile) == errSecParam)
    // What is said not to synchronize is no reason to ask the other keychain, and is not kept.
    let here: [CFString: Any] = [kSecAttrSynchronizable: false]
    #expect(add(password, here, secret("file")) == 0)
    #expect(data(password, ofFile) == ["file"])
    let found = find(password, ofFile, [kSecReturnAttributes: true]).result as? [String: Any]
    #expect(found != nil && found?[kSecAttrSynchronizable as String] == nil)
    // Nothing that another device would have to learn of is left of it.
    #expect(delete(password, ofFile) == 0)
    let tombs: [CFString: Any] = [kSecAttrTombstone: true]
    #expect(find(password, ofFile, tombs).status == errSecItemNotFound)
    #expect(delete(password, protected, everywhere) == 0)
    #expect(find(password, protected, everywhere, tombs).status == 0)
  }

  /// Which groups a program has follows the rule of iOS in both profiles.
  @Test func `App groups as keychain groups: yes; not applicable`() throws {
    let both = try inProcess.bothKeychains(groups: ["app", "group.shared"])
    let calls = Calls(keychain: both)
    let shared: [CFString: Any] = [kSecAttrAccessGroup: "group.shared"]
    #expect(on { calls.add(dictionary([password, protected, shared])).status } == 0)
    #expect(on { calls.find(dictionary([password, protected, shared])).status } == 0)
    #expect(on { calls.add(dictionary([password, ofFile, shared])).status } == 0)
    #expect(on { calls.find(dictionary([password, ofFile, [kSecAttrAccessGroup: "app"]])).status } == 0)
  }

  @Test func `Persistent reference: another form, which finds its way back`() throws {
    #expect(add(password, ofFile, secret("file")) == 0)
    let found = find(password, ofFile, [kSecReturnPersistentRef: true])
    let reference = try #require(found.result as? Data)
    #expect(reference.count != 20)
    #expect(find([kSecValuePersistentRef: reference, kSecReturnData: true]).result as? Data == Data("file".utf8))
    #expect(find([kSecValuePersistentRef: reference], protected).status == errSecParam)
  }
}
