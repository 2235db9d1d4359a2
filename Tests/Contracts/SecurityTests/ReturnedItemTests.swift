// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import Foundation
import InProcessKeychain
import KeychainModel
import Security
import Testing

/// What a search returns is taken again, whatever protects the item.
@Suite struct ReturnedItemTests {
  private let keychain: InProcessKeychain
  private let calls: Calls

  init() throws {
    keychain = try InProcessKeychain()
    calls = Calls(keychain: keychain.session(authorizer: WillingPerson()))
  }

  private func control(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
    let control = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, nil)
    return try #require(control)
  }

  /// The dictionary of an item that was just stored.
  private func returned(_ control: SecAccessControl) throws -> [String: Any] {
    let item: NSDictionary = [
      kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me", kSecAttrAccessControl: control,
      kSecValueData: Data("secret".utf8),
    ]
    #expect(calls.add(item).status == 0)
    return try all()
  }

  private func all() throws -> [String: Any] {
    let query: NSDictionary = [
      kSecClass: kSecClassGenericPassword, kSecReturnAttributes: true, kSecReturnData: true,
    ]
    return try #require(calls.find(query).result as? [String: Any])
  }

  @Test(arguments: [[], .userPresence, [.devicePasscode, .or, .biometryAny]] as [SecAccessControlCreateFlags])
  func `By SecItemAdd, as the same item`(flags: SecAccessControlCreateFlags) throws {
    let control = try control(flags)
    let item = try returned(control)
    #expect(calls.delete([kSecClass: kSecClassGenericPassword]) == 0)
    #expect(calls.add(item as NSDictionary).status == 0)
    let again = try all()
    #expect(again[kSecAttrAccessControl as String] as? SecAccessControl == control)
    #expect(again[kSecAttrAccessible as String] as? String == "aku")
    #expect(again[kSecValueData as String] as? Data == Data("secret".utf8))
  }

  @Test func `By SecItemCopyMatching and SecItemDelete, which its protection class selects for`() throws {
    var item = try returned(control(.userPresence))
    #expect(calls.find(item as NSDictionary).status == 0)
    let other: NSDictionary = [
      kSecClass: kSecClassGenericPassword, kSecAttrAccessible: "aku", kSecAttrAccessControl: try #require(item["accc"]),
    ]
    #expect(calls.find(other).status == 0)
    #expect(calls.update(other, to: [kSecAttrAccessible: "ak"]) == 0)
    #expect(calls.find(other).status == errSecItemNotFound)
    item = try all()
    #expect(calls.delete(item as NSDictionary) == 0)
  }

  @Test func `By SecItemUpdate, whose item keeps its constraints`() throws {
    let control = try control(.userPresence)
    let item = try returned(control)
    let protection = item.filter { ["accc", "pdmn"].contains($0.key) } as NSDictionary
    #expect(calls.update([kSecClass: kSecClassGenericPassword], to: protection) == 0)
    #expect(try all()[kSecAttrAccessControl as String] as? SecAccessControl == control)
  }

  @Test func `With another protection class, or an access control of the caller's own, it is -50`() throws {
    let control = try control(.userPresence)
    for (key, value) in [("pdmn", "ck" as AnyObject), ("accc", control)] {
      var item = try returned(control)
      #expect(calls.delete([kSecClass: kSecClassGenericPassword]) == 0)
      item[key] = value
      #expect(calls.add(item as NSDictionary).status == errSecParam, "\(key)")
    }
  }
}

/// Somebody who authenticates whenever it is asked for.
private struct WillingPerson: ItemAuthorizer {
  func authorize(_ access: AccessControl, _ choice: AuthenticationChoice) throws(KeychainStatus) {}
}
