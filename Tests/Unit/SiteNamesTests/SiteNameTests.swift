// SPDX-License-Identifier: Apache-2.0
import SiteNames
import Testing

@Suite struct SiteNameTests {
  /// From RFC 3492, 7.1, and names in use.
  @Test(arguments: [
    ("xn--bcher-kva.example", "bücher.example"), ("xn--mnchen-3ya.de", "münchen.de"),
    ("xn--egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"), ("xn--ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
    ("xn--3B-ww4c5e180e575a65lsy2b", "3年B組金八先生"), ("login.xn--80ak6aa92e.com", "login.аррӏе.com"),
  ])
  func `A name is shown with the letters that it stands for`(host: String, unicode: String) {
    #expect(SiteName(host).unicode == unicode && SiteName(host).host == host)
  }

  @Test(arguments: ["example.org", "xn--", "xn--0", "xn--99999999", "xn--a-\u{e9}", "xn--zzzzzzzzzzzzzzzzzzzzzzzzz"])
  func `A name that stands for itself, or for nothing, has no other form`(host: String) {
    let unicode = SiteName(host).unicode
    #expect(unicode == nil || unicode == "")
  }

  @Test func `A browser is known by where its program lies`() {
    #expect(KnownBrowser(program: "/usr/lib/chromium/chromium") == .chromium)
    #expect(KnownBrowser(program: "/usr/lib/firefox-esr/firefox-esr") == .firefox)
    #expect(KnownBrowser(program: "/home/ada/chromium") == nil)
  }
}
