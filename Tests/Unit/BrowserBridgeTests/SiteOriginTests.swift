// SPDX-License-Identifier: Apache-2.0
import BrowserBridge
import PublicSuffixes
import Testing

@Suite struct SiteOriginTests {
  private let rule: RelyingPartyRule

  init() throws {
    let suffixes = try #require(PublicSuffixList())
    rule = RelyingPartyRule { suffixes.isPublicSuffix($0) }
  }

  private func identifier(
    _ named: String?, at origin: String, related: [String] = [], of lister: String? = nil
  ) throws -> String? {
    let list = (lister ?? named).map { BrowserRequest.RelatedOrigins(related, of: $0) }
    return rule.identifier(named, for: BrowserRequest.Page(try #require(SiteOrigin(origin)), related: list))
  }

  @Test(arguments: [
    "https://example.org", "https://login.example.org:8443", "http://localhost", "http://localhost:8080",
    "http://app.localhost:3000", "https://xn--bcher-kva.example", "https://a_b.example.org",
  ])
  func `Pages of these origins may use passkeys`(origin: String) {
    #expect(SiteOrigin(origin)?.text == origin)
  }

  @Test(arguments: [
    "", "null", "http://example.org", "https://", "https://example.org.", "https://127.0.0.1", "https://[::1]",
    "https://1.2.3", "https://EXAMPLE.org", "https://bücher.example", "https://a..b", "https://-a.example",
    "https://example.org:", "https://example.org:0", "https://example.org:080", "https://example.org:99999",
    "https://example.org:1:2", "https://example.org/", "https://user@example.org", "ftp://example.org",
    "chrome-extension://abc", "http://localhost.evil.test", "http://notlocalhost", "file://", "https://0x7f",
  ])
  func `Pages of others may not`(origin: String) {
    // A name of hexadecimal digits is a name to the rule; browsers write the address that it means.
    #expect(SiteOrigin(origin) == nil || origin == "https://0x7f")
  }

  @Test func `A page may name its host, and what is above it but no public suffix`() throws {
    #expect(try identifier(nil, at: "https://login.example.org") == "login.example.org")
    #expect(try identifier("login.example.org", at: "https://login.example.org") == "login.example.org")
    #expect(try identifier("example.org", at: "https://login.example.org:444") == "example.org")
    #expect(try identifier("example.co.uk", at: "https://www.example.co.uk") == "example.co.uk")
    #expect(try identifier(nil, at: "http://localhost:80") == "localhost")
    for (named, origin) in [
      ("org", "https://example.org"), ("co.uk", "https://www.example.co.uk"), ("github.io", "https://ada.github.io"),
      ("example.com", "https://example.org"), ("www.example.org", "https://example.org"),
      ("ample.org", "https://example.org"), ("", "https://example.org"), (".example.org", "https://a.example.org"),
      ("example.org.", "https://a.example.org"), ("Example.org", "https://a.example.org"),
      ("test", "https://shop.test"), ("localhost", "https://a.localhost"),
    ] { #expect(try identifier(named, at: origin) == nil, "\(named) at \(origin)") }
  }

  @Test func `A page that the relying party lists as its own may name it, of as many names as the standard asks for`()
    throws
  {
    let origin = "https://shop.example.de"
    #expect(try identifier("example.com", at: origin, related: ["https://example.org", origin]) == "example.com")
    for related in [
      ["https://example.de"], ["http://shop.example.de"], ["https://shop.example.de:444"], ["null", "", "https://"],
      ["https://shop.example.de.evil.test"],
    ] { #expect(try identifier("example.com", at: origin, related: related) == nil, "\(related)") }
    // One site's list says nothing of another site.
    #expect(try identifier("bank.com", at: origin, related: [origin], of: "example.com") == nil)
    // A public suffix lists nobody as its own.
    #expect(try identifier("com", at: origin, related: [origin]) == nil)
    let others = ["one", "two", "three", "four", "five"].map { "https://\($0).com" }
    #expect(try identifier("a.org", at: "https://six.com", related: others + ["https://six.com"]) == nil)
    #expect(try identifier("a.org", at: "https://five.com", related: others) == "a.org")
    // A name under several suffixes is one name.
    let five = ["https://five.com", "https://five.de", "https://five.co.uk"]
    #expect(try identifier("a.org", at: "https://five.co.uk", related: others + five) == "a.org")
  }
  @Test(arguments: [
    ("https://example.org", "example.org"), ("https://a.b.example.org:8443", "example.org"),
    ("https://shop.example.co.uk", "example.co.uk"), ("https://ada.github.io", "ada.github.io"),
    ("https://x.ada.github.io", "ada.github.io"), ("http://localhost:8080", "localhost"), ("https://org", "org"),
  ])
  func `All hosts below a registered name are one site`(origin: String, site: String) throws {
    #expect(rule.site(of: try #require(SiteOrigin(origin))) == site)
  }
}
