// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import IdentityModel
import SecretMemory
import Threads

/// Says whether a password is that of an account. It takes as long, and answers the same, where there is no such account.
struct PasswordCheck: Sendable {
  private let store: any IdentityStore
  private let networks = NetworkTries()
  /// The password of an account that nobody has, which is checked where there is no account.
  private let decoy: AccountPassword?
  /// Each check takes a lot of memory, so only so many run at once.
  let running = CountingSemaphore(2)
  /// The number of checks that run or wait to.
  let pending = Locked(0)

  /// Further ones are sent away: were each thread of a server waiting here, nobody would be answered anything.
  static let mostPending = 4

  init(_ store: any IdentityStore, _ cost: Argon2id.Parameters) {
    self.store = store
    decoy = try? AccountPassword(of: SystemRandom.secret(16), cost)
  }

  enum Verdict: Sendable {
    case right(Account)
    case wrong
    /// The password was not looked at, because too many were wrong.
    case wait(milliseconds: Int64)
  }

  /// The first three cost nothing; each further one twice as long as the one before it, a quarter of an hour at most.
  static func delay(afterFailures count: Int64) -> Int64 {
    count <= 3 ? 0 : min(15 * 60 * 1000, 1000 << min(count - 3, 20))
  }

  /// A browser where the account's owner has signed in before has tries of its own: others that give wrong passwords keep nobody
  /// out there, whatever network they share with it. `network` is from where it is tried; nil where that is not known.
  func check(
    _ mail: String, _ password: borrowing SecretBytes, from knownBrowser: String? = nil,
    network: ClientNetwork? = nil, at now: Int64
  ) throws(IdentityStoreError) -> Verdict {
    let isAdmitted = pending.withLock { count in
      guard count < Self.mostPending else { return false }
      count += 1
      return true
    }
    guard isAdmitted else { return .wait(milliseconds: 1000) }
    defer { pending.withLock { $0 -= 1 } }
    let key = TokenDigest(of: "tries:" + mail.lowercased() + (knownBrowser.map { "\n" + $0 } ?? ""))
    let network = knownBrowser == nil ? network : nil
    // Counted before it is looked at: whoever ends the connection, or tries many at once, has tried all the same.
    if let network, let next = networks.begin(network, at: now) { return .wait(milliseconds: next - now) }
    if let next = try store.beginTry(key, at: now, delay: Self.delay) {
      // Nothing was learned, and little work done: whoever has many networks could else have all of them wait.
      if let network { networks.takeBack(network) }
      return .wait(milliseconds: next - now)
    }
    let account = try store.account(mail: mail)
    let record = account?.password ?? decoy
    let isRight = running.enter { record?.isRight(password) ?? false }
    guard isRight, let account else { return .wrong }
    try store.forgetTries(key)
    // The others of this network stay: whoever guesses has an account of their own.
    if let network { networks.takeBack(network) }
    return .right(account)
  }
}
