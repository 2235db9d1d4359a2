// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CryptoPrimitives
import JOSECoding
package import SecretMemory
import SystemCalls

/// Binds a form to the browser that it was shown in, to what it is for, and to a time: no other site can have it sent.
package final class FormSeal: Sendable {
  private let key: SecretBytes

  package static let life: Int64 = 60 * 60 * 1000
  private static let knownLife: Int64 = BrowserCookies.browserSeconds * 1000

  package init(_ key: consuming SecretBytes) { self.key = key }

  /// `life` is an hour at most.
  package func seal(_ purpose: String, browser: String, at now: Int64, for life: Int64 = life) -> String {
    seal(purpose, browser, until: now + min(life, Self.life))
  }

  package func isValid(_ seal: String, _ purpose: String, browser: String, at now: Int64) -> Bool {
    isValid(seal, purpose, browser, now, life: Self.life)
  }

  /// Says for a year that somebody has signed in in this browser.
  func known(_ mail: String, browser: String, at now: Int64) -> String {
    seal(Self.knownPurpose(mail), browser, until: now + Self.knownLife)
  }

  func knows(_ seal: String, _ mail: String, browser: String, at now: Int64) -> Bool {
    isValid(seal, Self.knownPurpose(mail), browser, now, life: Self.knownLife)
  }

  private static func knownPurpose(_ mail: String) -> String { "known\n" + mail.lowercased() }

  private func seal(_ purpose: String, _ browser: String, until end: Int64) -> String {
    "\(end).\(Base64URL.encode(mac(purpose, browser, end)))"
  }

  private func isValid(_ seal: String, _ purpose: String, _ browser: String, _ now: Int64, life: Int64) -> Bool {
    let parts = seal.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let end = Int64(parts[0]), end > now, end <= now + life,
      let mac = Base64URL.decode(parts[1].utf8)
    else { return false }
    let expected = self.mac(purpose, browser, end)
    return equalInConstantTime(mac.span, expected.span)
  }

  private func mac(_ purpose: String, _ browser: String, _ end: Int64) -> [UInt8] {
    // No part can be taken for another: none but the last has a line end.
    let message = Array("\(end)\n\(browser)\n\(purpose)".utf8)
    return HMACSHA256.authenticate(message.span, key: key)
  }
}
