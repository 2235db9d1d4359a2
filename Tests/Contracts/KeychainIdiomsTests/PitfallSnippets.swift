// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Security
import Testing

/// The code of the article "SecItem: Pitfalls and Best Practices", as it stands there, doing what the article says.
@Suite struct PitfallSnippets {
  @Test func `Queries and uniqueness: an attribute outside the key leads to a duplicate`() throws {
    try withKeychain {
      func store() -> Bool {
        var copyResult: CFTypeRef? = nil
        let query =
          [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: "AYS",
            kSecAttrAccount: "mrgumby",
            kSecAttrGeneric: Data("SecItemHints".utf8),
          ] as NSMutableDictionary
        let err = SecItemCopyMatching(query, &copyResult)
        if err == errSecItemNotFound {
          query[kSecValueData] = Data("opendoor".utf8)
          let err2 = SecItemAdd(query, nil)
          if err2 == errSecDuplicateItem {
            return true
          }
        }
        return false
      }
      let other: NSDictionary = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: "AYS", kSecAttrAccount: "mrgumby",
        kSecAttrGeneric: Data("other".utf8),
      ]
      #expect(SecItemAdd(other, nil) == errSecSuccess)
      #expect(store())
    }
  }

  @Test func `Context matters: a deletion without a limit takes all, a search one`() throws {
    try withKeychain {
      for account in ["a", "b", "c"] {
        let item = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account] as NSDictionary
        #expect(SecItemAdd(item, nil) == errSecSuccess)
      }
      var found: CFTypeRef?
      let query = [kSecClass: kSecClassGenericPassword, kSecReturnAttributes: true] as NSDictionary
      #expect(SecItemCopyMatching(query, &found) == errSecSuccess)
      #expect(found is NSDictionary)
      #expect(SecItemDelete([kSecClass: kSecClassGenericPassword] as NSDictionary) == errSecSuccess)
      #expect(SecItemCopyMatching(query, &found) == errSecItemNotFound)
    }
  }

  @Test func `Lost keychain items, redux: all items and their attributes can be listed`() throws {
    try withKeychain {
      func dumpGenericPasswords() throws -> [[String: Any]] {
        let itemDicts =
          try secCall {
            SecItemCopyMatching(
              [
                kSecClass: kSecClassGenericPassword,
                kSecMatchLimit: kSecMatchLimitAll,
                kSecReturnAttributes: true,
              ] as NSDictionary, $0)
          } as! [[String: Any]]
        return itemDicts
      }
      for account in ["a", "b"] {
        try secCall {
          SecItemAdd([kSecClass: kSecClassGenericPassword, kSecAttrAccount: account] as NSDictionary, nil)
        }
      }
      let dicts = try dumpGenericPasswords()
      #expect(Set(dicts.compactMap { $0[kSecAttrAccount as String] as? String }) == ["a", "b"])
    }
  }

  @Test func `Data protection: while locked, copy, add and update are refused, and a deletion works`() throws {
    try withLockableKeychain { keychain in
      let item =
        [
          kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me", kSecValueData: Data("opendoor".utf8),
        ] as NSDictionary
      let query = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me", kSecReturnData: true] as NSDictionary
      #expect(SecItemAdd(item, nil) == errSecSuccess)
      keychain.keys.move(to: .locked)
      var copyResult: CFTypeRef?
      #expect(SecItemCopyMatching(query, &copyResult) == errSecInteractionNotAllowed)
      #expect(SecItemAdd(item, nil) == errSecInteractionNotAllowed)
      let match = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me"] as NSDictionary
      #expect(SecItemUpdate(match, [kSecAttrLabel: "x"] as NSDictionary) == errSecInteractionNotAllowed)
      #expect(SecItemDelete(match) == errSecSuccess)
      keychain.keys.move(to: .unlocked)
      #expect(SecItemCopyMatching(query, &copyResult) == errSecItemNotFound)
    }
  }

  @Test func `Less painful dictionaries: a literal is a query`() throws {
    try withKeychain {
      let query =
        [
          kSecClass: kSecClassGenericPassword,
          kSecAttrService: "AYS",
          kSecMatchLimit: 10,
          kSecReturnAttributes: true,
        ] as NSDictionary
      var result: CFTypeRef?
      #expect(SecItemCopyMatching(query, &result) == errSecItemNotFound)
      try secCall { SecItemAdd([kSecClass: kSecClassGenericPassword, kSecAttrService: "AYS"] as NSDictionary, nil) }
      #expect(SecItemCopyMatching(query, &result) == errSecSuccess)
      #expect((result as? [[String: Any]])?.count == 1)
    }
  }

  @Test func `Avoid reusing dictionaries: a return key in an add without result works`() throws {
    try withKeychain {
      var copyResult: CFTypeRef? = nil
      let dict =
        [
          kSecClass: kSecClassGenericPassword,
          kSecAttrService: "AYS",
          kSecAttrAccount: "mrgumby",
          kSecReturnData: true,
        ] as NSMutableDictionary
      var err = SecItemCopyMatching(dict, &copyResult)
      if err == errSecItemNotFound {
        dict[kSecValueData] = Data("opendoor".utf8)
        err = SecItemAdd(dict, nil)
      }
      #expect(err == errSecSuccess)
      #expect(copyResult == nil)
    }
  }

  @Test func `Avoid reusing dictionaries: a new dictionary for each call`() throws {
    try withKeychain {
      var copyResult: CFTypeRef? = nil
      let query =
        [
          kSecClass: kSecClassGenericPassword,
          kSecAttrService: "AYS",
          kSecAttrAccount: "mrgumby",
          kSecReturnData: true,
        ] as NSMutableDictionary
      var err = SecItemCopyMatching(query, &copyResult)
      if err == errSecItemNotFound {
        let add =
          [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: "AYS",
            kSecAttrAccount: "mrgumby",
            kSecValueData: Data("opendoor".utf8),
          ] as NSMutableDictionary
        err = SecItemAdd(add, nil)
      }
      #expect(err == errSecSuccess)
      #expect(SecItemCopyMatching(query, &copyResult) == errSecSuccess)
      #expect(copyResult as? Data == Data("opendoor".utf8))
    }
  }

  @Test func `Avoid reusing dictionaries: a helper makes them`() throws {
    try withKeychain {
      func makeDict() -> NSMutableDictionary {
        [
          kSecClass: kSecClassGenericPassword,
          kSecAttrService: "AYS",
          kSecAttrAccount: "mrgumby",
        ] as NSMutableDictionary
      }

      var copyResult: CFTypeRef? = nil
      let query = makeDict()
      query[kSecReturnData] = true
      var err = SecItemCopyMatching(query, &copyResult)
      if err == errSecItemNotFound {
        let add = makeDict()
        query[kSecValueData] = Data("opendoor".utf8)
        err = SecItemAdd(add, nil)
      }
      #expect(err == errSecSuccess)
    }
  }

  @Test func `Prefer to update: a persistent reference outlives an update, and not a deletion`() throws {
    try withKeychain {
      let match = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me"] as NSDictionary
      func add() throws -> Data {
        let item = match.mutableCopy() as! NSMutableDictionary
        item[kSecReturnPersistentRef] = true
        return try secCall { SecItemAdd(item, $0) } as! Data
      }
      let reference = try add()
      try secCall { SecItemUpdate(match, [kSecAttrAccount: "you"] as NSDictionary) }
      let byReference = [kSecValuePersistentRef: reference, kSecReturnAttributes: true] as NSDictionary
      let found = try secCall { SecItemCopyMatching(byReference, $0) } as! [String: Any]
      #expect(found[kSecAttrAccount as String] as? String == "you")
      try secCall { SecItemDelete([kSecClass: kSecClassGenericPassword] as NSDictionary) }
      #expect(try add() != reference)
    }
  }
}
