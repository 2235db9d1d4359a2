// SPDX-License-Identifier: Apache-2.0
import Clocks
import CryptoPrimitives
import SecretMemory
import Threads

/// Who may ask: the one browser to which the owner gave the address.
///
/// The token stands in the address that `bailey console` prints, and is good once. It is exchanged for a cookie, which a
/// browser sends by itself, and a CSRF word, which only the console's own page can send along. Beside it stands a secret that is
/// never sent, by which the page knows this process. A browser that nobody has used for a time is not answered until the owner has
/// given the passcode again.
final class BrowserSession: Sendable {
  private struct State {
    var token: String?
    /// Whoever uses the token has not proved to be there.
    var tokenIsRenewed = false
    var cookie: String?
    var csrf: String?
    var lastUse: BootInstant
    var requests: RateLimit
  }

  static let cookieName = "bailey-console"
  /// How long nobody may be there at the longest.
  static let longestIdle: UInt16 = 10 * 60
  /// Far more than a person's clicks come to, and few enough that a page gone wild is slowed down.
  private static let (burst, perSecond): (UInt64, UInt64) = (120, 20)

  private let clock: BootClock
  private let idleMilliseconds: UInt64
  private let state: Locked<State>
  /// The secret in hexadecimal, as the address has it.
  let secret: String
  let proof: ServerProof

  /// Begins with a token that nobody has used. A time longer than the longest is the longest.
  init(idleSeconds: UInt16 = longestIdle, clock: BootClock = .system) {
    self.clock = clock
    idleMilliseconds = UInt64(min(idleSeconds, Self.longestIdle)) * 1000
    let now = clock.now()
    let secret = SystemRandom.bytes(32)
    self.secret = secret.hexadecimal
    proof = ServerProof(SecretBytes(copying: secret.span))
    state = Locked(
      State(
        token: Self.word(), lastUse: now,
        requests: RateLimit(burst: Self.burst, perSecond: Self.perSecond, from: now)))
  }

  /// The token in the console's address; nil once it has been used.
  var token: String? { state.withLock { $0.token } }

  /// The cookie and the CSRF word for the one who brings the token; nil for everyone else, and the second time.
  func exchange(_ token: String) -> (cookie: String, csrf: String)? {
    let now = clock.now()
    return state.withLock { state in
      guard let expected = state.token, Self.isSame(expected, token) else { return nil }
      let (cookie, csrf) = (Self.word(), Self.word())
      (state.token, state.cookie, state.csrf) = (nil, cookie, csrf)
      if !state.tokenIsRenewed { state.lastUse = now }
      return (cookie, csrf)
    }
  }

  /// A token for a window that is opened later, in the place of the one that there is. Where nobody has been for a time, it takes the
  /// passcode there too.
  func renewToken() {
    state.withLock { ($0.token, $0.tokenIsRenewed) = (Self.word(), true) }
  }

  func accepts(cookie: String?) -> Bool { Self.isSame(state.withLock { $0.cookie }, cookie) }
  func accepts(csrf: String?) -> Bool { Self.isSame(state.withLock { $0.csrf }, csrf) }

  /// Counts a request, of whoever makes it.
  func takesAnother() -> Bool {
    let now = clock.now()
    return state.withLock { $0.requests.take(at: now) } == .passes
  }

  // MARK: - Idle

  var isIdle: Bool {
    let now = clock.now()
    return state.withLock { now > $0.lastUse.advanced(byMilliseconds: idleMilliseconds) }
  }

  /// Somebody is there: they do something, or have just given the passcode.
  func use() {
    let now = clock.now()
    state.withLock { $0.lastUse = now }
  }

  /// Compares in constant time; what is absent is the same as nothing.
  private static func isSame(_ expected: String?, _ given: String?) -> Bool {
    guard let expected, let given else { return false }
    return equalInConstantTime(Array(expected.utf8).span, Array(given.utf8).span)
  }

  private static func word() -> String { SystemRandom.bytes(32).hexadecimal }
}

extension Array<UInt8> {
  var hexadecimal: String { map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined() }

  init?(hexadecimal text: some StringProtocol) {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      // Signs are no digits.
      guard digits[index] != UInt8(ascii: "+"), digits[index] != UInt8(ascii: "-"),
        let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(byte)
    }
    self = bytes
  }
}
