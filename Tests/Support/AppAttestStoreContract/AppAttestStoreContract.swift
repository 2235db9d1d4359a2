// SPDX-License-Identifier: Apache-2.0
package import AppAttest
import AppAttestObjects
import COSEKeys
import CryptoPrimitives
import Dispatch
import Synchronization
import Testing

/// What every store of attested keys must keep, whatever it is made of.
package struct AppAttestStoreContract<Store: AppAttestStore>: Sendable {
  private let make: @Sendable () throws -> Store
  private let authority: TestAppAuthority
  private let key: ECPrivateKey

  /// Each check gets an empty store of its own.
  package init(_ make: @escaping @Sendable () throws -> Store) throws {
    self.make = make
    authority = try TestAppAuthority()
    key = try ECPrivateKey(.p256)
  }

  package static var checks: [(String, @Sendable (AppAttestStoreContract) throws -> Void)] {
    [
      ("a key is kept and found, with whose it is", { try $0.keeps() }),
      ("a challenge is used once, and is known to be used", { try $0.usesOnce() }),
      ("a challenge of another session or purpose is refused, and used up", { try $0.bindsChallenges() }),
      ("a challenge is good until its time is over, and not at it", { try $0.expires() }),
      ("a key is one person's, and stays as it is when they attest again", { try $0.isOnePersons() }),
      ("a counter only rises, and what it guards happens with it", { try $0.raisesCounters() }),
      ("an action that fails takes everything with it", { try $0.rollsBack() }),
      ("of answers at the same instant one counts", { try $0.isAtomic() }),
      ("what is removed is gone, and only its owner removes it", { try $0.removes() }),
    ]
  }

  // MARK: - Checks

  private func keeps() throws {
    let store = try make()
    let attestation = try register(in: store)
    let found = try store.key(attestation.key.id)
    #expect(found?.key == attestation.key && found?.person == ada)
    #expect(try store.key([0]) == nil)
  }

  private func usesOnce() throws {
    let store = try make()
    let attestation = try attestation()
    #expect(throws: AppAttestStoreError.challengeUnknown) { try keep(attestation, [1], store) }
    try issue([1], .attestation, store)
    try keep(attestation, [1], store)
    #expect(throws: AppAttestStoreError.challengeUsed) { try keep(attestation, [1], store) }
    try issue([2], .assertion, store)
    try take(counter: 1, [2], store)
    #expect(throws: AppAttestStoreError.challengeUsed) { try take(counter: 2, [2], store) }
    try issue([3], .assertion, store)
    try store.spend([3], at: now)
    #expect(throws: AppAttestStoreError.challengeUsed) { try take(counter: 2, [3], store) }
    #expect(try store.key(attestation.key.id)?.key.counter == 1)
  }

  private func bindsChallenges() throws {
    let store = try make()
    try issue([1], .assertion, store)
    #expect(throws: AppAttestStoreError.challengeUnknown) { try keep(attestation(), [1], store) }
    #expect(throws: AppAttestStoreError.challengeUsed) { try keep(attestation(), [1], store) }
    try issue([2], .attestation, store)
    #expect(throws: AppAttestStoreError.challengeUnknown) {
      try store.keep(attestation(), of: ada, answering: [2], session: [0], at: now)
    }
    #expect(throws: AppAttestStoreError.challengeUsed) { try keep(attestation(), [2], store) }
    #expect(try store.key(attestation().key.id) == nil)
  }

  private func expires() throws {
    let store = try make()
    try issue([1], .attestation, store)
    let end = now + minute
    #expect(throws: AppAttestStoreError.challengeUnknown) {
      try store.keep(attestation(), of: ada, answering: [1], session: session, at: end)
    }
    try store.keep(attestation(), of: ada, answering: [1], session: session, at: end - 1)
    try issue([2], .assertion, store)
    try store.forgetChallenges(at: end)
    #expect(throws: AppAttestStoreError.challengeUnknown) { try take(counter: 1, [2], store) }
  }

  private func isOnePersons() throws {
    let store = try make()
    let attestation = try register(in: store)
    try issue([2], .attestation, store)
    #expect(throws: AppAttestStoreError.keyOfAnotherPerson) {
      try store.keep(attestation, of: [9], answering: [2], session: session, at: now)
    }
    try issue([3], .assertion, store)
    #expect(throws: AppAttestStoreError.keyOfAnotherPerson) {
      try store.take(assertion(1), of: [9], answering: [3], session: session, at: now) { _ in }
    }
    try issue([4], .assertion, store)
    try take(counter: 5, [4], store)
    try issue([5], .attestation, store)
    try keep(attestation, [5], store)
    #expect(try store.key(attestation.key.id)?.key.counter == 5)
    #expect(try store.key(attestation.key.id)?.person == ada)
  }

  private func raisesCounters() throws {
    let store = try make()
    let attestation = try register(in: store)
    let actions = Atomic(0)
    for (challenge, counter, stored) in [(2, 3, nil), (3, 3, 3), (4, 2, 3), (5, 4, nil)] as [(UInt8, UInt32, UInt32?)] {
      try issue([challenge], .assertion, store)
      let expected = stored.map { AppAttestStoreError.counterNotGreater($0) }
      let refusal = error {
        try store.take(assertion(counter), of: ada, answering: [challenge], session: session, at: now) { _ in
          _ = actions.add(1, ordering: .relaxed)
        }
      }
      #expect(refusal == expected)
    }
    #expect(actions.load(ordering: .relaxed) == 2)
    #expect(try store.key(attestation.key.id)?.key.counter == 4)
    let empty = try make()
    try issue([1], .assertion, empty)
    #expect(throws: AppAttestStoreError.keyUnknown) { try take(counter: 1, [1], empty) }
  }

  private func rollsBack() throws {
    let store = try make()
    let attestation = try register(in: store)
    try issue([2], .assertion, store)
    #expect(throws: AppAttestStoreError.action("no room")) {
      try store.take(assertion(1), of: ada, answering: [2], session: session, at: now) {
        (_) throws(AppAttestStoreError) in throw .action("no room")
      }
    }
    #expect(try store.key(attestation.key.id)?.key.counter == 0)
    try take(counter: 1, [2], store)
    #expect(try store.key(attestation.key.id)?.key.counter == 1)
  }

  private func isAtomic() throws {
    for _ in 0..<8 {
      let store = try make()
      let attestation = try attestation()
      try issue([1], .attestation, store)
      #expect(winners { _ in try keep(attestation, [1], store) } == 1)
      // Two assertions with one counter, each with a challenge of its own.
      for challenge in 10..<18 as Range<UInt8> { try issue([challenge], .assertion, store) }
      #expect(winners { try take(counter: 7, [10 + UInt8($0)], store) } == 1)
      #expect(try store.key(attestation.key.id)?.key.counter == 7)
    }
  }

  private func removes() throws {
    let store = try make()
    let id = try register(in: store).key.id
    #expect(try !store.remove(id, of: [9]))
    #expect(try store.remove(id, of: ada))
    #expect(try !store.remove(id, of: ada))
    #expect(try store.key(id) == nil)
  }

  // MARK: - Steps

  private var session: [UInt8] { [7, 7] }
  private var ada: [UInt8] { [1, 2] }
  private var now: Int { 1_790_000_000_000 }
  private var minute: Int { 60_000 }

  private func attestation() throws -> VerifiedAppAttestation {
    let statement = try authority.statement(key.publicKey)
    return try AppAttestationVerification(authority.policy).verify(
      authority.attestation(statement), keyID: statement.keyID, clientDataHash: TestAppAuthority.clientDataHash)
  }

  /// One that was verified when nothing was stored yet.
  private func assertion(_ counter: UInt32) throws -> VerifiedAppAssertion {
    try AppAssertionVerification(authority.policy).verify(
      authority.assertion(key, counter: counter), by: attestation().key,
      clientDataHash: TestAppAuthority.clientDataHash)
  }

  private func issue(_ challenge: [UInt8], _ purpose: AppChallenge.Purpose, _ store: Store) throws {
    try store.issue(AppChallenge(challenge, for: purpose, session: session, expires: now + minute))
  }

  private func keep(_ attestation: VerifiedAppAttestation, _ challenge: [UInt8], _ store: Store) throws {
    try store.keep(attestation, of: ada, answering: challenge, session: session, at: now)
  }

  private func take(counter: UInt32, _ challenge: [UInt8], _ store: Store) throws {
    try store.take(assertion(counter), of: ada, answering: challenge, session: session, at: now) { _ in }
  }

  private func register(in store: Store) throws -> VerifiedAppAttestation {
    let attestation = try attestation()
    try issue([1], .attestation, store)
    try keep(attestation, [1], store)
    return attestation
  }

  private func error(_ body: () throws -> Void) -> AppAttestStoreError? {
    do { try body() } catch { return error as? AppAttestStoreError }
    return nil
  }

  /// How many of many at once succeed.
  private func winners(_ body: @escaping @Sendable (Int) throws -> Void) -> Int {
    let count = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      if (try? body(index)) != nil { count.add(1, ordering: .relaxed) }
    }
    return count.load(ordering: .relaxed)
  }
}
