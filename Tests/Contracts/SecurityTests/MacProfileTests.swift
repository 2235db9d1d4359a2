// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import Foundation
import InProcessKeychain
import KeychainModel
import FileKeychain
import ProtectionModel
import ProtectionModelTesting
import Security
import Testing

/// `BAILEY_KEYCHAIN_PROFILE=macos`: the shim's routing, how it merges two answers, and the differences of the file-based
/// keychain, each test named after its row.
@Suite struct MacProfileTests {
  let password: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me"]
  let protected: [CFString: Any] = [kSecUseDataProtectionKeychain: true]
  let ofFile: [CFString: Any] = [kSecUseDataProtectionKeychain: false]

  let inProcess: InProcessKeychain
  let both: BothKeychains

  init() throws {
    inProcess = try InProcessKeychain()
    both = try inProcess.bothKeychains()
  }

  // MARK: - Calls with the rules of macOS

  var calls: Calls { Calls(keychain: both) }

  func on<Value>(_ profile: KeychainProfile = .macOS, _ body: () throws -> Value) rethrows -> Value {
    try KeychainProfile.$replacement.withValue(profile) { try body() }
  }

  func dictionary(_ parts: [[CFString: Any]]) -> NSDictionary {
    parts.reduce([CFString: Any]()) { $0.merging($1) { $1 } } as NSDictionary
  }

  func add(_ parts: [CFString: Any]...) -> OSStatus { on { calls.add(dictionary(parts)).status } }
  func find(_ parts: [CFString: Any]...) -> (status: OSStatus, result: AnyObject?) {
    on { calls.find(dictionary(parts)) }
  }
  func delete(_ parts: [CFString: Any]...) -> OSStatus { on { calls.delete(dictionary(parts)) } }

  func secret(_ text: String) -> [CFString: Any] { [kSecValueData: Data(text.utf8)] }
  func data(_ parts: [CFString: Any]...) -> [String] {
    let query = dictionary(parts + [[kSecReturnData: true, kSecMatchLimit: kSecMatchLimitAll]])
    return on { (calls.find(query).result as? [Data] ?? []).map { String(decoding: $0, as: UTF8.self) } }
  }

  // MARK: - Routing

  @Test func `kSecUseDataProtectionKeychain = true: data protection only`() {
    #expect(add(password, protected, secret("dp")) == 0)
    #expect(data(password, protected) == ["dp"])
    #expect(find(password, ofFile).status == errSecItemNotFound)
  }

  @Test func `kSecUseDataProtectionKeychain = false: file-based only`() {
    #expect(add(password, ofFile, secret("file")) == 0)
    #expect(data(password, ofFile) == ["file"])
    #expect(find(password, protected).status == errSecItemNotFound)
  }

  @Test func `Synchronizable, token, access control, reference: data protection only`() throws {
    #expect(add(password, [kSecAttrSynchronizable: true], secret("sync")) == 0)
    #expect(data(password, [kSecAttrSynchronizable: kSecAttrSynchronizableAny]) == ["sync"])
    #expect(find(password, ofFile).status == errSecItemNotFound)
    let made = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [], nil)
    let control = try #require(made)
    #expect(add(password, [kSecAttrAccessControl: control], secret("accc")) == 0)
    #expect(data(password, protected) == ["accc"])
    let found = find(password, protected, [kSecReturnPersistentRef: true])
    let reference = try #require(found.result as? Data)
    #expect(reference.count == 20)
    #expect(find([kSecValuePersistentRef: reference]).status == 0)
  }

  @Test func `kSecAttrSynchronizableAny: both`() {
    let any: [CFString: Any] = [kSecAttrSynchronizable: kSecAttrSynchronizableAny]
    #expect(add(password, secret("file")) == 0)
    #expect(add(password, protected, secret("dp")) == 0)
    #expect(add(password, [kSecAttrSynchronizable: true], secret("sync")) == 0)
    #expect(data(password, any) == ["dp", "sync", "file"])
    #expect(data(password, any, ofFile) == ["file"])
    #expect(on { calls.update(dictionary([password, any]), to: [kSecValueData: Data("new".utf8)]) } == 0)
    #expect(data(password, any) == ["new", "new", "new"])
    #expect(delete(password, any) == 0)
    #expect(find(password, any).status == errSecItemNotFound)
    #expect(find(password).status == errSecItemNotFound)
  }

  @Test
  func `Item list, search list, kSecUseKeychain, kSecAttrAccess, subject and insensitivity keys: file-based only`() {
    #expect(add(password, protected, secret("dp")) == 0)
    let keys: [CFString: Any] = [
      kSecMatchItemList: [] as NSArray, kSecMatchSearchList: [] as NSArray, kSecUseKeychain: "login",
      kSecMatchSubjectStartsWith: "a", kSecMatchSubjectEndsWith: "a", kSecMatchSubjectWholeString: "a",
      kSecMatchCaseInsensitive: true, kSecMatchDiacriticInsensitive: true, kSecMatchWidthInsensitive: true,
      kSecAttrAccess: "anyone",
    ]
    for (key, value) in keys { #expect(find(password, [key: value]).status == errSecItemNotFound, "\(key)") }
    #expect(add(password, secret("file")) == 0)
    for (key, value) in keys { #expect(data(password, [key: value]) == ["file"], "\(key)") }
  }

  @Test func `Contradictory: errSecParam`() {
    #expect(find(password, ofFile, [kSecAttrSynchronizable: true]).status == errSecParam)
    #expect(find(password, protected, [kSecMatchSearchList: [] as NSArray]).status == errSecParam)
    #expect(
      find(password, [kSecAttrSynchronizable: true, kSecUseKeychain: "login"]).status == errSecParam)
    let onlyProtected: [CFString: Any] = [
      kSecAttrTokenID: kSecAttrTokenIDSecureEnclave, kSecAttrAccessGroup: "com.apple.token",
    ]
    for (key, value) in onlyProtected { #expect(find(password, ofFile, [key: value]).status == errSecParam, "\(key)") }
  }

  @Test func `No class and no reference: file-based only`() {
    #expect(add(password, protected, secret("dp")) == 0)
    #expect(find([kSecAttrAccount: "me"], protected).status == errSecParam)
    #expect(find([kSecAttrAccount: "me"]).status == find([kSecAttrAccount: "me"], ofFile).status)
  }

  @Test func `Otherwise: add to the file-based, the others to both, merged`() {
    #expect(add(password, secret("file")) == 0)
    #expect(add(password, protected, secret("dp")) == 0)
    #expect(data(password) == ["dp", "file"])
    #expect(on { calls.update(dictionary([password]), to: [kSecValueData: Data("new".utf8)]) } == 0)
    #expect(data(password) == ["new", "new"])
    #expect(delete(password) == 0)
    #expect(find(password).status == errSecItemNotFound)
  }

  // MARK: - Merging

  @Test func `One side ok: its result`() {
    #expect(add(password, protected, secret("dp")) == 0)
    #expect(data(password) == ["dp"])
    #expect(delete(password) == 0)
    #expect(add(password, ofFile, secret("file")) == 0)
    #expect(data(password) == ["file"])
  }

  @Test func `A single: that of data protection`() {
    #expect(add(password, secret("file")) == 0)
    #expect(add(password, protected, secret("dp")) == 0)
    #expect(find(password, [kSecReturnData: true]).result as? Data == Data("dp".utf8))
  }

  @Test func `A locked item of data protection surfaces as errSecItemNotFound`() {
    #expect(add(password, protected, secret("dp")) == 0)
    inProcess.keys.move(to: .locked)
    #expect(find(password).status == errSecItemNotFound)
    #expect(find(password, protected).status == errSecInteractionNotAllowed)
  }

  @Test func `errSecMissingEntitlement of data protection is ignored`() {
    #expect(add(password, secret("file")) == 0)
    #expect(data(password, [kSecAttrAccessGroup: "somebody.else"]) == ["file"])
    #expect(find(password, protected, [kSecAttrAccessGroup: "somebody.else"]).status == -34018)
  }

  @Test func `Without the profile there is one keychain`() {
    on(.iOS) {
      #expect(calls.add(dictionary([password, ofFile, secret("dp")])).status == 0)
      #expect(calls.find(dictionary([password, protected])).status == 0)
    }
    #expect(find(password, protected).status == 0)
  }
}
