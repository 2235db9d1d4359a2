// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import Foundation
import KeychainModel
import Security
import Testing

/// The second dictionary of `SecItemUpdate`.
@Suite struct UpdateTests {
  private let keychain = RecordingKeychain()

  private func update(_ changes: NSDictionary) -> OSStatus {
    Calls(keychain: keychain).update([kSecClass: kSecClassGenericPassword], to: changes)
  }

  @Test func `Attributes and data are taken`() {
    #expect(update([kSecAttrLabel: "name", kSecValueData: Data([1, 2])]) == errSecSuccess)
    #expect(keychain.changes?.attributes == [.label: "name"])
    #expect(keychain.changes?.data?.count == 2)
  }

  @Test func `An empty dictionary is taken`() {
    #expect(update([:]) == errSecSuccess)
    #expect(keychain.changes?.data == nil)
  }

  @Test(arguments: [
    "class", "m_Limit", "r_Data", "u_AuthUI", "v_Ref", "v_PersistentRef", "abcd", "xyzzy",
  ])
  func `A key of any other kind is errSecNoSuchAttr`(key: String) {
    #expect(update([key: "x"]) == errSecNoSuchAttr)
  }

  @Test func `Data that is not data is errSecParam`() {
    #expect(update([kSecValueData: "text"]) == errSecParam)
  }

  @Test func `Null leaves the attribute as it is`() {
    #expect(update([kSecAttrLabel: NSNull()]) == errSecSuccess)
    #expect(keychain.changes?.attributes.isEmpty == true)
  }
}
