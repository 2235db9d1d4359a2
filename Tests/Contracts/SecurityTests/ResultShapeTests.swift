// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import CoreFoundation
import Foundation
import KeychainModel
import Security
import Testing

/// The table "Shape of the result", a row a test, for one item and for several.
@Suite struct ResultShapeTests {
  private static let reference = [UInt8]("genp".utf8) + [UInt8](repeating: 9, count: 16)

  private static func item(_ account: String = "me", data: String? = "secret") throws -> ItemResult {
    ItemResult(
      .genericPassword,
      attributes: [.account: .string(account), .accessControl: .accessControl(AccessControl(.whenUnlocked))],
      data: data.map { SecretData(copying: Array($0.utf8).span) },
      persistentReference: try PersistentReference(reference.span))
  }

  private func one(_ returns: NSDictionary, _ item: ItemResult) -> AnyObject? {
    let (status, result) = Calls(keychain: RecordingKeychain(.success([item]))).find(asking(returns))
    #expect(status == errSecSuccess)
    return result
  }

  private func all(_ returns: NSDictionary, _ items: [ItemResult], limit: Any = kSecMatchLimitAll) -> [Any]? {
    let query = asking(returns)
    query[kSecMatchLimit] = limit
    let (status, result) = Calls(keychain: RecordingKeychain(.success(items))).find(query)
    #expect(status == errSecSuccess)
    return result as? [Any]
  }

  private func asking(_ returns: NSDictionary) -> NSMutableDictionary {
    let query = returns.mutableCopy() as? NSMutableDictionary ?? [:]
    query[kSecClass] = kSecClassGenericPassword
    return query
  }

  @Test func `Nothing: no result for one, an empty array for all`() throws {
    #expect(one([:], try Self.item()) == nil)
    #expect(all([:], [try Self.item()])?.count == 0)
  }

  @Test func `Data: the data`() throws {
    #expect(one([kSecReturnData: true], try Self.item()) as? Data == Data("secret".utf8))
    #expect(all([kSecReturnData: true], [try Self.item()]) as? [Data] == [Data("secret".utf8)])
  }

  @Test func `Data of an item without data: no result for one, left out of an array`() throws {
    #expect(one([kSecReturnData: true], try Self.item(data: nil)) == nil)
    let items = [try Self.item(data: nil), try Self.item(data: "b")]
    #expect(all([kSecReturnData: true], items) as? [Data] == [Data("b".utf8)])
  }

  @Test func `Empty data is data`() throws {
    #expect(one([kSecReturnData: true], try Self.item(data: "")) as? Data == Data())
  }

  @Test func `Attributes: a dictionary with the class, without the data`() throws {
    let result = try #require(one([kSecReturnAttributes: true], try Self.item()) as? [String: Any])
    #expect(Set(result.keys) == ["class", "acct", "accc"])
    #expect(result[kSecAttrAccount as String] as? String == "me")
    #expect(result["accc"] is SecAccessControl)
    let several = all([kSecReturnAttributes: true], [try Self.item(), try Self.item("you")]) as? [[String: Any]]
    #expect(several?.map { $0["acct"] as? String } == ["me", "you"])
  }

  @Test func `A persistent reference: its twenty bytes`() throws {
    #expect(one([kSecReturnPersistentRef: true], try Self.item()) as? Data == Data(Self.reference))
    #expect(all([kSecReturnPersistentRef: true], [try Self.item()]) as? [Data] == [Data(Self.reference)])
  }

  @Test func `A reference to a password: no result for one, an empty array for all`() throws {
    #expect(one([kSecReturnRef: true], try Self.item()) == nil)
    #expect(all([kSecReturnRef: true], [try Self.item()])?.count == 0)
  }

  @Test func `Data and attributes: a dictionary with the data`() throws {
    let result = one([kSecReturnData: true, kSecReturnAttributes: true], try Self.item()) as? [String: Any]
    #expect(result?["v_Data"] as? Data == Data("secret".utf8))
    #expect(result?["acct"] as? String == "me")
  }

  @Test func `Data and a persistent reference: a dictionary of both, and the attributes`() throws {
    let returns: NSDictionary = [kSecReturnData: true, kSecReturnPersistentRef: true]
    let result = one(returns, try Self.item()) as? [String: Any]
    #expect(result?["v_Data"] as? Data == Data("secret".utf8))
    #expect(result?["v_PersistentRef"] as? Data == Data(Self.reference))
    #expect(result?["acct"] as? String == "me")
  }

  @Test func `Attributes and a persistent reference: a dictionary of both`() throws {
    let returns: NSDictionary = [kSecReturnAttributes: true, kSecReturnPersistentRef: true]
    let result = one(returns, try Self.item()) as? [String: Any]
    #expect(result?["v_PersistentRef"] as? Data == Data(Self.reference))
    #expect(result?["acct"] as? String == "me")
    #expect(result?["v_Data"] == nil)
  }

  @Test func `A reference to a password and more: a dictionary without reference and without unasked data`() throws {
    let returns: NSDictionary = [kSecReturnRef: true, kSecReturnAttributes: true]
    let result = one(returns, try Self.item()) as? [String: Any]
    #expect(result?["class"] as? String == "genp")
    #expect(result?["v_Ref"] == nil)
    #expect(result?["v_Data"] == nil)
  }

  @Test func `All four: a dictionary of all`() throws {
    let returns: NSDictionary = [
      kSecReturnData: true, kSecReturnAttributes: true, kSecReturnRef: true, kSecReturnPersistentRef: true,
    ]
    let result = one(returns, try Self.item()) as? [String: Any]
    #expect(Set(result?.keys ?? [:].keys) == ["class", "acct", "accc", "v_Data", "v_PersistentRef"])
  }

  @Test func `A limit other than one makes an array of a single hit`() throws {
    #expect(all([kSecReturnData: true], [try Self.item()], limit: 10)?.count == 1)
  }

  @Test func `A false return key asks for nothing`() throws {
    #expect(one([kSecReturnData: false], try Self.item()) == nil)
  }

  @Test func `A failure leaves the result untouched`() {
    let calls = Calls(keychain: RecordingKeychain(.failure(.itemNotFound)))
    Keychain.$replacement.withValue(calls.keychain) {
      let before = NSString("before")
      var result: AnyObject? = before
      let query: NSDictionary = [kSecClass: kSecClassGenericPassword, kSecReturnData: true]
      #expect(unsafe SecItemCopyMatching(query, &result) == errSecItemNotFound)
      #expect(result === before)
      #expect(unsafe SecItemAdd(query, &result) == errSecItemNotFound)
      #expect(result === before)
    }
  }

  @Test func `A call without a place for the result succeeds`() throws {
    let keychain = RecordingKeychain(.success([try Self.item()]))
    Keychain.$replacement.withValue(keychain) {
      let query: NSDictionary = [kSecClass: kSecClassGenericPassword, kSecReturnData: true]
      #expect(SecItemCopyMatching(query, nil) == errSecSuccess)
      #expect(SecItemAdd(query, nil) == errSecSuccess)
    }
  }

  @Test func `Without a keychain the answer is errSecNotAvailable`() {
    let nobody = BrokerClient(socket: "/nowhere/broker.sock")
    #expect(Calls(keychain: nobody).delete([kSecClass: kSecClassGenericPassword]) == errSecNotAvailable)
  }
}
