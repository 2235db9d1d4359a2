// SPDX-License-Identifier: Apache-2.0
import IdentityDatabase
import IdentityModel
import IdentityService
import SecretMemory
import Testing
import WebForms
import WebServer

@Suite struct OneTimeCodeTests {
  private let provider: ProviderUnderTest

  init() throws { provider = try ProviderUnderTest() }

  // MARK: - RFC 6238, appendix B: the secret "12345678901234567890" with SHA-1 and eight digits

  @Test(
    arguments: [
      (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
      (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ] as [(Int64, String)]) func `The published codes are made`(seconds: Int64, code: String)
  {
    let secret = SecretBytes(copying: Array("12345678901234567890".utf8).span)
    let made = OneTimePassword.code(secret, step: OneTimePassword.step(at: seconds * 1000), digits: 8)
    #expect(made == code)
  }

  @Test(arguments: [("f", "MY"), ("fo", "MZXQ"), ("foobar", "MZXW6YTBOI")])
  func `Secrets are written as RFC 4648 writes them`(text: String, expected: String) {
    let secret = SecretBytes(copying: Array(text.utf8).span)
    let written = OneTimePassword.base32(secret)
    #expect(written == expected)
  }

  // MARK: - Pages

  private func send(_ path: String, on page: WebResponse, _ more: [FormFields.Field] = []) -> WebResponse {
    provider.send("POST", path, fields: page.uniqueFields + more)
  }

  private func code(_ secret: [UInt8], stepsLater: Int64 = 0) -> String {
    let step = OneTimePassword.step(at: Int64(provider.now) * 1000) + stepsLater
    return OneTimePassword.code(SecretBytes(copying: secret.span), step: step)
  }

  /// Turns codes on, and gives what they are made of.
  private func turnOn() throws -> [UInt8] {
    _ = try provider.signIn()
    let setup = send("/account/code/begin", on: provider.send("GET", "/account"))
    let secret = try #require(setup.shownSecret)
    #expect(secret.count == OneTimePassword.secretLength)
    let wrong = send("/account/code/add", on: setup, [.init("code", code(secret, stepsLater: 7))])
    #expect(wrong.status == 403 && wrong.shownSecret == secret)
    #expect(try provider.store.codeSecret(of: 1) == nil)
    #expect(send("/account/code/add", on: wrong, [.init("code", code(secret))]).location == "/account")
    #expect(provider.send("GET", "/account").text.contains("After the password"))
    provider.cookies = provider.cookies.filter { !$0.key.hasSuffix("session") }
    return secret
  }

  @Test func `The password alone signs nobody in, and a code does once`() throws {
    let secret = try turnOn()
    let page = try provider.signIn()
    #expect(page.status == 200 && page.text.contains("action=\"/auth/code\""))
    #expect(!provider.cookies.keys.contains { $0.hasSuffix("session") })
    // The one that turned codes on was used then.
    #expect(send("/auth/code", on: page, [.init("code", code(secret))]).status == 403)
    provider.pass(seconds: 60)
    let typed = code(secret)
    let spaced = "\(typed.prefix(3)) \(typed.suffix(3))"
    #expect(send("/auth/code", on: page, [.init("code", spaced)]).status == 303)
    #expect(provider.send("GET", "/account").text.contains("Signed in as"))
    #expect(send("/auth/code", on: page, [.init("code", typed)]).status == 403)
  }

  @Test func `A code needs the page that the right password opened, in that browser, and not for long`() throws {
    let secret = try turnOn()
    let page = try provider.signIn()
    provider.pass(seconds: 60)
    let own = provider.cookies
    provider.cookies = [:]
    #expect(send("/auth/code", on: page, [.init("code", code(secret))]).text.contains("action=\"/auth/sign-in\""))
    provider.cookies = own
    let other = page.uniqueFields.map { $0.name == "account" ? FormFields.Field("account", "2") : $0 }
    let answer = provider.send("POST", "/auth/code", fields: other + [.init("code", code(secret))])
    #expect(answer.status == 403 && answer.text.contains("action=\"/auth/sign-in\""))
    provider.cookies = own
    provider.pass(seconds: 601)
    #expect(send("/auth/code", on: page, [.init("code", code(secret))]).status == 403)
    #expect(!provider.cookies.keys.contains { $0.hasSuffix("session") })
  }

  @Test func `Who guesses waits longer and longer, also for the right code`() throws {
    let secret = try turnOn()
    let page = try provider.signIn()
    provider.pass(seconds: 60)
    for _ in 0..<4 { #expect(send("/auth/code", on: page, [.init("code", "x")]).status == 403) }
    let answer = send("/auth/code", on: page, [.init("code", code(secret))])
    #expect(answer.status == 403 && answer.text.contains("Too many tries"))
  }

  @Test func `Codes are turned off soon after signing in alone`() throws {
    let secret = try turnOn()
    let page = try provider.signIn()
    provider.pass(seconds: 60)
    #expect(send("/auth/code", on: page, [.init("code", code(secret))]).status == 303)
    let account = provider.send("GET", "/account")
    provider.pass(seconds: 15 * 60 + 1)
    _ = send("/account/code/remove", on: account)
    #expect(try provider.store.codeSecret(of: 1) != nil)
    provider.pass(seconds: -60)
    _ = send("/account/code/remove", on: account)
    #expect(try provider.store.codeSecret(of: 1) == nil)
  }
}

extension WebResponse {
  /// Of a page whose forms repeat them.
  var uniqueFields: [FormFields.Field] {
    hiddenFields.reduce(into: []) { fields, field in
      if !fields.contains(where: { $0.name == field.name }) { fields.append(field) }
    }
  }

  /// What a page has people type into their app.
  var shownSecret: [UInt8]? {
    guard let start = text.firstRange(of: "<p><code>"), let end = text.firstRange(of: "</code></p>") else { return nil }
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    let bits = text[start.upperBound..<end.lowerBound].compactMap { letters.firstIndex(of: $0) }
    var (bytes, pending, count): ([UInt8], Int, Int) = ([], 0, 0)
    for value in bits {
      (pending, count) = ((pending << 5 | value) & 0xFFF, count + 5)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(pending >> count & 0xFF))
    }
    return bytes
  }
}
