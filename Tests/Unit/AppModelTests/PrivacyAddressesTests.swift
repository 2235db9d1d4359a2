// SPDX-License-Identifier: Apache-2.0
import AppModel
import PropertyLists
import Testing

@Suite struct PrivacyAddressesTests {
  private func addresses(_ text: String) -> PrivacyAddresses {
    PrivacyAddresses([PrivacyAddresses.policyKey: .string(text), PrivacyAddresses.deletionKey: .string(text)])
  }

  @Test(arguments: ["https://example.org", "https://example.org/privacy?a=b#c", "HTTPS://example.org:8443/"])
  func `A page is an address of both`(text: String) {
    #expect(addresses(text) == addresses(text) && addresses(text).policy == text && addresses(text).deletion == text)
  }

  @Test func `Mail is one for deletion alone`() {
    #expect(addresses("mailto:privacy@example.org").policy == nil)
    #expect(addresses("mailto:privacy@example.org").deletion == "mailto:privacy@example.org")
  }

  /// What could look like something else on a terminal or in a browser is among them.
  @Test(arguments: [
    "", "example.org", "http://example.org", "https://", "https://example", "https://bank.org@evil.org/",
    "javascript:alert(1)",
    "https://example.org/\u{1B}[2J", "https://exаmple.org", "https://example.org/a b", "mailto:", "mailto:@",
    "mailto:a@b@c",
    "https://example.org/" + String(repeating: "a", count: 2048),
  ])
  func `Anything else is none`(text: String) {
    #expect(addresses(text).isEmpty)
  }
}
