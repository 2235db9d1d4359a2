// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import LinuxSystem

/// Who may ask: the one browser to which the owner gave the address.
///
/// The token stands in the address that `bailey console` prints, and is good once. It is exchanged for a cookie, which a
/// browser sends by itself, and a CSRF word, which only the console's own page can send along.
final class BrowserSession: Sendable {
  private struct State {
    var token: String?
    var cookie: String?
    var csrf: String?
  }

  static let cookieName = "bailey-console"
  private let state: Locked<State>

  /// Begins with a token that nobody has used.
  init() { state = Locked(State(token: Self.word())) }

  /// For the address; nil once it has been used.
  var token: String? { state.withLock { $0.token } }

  /// The cookie and the CSRF word for the one who brings the token; nil for everyone else, and the second time.
  func exchange(_ token: String) -> (cookie: String, csrf: String)? {
    state.withLock { state in
      guard let expected = state.token, Self.isSame(expected, token) else { return nil }
      let (cookie, csrf) = (Self.word(), Self.word())
      state = State(token: nil, cookie: cookie, csrf: csrf)
      return (cookie, csrf)
    }
  }

  func accepts(cookie: String?) -> Bool { Self.isSame(state.withLock { $0.cookie }, cookie) }
  func accepts(csrf: String?) -> Bool { Self.isSame(state.withLock { $0.csrf }, csrf) }

  /// In constant time; what is absent is the same as nothing.
  private static func isSame(_ expected: String?, _ given: String?) -> Bool {
    guard let expected, let given else { return false }
    return equalInConstantTime(Array(expected.utf8).span, Array(given.utf8).span)
  }

  private static func word() -> String {
    SystemRandom.bytes(32).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
