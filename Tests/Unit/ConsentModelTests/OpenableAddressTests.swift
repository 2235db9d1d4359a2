// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ConsentModel

/// Addresses that apps may have opened, as somebody writes them who would rather have something else opened.
@Suite struct OpenableAddressTests {
  @Test(arguments: [
    ("https://example.org/a?b=c#d", "example.org"), ("HTTP://Example.ORG:8080/", "example.org"),
    ("https://[2001:db8::1]:443/x", "[2001:db8::1]"), ("https://xn--e1afmkfd.example/", "xn--e1afmkfd.example"),
    ("mailto:ada@example.org?subject=Hello%20you&cc=b@example.org", "ada@example.org"), ("mailto:?body=x", ""),
    ("tel:+49-30-123", "+49-30-123"),
  ])
  func `An address of the web, of a letter or of a telephone is opened, and its destination is known`(
    text: String, destination: String
  ) throws {
    let address = try #require(OpenableAddress(text))
    #expect(address.text == text && address.destination == destination)
    #expect(destination.isEmpty || address.operation.contains(destination))
  }

  @Test(arguments: [
    "", "example.org", "https:", "https:///x", "https://", "https://:80/", "https://./", "https://a:0/",
    "https://a:99999/",
    "https://a:/", "file:///etc/passwd", "FILE:///etc/passwd", "javascript:alert(1)", "data:text/html,x",
    "app-settings:",
    "smb://host/share", "x-scheme-handler://a", "--help", "-e", "https://bank.example@evil.example/",
    "https://ada:secret@example.org/", "https://exa mple.org/", "https://example.org/\n",
    "https://example.org/\u{1B}[2J",
    "https://ex\u{430}mple.org/", "https://example.org/\"x", "https://example.org/`id`", "https://example.org\\@evil/",
    "mailto:", "mailto:a@b?attach=/etc/passwd", "mailto:a@b?Attachment=x", "mailto:a@b?subject=x&attach=/x",
    "mailto:a#b",
    "tel:", "tel:+", "tel:123;phone-context=x", "tel:*#", "https://[::1/", "https://[x]/",
  ])
  func `What leads to files, programs, other apps, or somewhere else than it seems is not`(text: String) {
    #expect(OpenableAddress(text) == nil)
  }

  @Test func `A letter to somebody whom the question would not show is not begun`() {
    func letter(_ words: Int) -> String {
      "mailto:ada@example.org?body=\(String(repeating: "x", count: words))&bcc=eve@example.net"
    }
    #expect(OpenableAddress(letter(100)) != nil)
    #expect(OpenableAddress(letter(400)) == nil)
  }

  @Test func `An address has an end`() {
    let longest = "https://a.example/" + String(repeating: "x", count: OpenableAddress.longest - 18)
    #expect(OpenableAddress(longest) != nil && OpenableAddress(longest + "x") == nil)
    #expect(OpenableAddress("https://" + String(repeating: "a", count: 254) + "/") == nil)
  }
}
