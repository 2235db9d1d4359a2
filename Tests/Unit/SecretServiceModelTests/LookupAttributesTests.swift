// SPDX-License-Identifier: Apache-2.0
import ProtectionModel
import Testing

@testable import SecretServiceModel

@Suite struct LookupAttributesTests {
  private func attributes(_ pairs: (String, String)...) throws -> LookupAttributes {
    try #require(LookupAttributes(pairs.map { .init($0.0, $0.1) }))
  }

  @Test func `An item is found by any part of its attributes`() throws {
    let item = try attributes(("user", "ada"), ("server", "example.org"), ("port", "443"))
    #expect(item.match(try attributes(("user", "ada"))))
    #expect(item.match(try attributes(("port", "443"), ("user", "ada"))))
    #expect(item.match(item) && item.match(.none))
  }

  @Test func `Another value or a name too many finds nothing`() throws {
    let item = try attributes(("user", "ada"), ("server", "example.org"))
    #expect(!item.match(try attributes(("user", "Ada"))))
    #expect(!item.match(try attributes(("user", "ada"), ("realm", ""))))
    #expect(!item.match(try attributes(("user", "example.org"))))
  }

  @Test func `Bytes are compared and not what they look like`() throws {
    let composed = try attributes(("user", "Zo\u{EB}"))
    #expect(!composed.match(try attributes(("user", "Zoe\u{308}"))))
    let both = try attributes(("\u{EB}", "1"), ("e\u{308}", "2"))
    #expect(both.pairs.count == 2)
    #expect(try both.match(attributes(("e\u{308}", "2"))) && !both.match(attributes(("e\u{308}", "1"))))
  }

  @Test func `Of a name that comes twice the last counts`() throws {
    #expect(try attributes(("a", "1"), ("b", "2"), ("a", "3")).pairs == [.init("a", "3"), .init("b", "2")])
  }

  @Test func `What is too much is no set of attributes`() {
    let many = (0...SecretServiceLimits.attributes).map { LookupAttributes.Pair("name \($0)", "") }
    #expect(LookupAttributes(many) == nil)
    #expect(LookupAttributes([.init(String(repeating: "n", count: 256), "")]) == nil)
    #expect(LookupAttributes([.init("n", String(repeating: "v", count: 16_385))]) == nil)
    let heavy = (0..<5).map { LookupAttributes.Pair("n\($0)", String(repeating: "v", count: 16_384)) }
    #expect(LookupAttributes(heavy) == nil)
  }

  @Test func `What works behind a locked screen is readable there`() throws {
    let network = try attributes(("xdg:schema", "org.freedesktop.NetworkManager.Connection"), ("setting-key", "psk"))
    let browser = try attributes(("xdg:schema", "chrome_libsecret_os_crypt_password_v2"))
    #expect(SecretClass.of(network, in: .whenUnlocked) == .afterFirstUnlock)
    #expect(SecretClass.of(browser, in: .whenUnlocked) == .whenUnlocked)
    #expect(SecretClass.of(.none, in: .afterFirstUnlock) == .afterFirstUnlock)
    #expect(SecretClass.afterFirstUnlock.isReadable(in: .locked) && !SecretClass.whenUnlocked.isReadable(in: .locked))
    #expect(SecretClass.whenUnlocked.isReadable(in: .grace))
    #expect(SecretClass.allCases.allSatisfy { !$0.isReadable(in: .beforeFirstUnlock) && !$0.isReadable(in: nil) })
  }

  @Test func `A schema that says nothing can be left out, and no other`() throws {
    let plain = LookupAttributes.Pair("service", "mail")
    func attributes(_ schema: String) throws -> LookupAttributes {
      try #require(LookupAttributes([plain, LookupAttributes.Pair(LookupAttributes.schemaName, schema)]))
    }
    #expect(try attributes("org.freedesktop.Secret.Generic").withoutGenericSchema == LookupAttributes([plain]))
    #expect(try attributes("org.gnome.Mail").withoutGenericSchema == attributes("org.gnome.Mail"))
  }
}
