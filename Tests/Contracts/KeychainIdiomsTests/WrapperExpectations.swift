// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Security
import Testing

/// What the tests of widely used keychain wrappers pin.
@Suite struct WrapperExpectations {
  private func add(_ item: [String: Any]) -> OSStatus {
    var item = item
    item[kSecClass as String] = kSecClassGenericPassword
    return SecItemAdd(item as CFDictionary, nil)
  }

  private func attributes(_ query: [CFString: Any] = [:]) throws -> [String: Any] {
    var query = query
    query[kSecClass] = kSecClassGenericPassword
    query[kSecReturnAttributes] = kCFBooleanTrue
    return try secCall { SecItemCopyMatching(query as CFDictionary, $0) } as! [String: Any]
  }

  @Test func `Returned attributes hold the class, the group, dates and an access control`() throws {
    try withKeychain {
      #expect(add(["acct": "me", "pdmn": kSecAttrAccessibleAfterFirstUnlock]) == errSecSuccess)
      let attributes = try attributes()
      #expect(attributes[kSecClass as String] as? String == kSecClassGenericPassword as String)
      #expect(attributes[kSecAttrAccessGroup as String] as? String == "app")
      #expect(attributes[kSecAttrSynchronizable as String] as? Bool == false)
      #expect(attributes[kSecAttrAccessible as String] as? String == kSecAttrAccessibleAfterFirstUnlock as String)
      #expect(attributes[kSecAttrCreationDate as String] is Date)
      #expect(attributes[kSecAttrModificationDate as String] is Date)
      #expect(attributes[kSecAttrAccessControl as String] is SecAccessControl)
      #expect(attributes[kSecAttrGeneric as String] == nil)
      #expect(attributes[kSecAttrLabel as String] == nil)
      for key in ["musr", "tomb", "sha1", "UUID", "persistref"] { #expect(attributes[key] == nil) }
    }
  }

  @Test func `Returned attributes can be fed back`() throws {
    try withKeychain {
      #expect(add(["acct": "me"]) == errSecSuccess)
      var returned = try attributes()
      returned[kSecAttrAccount as String] = "you"
      #expect(SecItemAdd(returned as CFDictionary, nil) == errSecSuccess)
    }
  }

  @Test func `A reference to a password is a success without one`() throws {
    try withKeychain {
      #expect(add(["acct": "me"]) == errSecSuccess)
      var result: CFTypeRef?
      let query = [kSecClass: kSecClassGenericPassword, kSecReturnRef: true] as CFDictionary
      #expect(SecItemCopyMatching(query, &result) == errSecSuccess)
      #expect(result == nil)
    }
  }

  @Test func `Values keep the type they were stored with`() throws {
    try withKeychain {
      let name = Data("me".utf8)
      #expect(add(["acct": name, "gena": name, "crtr": "creator", "type": 7]) == errSecSuccess)
      let attributes = try attributes()
      #expect(attributes["acct"] as? Data == name)
      #expect(attributes["gena"] as? Data == name)
      #expect(attributes["crtr"] as? String == "creator")
      #expect(attributes["type"] as? Int == 7)
    }
  }

  @Test func `A string equals the data of its bytes in a query`() throws {
    try withKeychain {
      #expect(add(["acct": Data("me".utf8)]) == errSecSuccess)
      let found = try attributes([kSecAttrAccount: "me"])
      #expect(found["acct"] is Data)
    }
  }

  @Test func `Synchronizable together with ThisDeviceOnly is taken and returned`() throws {
    try withKeychain {
      let both: [String: Any] = [
        "acct": "me", "sync": true, "pdmn": kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
      ]
      #expect(add(both) == errSecSuccess)
      let found = try attributes([kSecAttrSynchronizable: kSecAttrSynchronizableAny])
      #expect(found["sync"] as? Bool == true)
      #expect(found["pdmn"] as? String == "aku")
      #expect(throws: (any Error).self) { try attributes() }
    }
  }

  @Test func `All items with their data are one call`() throws {
    try withKeychain {
      for account in ["a", "b"] { #expect(add(["acct": account, "v_Data": Data(account.utf8)]) == errSecSuccess) }
      let query =
        [
          kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll, kSecReturnData: true,
          kSecReturnAttributes: true,
        ] as CFDictionary
      let items = try secCall { SecItemCopyMatching(query, $0) } as! [[String: Any]]
      #expect(items.compactMap { $0["v_Data"] as? Data } == [Data("a".utf8), Data("b".utf8)])
    }
  }

  @Test func `An erroneous attribute is errSecNoSuchAttr`() throws {
    try withKeychain {
      let query = [kSecClass: kSecClassCertificate, kSecAttrApplicationTag: Data("me".utf8)] as NSDictionary
      #expect(SecItemCopyMatching(query, nil) == errSecNoSuchAttr)
      #expect(SecItemAdd(query, nil) == errSecNoSuchAttr)
    }
  }
}
