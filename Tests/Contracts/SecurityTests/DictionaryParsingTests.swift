// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import Foundation
import KeychainModel
import LocalAuthentication
import Security
import SystemCalls
import Testing

/// The table "Dictionary parsing", a row a test, as far as it takes Core Foundation's types to decide; what it takes the
/// item's class to decide is the store's.
@Suite struct DictionaryParsingTests {
  private let keychain = RecordingKeychain()
  private var calls: Calls { Calls(keychain: keychain) }

  private func status(_ more: NSDictionary, itemClass: CFString? = kSecClassGenericPassword) -> OSStatus {
    let query = more.mutableCopy() as? NSMutableDictionary ?? [:]
    if let itemClass { query[kSecClass] = itemClass }
    let status = calls.find(query).status
    let found = keychain.query
    // What nobody can change is read another way.
    let copy = query.copy() as? NSDictionary ?? [:]
    #expect(type(of: copy) == NSDictionary.self)
    #expect(calls.find(copy).status == status)
    #expect(keychain.query == found)
    return status
  }

  private func query(_ more: NSDictionary) throws -> ItemQuery {
    #expect(status(more) == errSecSuccess)
    return try #require(keychain.query)
  }

  // MARK: - Keys

  @Test func `A key of four characters is an attribute`() throws {
    let attributes = try query(["acct": "me", kSecAttrService: "AYS"]).attributes
    #expect(attributes == [.account: "me", .service: "AYS"])
  }

  @Test func `A key of four characters that no class knows is errSecNoSuchAttr`() {
    #expect(status(["abcd": "x"]) == errSecNoSuchAttr)
  }

  @Test func `The key nleg is ignored`() throws {
    #expect(try query([kSecUseDataProtectionKeychain: true]).attributes.isEmpty)
  }

  @Test func `A key that is a number is errSecNoSuchAttr, any other that is not a string errSecParam`() {
    #expect(status([1: "x"]) == errSecNoSuchAttr)
    #expect(status([Data([1]): "x"]) == errSecParam)
  }

  @Test func `A key that starts with c but is not class is errSecParam`() {
    #expect(status(["clazz": "genp"]) == errSecParam)
  }

  @Test func `An unknown key m_ is accepted and counts as a match key`() throws {
    #expect(try query(["m_Unheard": 1]).options.hasMatchKeys)
    #expect(try query([kSecMatchCaseInsensitive: true]).options.hasMatchKeys)
  }

  @Test(arguments: ["r_Unheard", "u_Unheard", "v_Unheard", "xyzzy"])
  func `Any other unknown key is errSecParam`(key: String) {
    #expect(status([key: true]) == errSecParam)
  }

  @Test func `A list of items to use is errSecParam`() {
    #expect(status([kSecUseItemList: [Data([1])] as NSArray]) == errSecParam)
  }

  @Test func `A key that starts with f is ignored`() {
    #expect(status(["foo_bar": 1]) == errSecSuccess)
  }

  @Test func `More than 128 keys are errSecParam`() {
    let many = NSMutableDictionary()
    for index in 0..<129 { many["f\(index)-ignored"] = 1 }
    #expect(status(many) == errSecParam)
  }

  @Test func `A subclass's keys and values are asked for one by one`() {
    final class Query: NSDictionary {
      override var count: Int { 2 }
      override func object(forKey key: Any) -> Any? { key as? String == "acct" ? "me" : kSecClassGenericPassword }
      override func keyEnumerator() -> NSEnumerator { NSArray(array: ["acct", "class"]).objectEnumerator() }
    }
    #expect(calls.find(Query()).status == errSecSuccess)
    #expect(keychain.query?.attributes == [.account: "me"])
    #expect(keychain.query?.itemClass == .genericPassword)
  }

  // MARK: - Values

  @Test func `A value in an optional is the value`() throws {
    let account: String? = "me"
    let tag: Data? = Data([1])
    let attributes = try query(["acct": account as Any, "atag": tag as Any, "type": Optional(7) as Any]).attributes
    #expect(attributes == [.account: "me", .applicationTag: .data([1]), .type: 7])
  }

  @Test(arguments: [kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef].map(String.init))
  func `The value of a key r_ must be a Boolean`(key: String) {
    #expect(status([key: 1]) == errSecParam)
    #expect(status([key: "true"]) == errSecParam)
    #expect(status([key: kCFBooleanTrue as Any]) == errSecSuccess)
    #expect(status([key: false]) == errSecSuccess)
  }

  @Test func `No class and no persistent reference leave the class open`() throws {
    #expect(status(["acct": "me"], itemClass: nil) == errSecSuccess)
    #expect(keychain.query?.itemClass == nil)
  }

  @Test func `An unknown class is errSecNoSuchClass`() {
    #expect(status([:], itemClass: "apls") == errSecNoSuchClass)
    #expect(calls.find([kSecClass: 1]).status == errSecNoSuchClass)
  }

  @Test(arguments: [(10, MatchLimit.count(10)), (1, .one), (-1, .all), (0, .count(0))])
  func `A limit may be a number`(number: Int, limit: MatchLimit) throws {
    #expect(try query([kSecMatchLimit: number]).options.limit == limit)
  }

  @Test func `A limit may be One or All, and nothing else`() throws {
    #expect(try query([kSecMatchLimit: kSecMatchLimitOne]).options.limit == .one)
    #expect(try query([kSecMatchLimit: kSecMatchLimitAll]).options.limit == .all)
    #expect(status([kSecMatchLimit: "all"]) == errSecParam)
    #expect(status([kSecMatchLimit: true]) == errSecParam)
    #expect(status([kSecMatchLimit: -2]) == errSecParam)
  }

  @Test func `A policy that is no SecPolicy is errSecParam`() {
    #expect(status([kSecMatchPolicy: "ssl"]) == errSecParam)
  }

  @Test func `A date of validity is a date, or null for now`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 5)
    #expect(try query([kSecMatchValidOnDate: date]).options.match.validOn == .date(5))
    #expect(try query([kSecMatchValidOnDate: NSNull()]).options.match.validOn == .now)
    #expect(status([kSecMatchValidOnDate: "today"]) == errSecParam)
  }

  @Test func `TrustedOnly must be a Boolean, and the host and the address strings`() {
    #expect(status([kSecMatchTrustedOnly: 1]) == errSecParam)
    #expect(status([kSecMatchHostOrSubdomainOfHost: 1]) == errSecParam)
    #expect(status([kSecMatchEmailAddressIfPresent: Data()]) == errSecParam)
    #expect(status([kSecMatchTrustedOnly: true, kSecMatchEmailAddressIfPresent: "a@b"]) == errSecSuccess)
  }

  @Test func `Issuers are an array of names`() throws {
    #expect(try query([kSecMatchIssuers: [Data([1]), "no name"]]).options.match.issuers == [[1]])
    #expect(status([kSecMatchIssuers: Data()]) == errSecParam)
  }

  @Test func `Data that is not data is errSecParam`() {
    #expect(status([kSecValueData: "text"]) == errSecParam)
    #expect(calls.add([kSecClass: kSecClassGenericPassword, kSecValueData: "text"]).status == errSecParam)
  }

  @Test func `Data in a query is accepted and finds nothing by itself`() throws {
    #expect(try query([kSecValueData: Data("x".utf8)]) == ItemQuery(.genericPassword))
  }

  @Test func `A reference that is no key, certificate or identity is errSecParam`() {
    #expect(status([kSecValueRef: "ref"]) == errSecParam)
    #expect(status([kSecValueRef: NSObject()]) == errSecParam)
  }

  @Test func `A persistent reference of a wrong length or class is errSecParam`() throws {
    #expect(status([kSecValuePersistentRef: Data(repeating: 1, count: 19)]) == errSecParam)
    #expect(status([kSecValuePersistentRef: Data("abcd".utf8) + Data(count: 16)]) == errSecParam)
    #expect(status([kSecValuePersistentRef: "genp"]) == errSecParam)
    let right = Data("genp".utf8) + Data(count: 16)
    #expect(try query([kSecValuePersistentRef: right]).persistentReference?.bytes == [UInt8](right))
  }

  @Test func `An access control that is no SecAccessControl is errSecParam in the store`() throws {
    #expect(try query([kSecAttrAccessControl: "ak"]).attributes[.accessControl] == "ak")
    #expect(status([kSecAttrAccessControl: NSObject()]) == errSecParam)
  }

  @Test func `A credential does not go together with a context`() {
    #expect(status([kSecUseCredentialReference: Data([1]), kSecUseAuthenticationContext: Context()]) == errSecParam)
    #expect(status([kSecUseCredentialReference: Data([1])]) == errSecSuccess)
    #expect(status([kSecUseAuthenticationContext: "context"]) == errSecParam)
  }

  // MARK: - Null, and what the types hide

  @Test func `Null counts as absent`() throws {
    let given: [String: Any?] = ["acct": nil, "svce": "AYS", kSecValueData as String: nil, "r_Data": nil]
    #expect(try query(given as NSDictionary).attributes == [.service: "AYS"])
  }

  @Test func `A value keeps its type`() throws {
    let attributes = try query([
      "acct": Data("me".utf8), "crtr": 1_234, "sync": true, "gena": "text", "invi": 1,
    ]).attributes
    #expect(
      attributes == [
        .account: .data(Array("me".utf8)), .creator: 1234, .synchronizable: true, .generic: "text", .isInvisible: 1,
      ])
  }

  @Test func `A value of no type that attributes have is errSecParam`() {
    #expect(status(["acct": ["an", "array"]]) == errSecParam)
    #expect(status(["acct": NSObject()]) == errSecParam)
  }

  // MARK: - How

  @Test(arguments: [
    ("u_AuthUIA", AuthenticationChoice.Prompt.allow), ("u_AuthUIF", .fail), ("u_AuthUIS", .skip),
  ])
  func `The prompt can be allowed, refused or avoided`(value: String, prompt: AuthenticationChoice.Prompt) throws {
    #expect(try query([kSecUseAuthenticationUI: value]).options.authentication.prompt == prompt)
  }

  @Test func `The older key refuses the prompt too`() throws {
    #expect(try query([kSecUseNoAuthenticationUI: true]).options.authentication.prompt == .fail)
    #expect(status([kSecUseAuthenticationUI: "maybe"]) == errSecParam)
  }

  @Test func `The context's reason stands above the operation's prompt`() throws {
    let context = Context()
    let both = try query([kSecUseOperationPrompt: "why", kSecUseAuthenticationContext: context]).options.authentication
    #expect(both.context == context.authenticationContext)
    #expect(both.reason == "the context's reason")
    #expect(both.reuseSeconds == 10)
    #expect(try query([kSecUseOperationPrompt: "why"]).options.authentication.reason == "why")
  }

  @Test func `A context that forbids interaction refuses the prompt`() throws {
    let context = Context(interactionNotAllowed: true)
    #expect(try query([kSecUseAuthenticationContext: context]).options.authentication.prompt == .fail)
  }

  @Test func `A context that was invalidated is of no use to any call: -25293`() throws {
    let context = LAContext()
    _ = try #require((context as any AuthenticationContextHolder).authenticationContext)
    context.invalidate()
    let calls = Calls(keychain: RecordingKeychain())
    let request: NSDictionary = [kSecClass: kSecClassGenericPassword, kSecUseAuthenticationContext: context]
    #expect(calls.add(request).status == errSecAuthFailed)
    #expect(calls.find(request).status == errSecAuthFailed)
    #expect(calls.update(request, to: [:]) == errSecAuthFailed)
    #expect(calls.delete(request) == errSecAuthFailed)
  }
}

private final class Context: NSObject, AuthenticationContextHolder {
  let interactionNotAllowed: Bool
  let localizedReason = "the context's reason"
  let reuseSeconds: UInt16 = 10
  let authenticationContext = AuthenticationContext([7])

  init(interactionNotAllowed: Bool = false) { self.interactionNotAllowed = interactionNotAllowed }

  @Test func `A UUID is a text to attributes that are texts, and -50 to others`() throws {
    let identifier = UUID(), keychain = RecordingKeychain()
    let calls = Calls(keychain: keychain)
    let password: NSDictionary = [
      kSecClass: kSecClassGenericPassword, kSecAttrAccessGroup: identifier, "musr": identifier,
    ]
    #expect(calls.add(password).status == errSecSuccess)
    #expect(keychain.addition?.attributes[.accessGroup] == .string(identifier.uuidString))
    for key in [kSecAttrAccount, kSecAttrGeneric, kSecAttrLabel, kSecAttrCreator, kSecAttrCreationDate] {
      let item: NSDictionary = [kSecClass: kSecClassGenericPassword, key: identifier]
      #expect(calls.add(item).status == errSecParam && calls.find(item).status == errSecParam, "\(key)")
      #expect(calls.update([kSecClass: kSecClassGenericPassword], to: [key: identifier]) == errSecParam, "\(key)")
    }
    let certificate: NSDictionary = [kSecClass: kSecClassCertificate, kSecAttrIssuer: identifier]
    #expect(calls.find(certificate).status == errSecParam)
  }
}
