// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Security
import Testing

/// The rows of the table "Dictionary parsing" that take the class or the store to decide, through the functions apps call.
@Suite struct ParsingRows {
  private func find(_ query: NSDictionary) -> OSStatus { SecItemCopyMatching(query, nil) }
  private func add(_ item: NSDictionary) -> OSStatus { SecItemAdd(item, nil) }

  private func control(_ flags: SecAccessControlCreateFlags) -> SecAccessControl {
    SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil)!
  }

  @Test func `Key of four characters, unknown for the class: errSecNoSuchAttr`() throws {
    try withKeychain {
      #expect(find([kSecClass: kSecClassInternetPassword, kSecAttrService: "x"]) == errSecNoSuchAttr)
      #expect(find([kSecClass: kSecClassCertificate, kSecAttrAccount: "x"]) == errSecNoSuchAttr)
      #expect(find([kSecClass: kSecClassKey, kSecAttrComment: "x"]) == errSecNoSuchAttr)
      #expect(find([kSecClass: kSecClassGenericPassword, kSecAttrServer: "x"]) == errSecNoSuchAttr)
    }
  }

  @Test func `No class and no persistent reference: errSecParam`() throws {
    try withKeychain {
      #expect(find([kSecAttrAccount: "x"]) == errSecParam)
      #expect(add([kSecAttrAccount: "x"]) == errSecParam)
    }
  }

  @Test func `The class contradicts the class in the persistent reference: errSecNoSuchClass`() throws {
    try withKeychain {
      var reference: CFTypeRef?
      let item = [kSecClass: kSecClassGenericPassword, kSecReturnPersistentRef: true] as NSDictionary
      #expect(SecItemAdd(item, &reference) == errSecSuccess)
      let query = [kSecClass: kSecClassInternetPassword, kSecValuePersistentRef: reference!] as NSDictionary
      #expect(find(query) == errSecNoSuchClass)
      #expect(find([kSecValuePersistentRef: reference!]) == errSecSuccess)
      #expect(find([kSecValuePersistentRef: reference!, kSecAttrAccount: "x"]) == errSecParam)
    }
  }

  @Test func `A limit of 0 finds nothing`() throws {
    try withKeychain {
      #expect(add([kSecClass: kSecClassGenericPassword]) == errSecSuccess)
      #expect(find([kSecClass: kSecClassGenericPassword, kSecMatchLimit: 0]) == errSecItemNotFound)
      #expect(find([kSecClass: kSecClassGenericPassword, kSecMatchLimit: -1]) == errSecSuccess)
    }
  }

  @Test func `An unknown protection: errSecParam`() throws {
    try withKeychain {
      #expect(add([kSecClass: kSecClassGenericPassword, kSecAttrAccessible: "zz"]) == errSecParam)
      #expect(
        add([kSecClass: kSecClassGenericPassword, kSecAttrAccessible: kSecAttrAccessibleUntilReboot]) == errSecParam)
    }
  }

  @Test func `A protection and an access control that is not equal to it: errSecParam`() throws {
    try withKeychain {
      let item: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked,
      ]
      for flags in [[], .userPresence] as [SecAccessControlCreateFlags] {
        let both = item.merging([kSecAttrAccessControl: control(flags)]) { $1 }
        #expect(add(both as NSDictionary) == errSecParam)
      }
    }
  }

  @Test func `A protection and the access control that was returned with it: taken`() throws {
    try withKeychain {
      var found: CFTypeRef?
      let item =
        [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "a", kSecReturnAttributes: true] as NSDictionary
      #expect(add(item) == errSecSuccess)
      #expect(SecItemCopyMatching(item, &found) == errSecSuccess)
      let returned = found as! [String: Any]
      let again =
        [
          kSecClass: kSecClassGenericPassword, kSecAttrAccount: "b", kSecAttrAccessible: returned["pdmn"]!,
          kSecAttrAccessControl: returned["accc"]!,
        ] as NSDictionary
      #expect(add(again) == errSecSuccess)
    }
  }

  @Test func `An access control that is none: errSecParam`() throws {
    try withKeychain {
      #expect(add([kSecClass: kSecClassGenericPassword, kSecAttrAccessControl: "ak"]) == errSecParam)
    }
  }

  @Test func `An access control in a query does not filter`() throws {
    try withKeychain {
      #expect(add([kSecClass: kSecClassGenericPassword]) == errSecSuccess)
      let query = [kSecClass: kSecClassGenericPassword, kSecAttrAccessControl: control(.userPresence)] as NSDictionary
      #expect(find(query) == errSecSuccess)
    }
  }

  @Test func `Skip outside of a search: errSecParam`() throws {
    try withKeychain {
      let skip =
        [kSecClass: kSecClassGenericPassword, kSecUseAuthenticationUI: kSecUseAuthenticationUISkip] as NSDictionary
      #expect(add(skip) == errSecParam)
      #expect(SecItemDelete(skip) == errSecParam)
      #expect(SecItemUpdate(skip, [:]) == errSecParam)
      #expect(find(skip) == errSecItemNotFound)
    }
  }

  @Test func `Constraints and synchronisation together: errSecParam`() throws {
    try withKeychain {
      let item =
        [
          kSecClass: kSecClassGenericPassword, kSecAttrAccessControl: control(.userPresence),
          kSecAttrSynchronizable: true,
        ] as NSDictionary
      #expect(add(item) == errSecParam)
    }
  }

  @Test func `Without a synchronisation key only items that do not synchronise`() throws {
    try withKeychain {
      #expect(add([kSecClass: kSecClassGenericPassword, kSecAttrSynchronizable: true]) == errSecSuccess)
      #expect(find([kSecClass: kSecClassGenericPassword]) == errSecItemNotFound)
      let any =
        [kSecClass: kSecClassGenericPassword, kSecAttrSynchronizable: kSecAttrSynchronizableAny] as NSDictionary
      #expect(find(any) == errSecSuccess)
    }
  }

  @Test func `App clips' items: errSecParam`() throws {
    try withKeychain {
      #expect(add([kSecClass: kSecClassGenericPassword, kSecAttrAppClipItem: 1]) == errSecParam)
    }
  }

  @Test func `A sharing group without the entitlement: errSecMissingEntitlement`() throws {
    try withKeychain {
      #expect(add([kSecClass: kSecClassGenericPassword, kSecAttrSharingGroup: "g"]) == errSecMissingEntitlement)
    }
  }

  @Test func `A group that is not the app's: errSecMissingEntitlement`() throws {
    try withKeychain {
      #expect(find([kSecClass: kSecClassGenericPassword, kSecAttrAccessGroup: "other"]) == errSecMissingEntitlement)
      #expect(add([kSecClass: kSecClassGenericPassword, kSecAttrAccessGroup: "other"]) == errSecMissingEntitlement)
    }
  }

  @Test func `Match keys in an update, a deletion or an addition, and return keys in an update: errSecParam`() throws {
    try withKeychain {
      let query = [kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitOne] as NSDictionary
      #expect(SecItemDelete(query) == errSecParam)
      #expect(SecItemUpdate(query, [:]) == errSecParam)
      #expect(add(query) == errSecParam)
      #expect(SecItemUpdate([kSecClass: kSecClassGenericPassword, kSecReturnData: true], [:]) == errSecParam)
    }
  }

  @Test func `A persistent reference in an addition: errSecParam`() throws {
    try withKeychain {
      let reference = Data("genp".utf8) + Data(count: 16)
      #expect(add([kSecClass: kSecClassGenericPassword, kSecValuePersistentRef: reference]) == errSecParam)
    }
  }
}
