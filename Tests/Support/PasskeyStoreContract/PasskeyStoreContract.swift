// SPDX-License-Identifier: Apache-2.0
import Dispatch
import PublishedCeremonies
import Synchronization
import Testing
package import WebAuthn

/// What every store of passkeys must keep, whatever it is made of.
package struct PasskeyStoreContract: Sendable {
  private let make: @Sendable () throws -> any PasskeyStore
  private static let session: [UInt8] = [7, 7]
  private static let now = 1_790_000_000_000
  private static let minute = 60_000

  /// Each check gets an empty store of its own.
  package init(_ make: @escaping @Sendable () throws -> any PasskeyStore) { self.make = make }

  package static let checks: [(String, @Sendable (PasskeyStoreContract) throws -> Void)] = [
    ("a credential is kept and found, by its identifier and by its account", { try $0.keeps() }),
    ("a challenge is used once", { try $0.usesOnce() }),
    ("a challenge of another session or purpose is refused, and used up", { try $0.bindsChallenges() }),
    ("a challenge is good until its time is over, and not at it", { try $0.expires() }),
    ("an identifier is one person's, and the challenge is used up all the same", { try $0.isUnique() }),
    ("a counter only rises", { try $0.raisesCounters() }),
    ("of answers at the same instant one counts", { try $0.isAtomic() }),
    ("what is removed is gone, and only its owner removes it", { try $0.removes() }),
  ]

  // MARK: - Checks

  private func keeps() throws {
    let store = try make()
    let registrations = try PublishedCeremony.all.map { try $0.register() }
    for registration in registrations { try register(registration, in: store) }
    for registration in registrations {
      #expect(try store.credential(registration.record.id) == registration.record)
    }
    #expect(try store.credentials(of: PublishedCeremony.userHandle) == registrations.map(\.record))
    #expect(try store.credential([0]) == nil)
    #expect(try store.credentials(of: [0]).isEmpty)
  }

  private func usesOnce() throws {
    let (store, registration) = (try make(), try ceremony.register())
    #expect(throws: PasskeyStoreError.challenge) { try keep(registration, store) }
    try register(registration, in: store)
    #expect(throws: PasskeyStoreError.challenge) { try keep(registration, store) }
    let assertion = try ceremony.signIn(registration.record)
    try issue(assertion.challenge, .authentication, store)
    try take(assertion, store)
    #expect(throws: PasskeyStoreError.challenge) { try take(assertion, store) }
    try issue([9], .authentication, store)
    try store.spend([9], at: Self.now)
    #expect(throws: PasskeyStoreError.self) { try issue([9], .authentication, store) }
  }

  private func bindsChallenges() throws {
    let registration = try ceremony.register()
    let store = try make()
    try issue(registration.challenge, .authentication, store)
    #expect(throws: PasskeyStoreError.challenge) { try keep(registration, store) }
    let other = try make()
    try issue(registration.challenge, .registration, other)
    #expect(throws: PasskeyStoreError.challenge) { try other.keep(registration, session: [1], at: Self.now) }
    #expect(throws: PasskeyStoreError.challenge) { try keep(registration, other) }
    #expect(try other.credential(registration.record.id) == nil)
  }

  private func expires() throws {
    let (store, registration) = (try make(), try ceremony.register())
    try issue(registration.challenge, .registration, store)
    let end = Self.now + Self.minute
    #expect(throws: PasskeyStoreError.challenge) {
      try store.keep(registration, session: Self.session, at: end)
    }
    try store.keep(registration, session: Self.session, at: end - 1)
    let assertion = try ceremony.signIn(registration.record)
    try issue(assertion.challenge, .authentication, store)
    try store.forgetChallenges(at: end)
    #expect(throws: PasskeyStoreError.challenge) { try take(assertion, store) }
    // A challenge that is forgotten may be issued anew.
    try issue(assertion.challenge, .authentication, store)
    try take(assertion, store)
  }

  private func isUnique() throws {
    let store = try make()
    let registration = try ceremony.register()
    try register(registration, in: store)
    let again = try second.register()
    try issue(again.challenge, .registration, store)
    #expect(throws: PasskeyStoreError.credentialIdTaken) { try keep(again, store) }
    #expect(throws: PasskeyStoreError.challenge) { try keep(again, store) }
    #expect(try store.credential(registration.record.id) == registration.record)
  }

  private func raisesCounters() throws {
    let store = try make()
    let stored = try register(counting: 5, in: store)
    var accepting = PublishedCeremony.policy
    accepting.equalCounters = .accepted
    // A response that was verified before another one with a higher counter was taken.
    let stale = try ceremony.signIn(stored.with(signCount: 0))
    try issue(stale.challenge, .authentication, store)
    #expect(throws: PasskeyStoreError.signCount(5)) { try take(stale, store) }
    #expect(try store.credential(stored.id)?.signCount == 5)
    let other = try make()
    _ = try register(counting: 5, in: other)
    let tolerated = try ceremony.signIn(stored, accepting)
    try issue(tolerated.challenge, .authentication, other)
    try take(tolerated, other)
    #expect(try other.credential(stored.id)?.signCount == 5)
    let empty = try make()
    try issue(stale.challenge, .authentication, empty)
    #expect(throws: PasskeyStoreError.credentialUnknown) { try take(stale, empty) }
  }

  private func isAtomic() throws {
    for _ in 0..<8 {
      let (store, registration) = (try make(), try ceremony.register())
      try issue(registration.challenge, .registration, store)
      #expect(winners { try keep(registration, store) } == 1)
      let assertion = try ceremony.signIn(registration.record)
      try issue(assertion.challenge, .authentication, store)
      #expect(winners { try take(assertion, store) } == 1)
    }
  }

  private func removes() throws {
    let (store, registration) = (try make(), try ceremony.register())
    try register(registration, in: store)
    let id = registration.record.id
    #expect(try !store.remove(id, of: [0]))
    #expect(try store.remove(id, of: PublishedCeremony.userHandle))
    #expect(try !store.remove(id, of: PublishedCeremony.userHandle))
    #expect(try store.credential(id) == nil)
  }

  // MARK: - Steps

  private var ceremony: PublishedCeremony { PublishedCeremony.named("none-es256") }

  /// The same credential, registered with another challenge.
  private var second: PublishedCeremony { PublishedCeremony.named("none-es256").answering([1, 2, 3]) }

  private func issue(
    _ challenge: [UInt8], _ purpose: IssuedChallenge.Purpose, _ store: any PasskeyStore
  ) throws {
    try store.issue(
      IssuedChallenge(challenge, for: purpose, session: Self.session, expires: Self.now + Self.minute))
  }

  private func keep(_ registration: VerifiedRegistration, _ store: any PasskeyStore) throws {
    try store.keep(registration, session: Self.session, at: Self.now)
  }

  private func take(_ assertion: VerifiedAssertion, _ store: any PasskeyStore) throws {
    try store.take(assertion, session: Self.session, at: Self.now)
  }

  private func register(_ registration: VerifiedRegistration, in store: any PasskeyStore) throws {
    try issue(registration.challenge, .registration, store)
    try keep(registration, store)
  }

  private func register(counting signCount: UInt32, in store: any PasskeyStore) throws -> CredentialRecord {
    let registration = try ceremony.counting(signCount).register()
    try register(registration, in: store)
    return registration.record
  }

  /// How many of many at once succeed.
  private func winners(_ body: @escaping @Sendable () throws -> Void) -> Int {
    let count = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      if (try? body()) != nil { count.add(1, ordering: .relaxed) }
    }
    return count.load(ordering: .relaxed)
  }
}

extension CredentialRecord {
  fileprivate func with(signCount: UInt32) -> CredentialRecord {
    var record = self
    record.signCount = signCount
    return record
  }
}
