// SPDX-License-Identifier: Apache-2.0
package import Clocks
import LockFollowing
package import PromptModel
package import ProofModel
import Threads

/// Asks the person for the passcode or a finger on behalf of programs, and remembers what was proved in which context.
package final class PersonAuthenticator: Sendable {
  private struct State {
    var contexts: [ContextToken: Presence] = [:]
    var lastUnlock: BootInstant?
  }

  /// The presence that was proved in a context, and for whom.
  private struct Presence {
    let requester: Requester
    var claim: ProofClaim?
    var fingers: FingerSet?

    func proof(_ accepted: AcceptedProofs) -> PresenceProof? {
      if accepted.passcode, let claim { return .passcode(claim) }
      guard let fingers, accepted.finger?.isMet(by: fingers) == true else { return nil }
      return .finger(fingers)
    }
  }

  package let queue: QuestionQueue
  private let proofs: any PasscodeProofs
  private let clock: BootClock
  private let limits: QuestionLimits
  private let state = Locked(State())
  /// The reader of fingerprints; nil where there is none.
  let sensor: (any FingerSensor)?
  let attempts = Locked(FingerAttempts())

  /// Makes an authenticator with a queue, in which others may have questions too.
  package init(
    proofs: any PasscodeProofs, fingers: (any FingerSensor)? = nil, clock: BootClock = .system,
    limits: QuestionLimits = QuestionLimits(),
    isLocked: Bool = false
  ) {
    queue = QuestionQueue(proofs: proofs, clock: clock, limits: limits, isLocked: isLocked)
    self.proofs = proofs
    sensor = fingers
    self.clock = clock
    self.limits = limits
  }

  package typealias Moment = QuestionQueue.Moment

  package var now: Moment { queue.now }

  package func hasPasscode() throws(AuthenticationRefusal) -> Bool { try proofs.hasPasscode() }

  /// Whether the owner gave the passcode for this, in this process of `bailey` or of the console, under a number that the
  /// process made; it counts once.
  package func takeProof(of number: QuestionNumber, for purpose: ProofPurpose, in process: Int32) -> Bool {
    proofs.take(ProofClaim(of: number, for: ProofStatement(purpose, by: .owner(in: process))))
  }

  // MARK: - Contexts

  /// The proof of a context; nil where a question is needed.
  package func presence(
    in context: ContextToken, of requester: Requester, accepting accepted: AcceptedProofs = .any
  ) -> PresenceProof? {
    state.withLock { state in
      guard let presence = state.contexts[context], presence.requester == requester else { return nil }
      return presence.proof(accepted)
    }
  }

  /// The same, or an unlock so short ago proves it: it is then proved for as long as anything is.
  package func presence(
    in context: ContextToken, of requester: Requester, accepting accepted: AcceptedProofs, within seconds: UInt16,
    since moment: Moment
  ) -> PresenceProof? {
    if let proof = presence(in: context, of: requester, accepting: accepted) { return proof }
    guard accepted.passcode else { return nil }
    // If a lock has begun since `moment`, nothing is proved.
    return try? presenceByUnlock(context, "", requester, within: seconds, since: moment)
  }

  /// Returns when the person has shown who they are; takes as long as they take, up to a limit. A proof of the passcode shows
  /// the enclave that they have; one of a finger is none there.
  @discardableResult package func authenticate(
    _ question: AuthenticationQuestion, accepting accepted: AcceptedProofs? = nil, for requester: Requester,
    since moment: Moment
  ) throws(AuthenticationRefusal) -> PresenceProof {
    let accepted = accepted ?? question.factor.accepted
    if let proof = presence(in: question.context, of: requester, accepting: accepted) { return proof }
    guard try proofs.hasPasscode() else { throw .noPasscode }
    if accepted.passcode,
      let claim = try presenceByUnlock(
        question.context, question.reason, requester, within: question.reuseSeconds, since: moment)
    {
      return claim
    }
    guard question.interaction == .allowed else { throw .notInteractive }
    let asked = PersonQuestion(
      try kind(for: accepted), reason: question.reason, cancelTitle: question.cancelTitle, context: question.context)
    switch try ask(asked, in: question.context, accepted.finger, for: requester, since: moment) {
    case .proved(let claim):
      attempts.withLock { $0.forgive() }
      return try remember(.passcode(claim), in: question.context, requester, since: moment)
    case .touched(let set): return try remember(.finger(set), in: question.context, requester, since: moment)
    case let end: throw Self.refusal(end)
    }
  }

  /// Asks whether a program may have something, and for how long: of that nothing is remembered here.
  package func permission(
    _ question: AuthenticationQuestion, for requester: Requester, since moment: Moment
  ) throws(AuthenticationRefusal) -> PermissionExtent {
    guard try proofs.hasPasscode() else { throw .noPasscode }
    let asked = PersonQuestion(
      .passcode(.permission), reason: question.reason, cancelTitle: question.cancelTitle, context: question.context)
    switch try queue.ask(asked, for: requester, since: moment) {
    case .proved(let claim):
      proofs.forgetPresence(claim.question)
      return .lasting
    case .provedOnce(let claim):
      proofs.forgetPresence(claim.question)
      return .once
    case let end: throw Self.refusal(end)
    }
  }

  /// Why a question that ended so proves nothing.
  private static func refusal(_ end: QuestionEnd) -> AuthenticationRefusal {
    switch end {
    case .cancelled, .elsewhere: .userCancelled
    case .failed, .answered, .proved, .provedOnce, .touched: .failed
    case .lockedOut: .biometryLockout
    case .invalidated: .contextInvalidated
    case .withdrawn: .systemCancelled
    case .unattended: .notInteractive
    }
  }

  /// The person's presence by an unlock; nil where there was none so short ago.
  private func presenceByUnlock(
    _ context: ContextToken, _ reason: String, _ requester: Requester, within seconds: UInt16, since moment: Moment
  ) throws(AuthenticationRefusal) -> PresenceProof? {
    let seconds = min(seconds, AuthenticationQuestion.longestReuse)
    guard isFreshlyUnlocked(seconds) else { return nil }
    let statement = ProofStatement(.presence(reason: reason), by: ProofAsker(requester))
    let claim = ProofClaim(of: .random(), for: statement)
    guard proofs.takeUnlock(claim, within: seconds) else { return nil }
    return try remember(.passcode(claim), in: context, requester, since: moment)
  }

  private func isFreshlyUnlocked(_ seconds: UInt16) -> Bool {
    guard seconds > 0, let last = state.withLock({ $0.lastUnlock }) else { return false }
    return clock.now() < last.advanced(byMilliseconds: UInt64(seconds) * 1000)
  }

  /// Remembers a proof, but not after a lock: `locked` takes questions and calls back first, then what was remembered
  /// until then.
  private func remember(
    _ proof: PresenceProof, in context: ContextToken, _ requester: Requester, since moment: Moment
  ) throws(AuthenticationRefusal) -> PresenceProof {
    let forgotten = try state.withLock { state throws(AuthenticationRefusal) in
      guard moment == queue.now else { throw .systemCancelled }
      var forgotten: [Presence] = []
      if state.contexts.count >= limits.contexts {
        forgotten = Array(state.contexts.values)
        state.contexts = [:]
      }
      var presence = Presence(requester: requester)
      // What was proved in it before counts on.
      if let known = state.contexts[context], known.requester == requester { presence = known }
      switch proof {
      case .passcode(let claim): presence.claim = claim
      case .finger(let set): presence.fingers = set
      }
      state.contexts[context] = presence
      return forgotten
    }
    forget(forgotten)
    return proof
  }

  private func forget(_ presences: [Presence]) {
    for claim in presences.compactMap(\.claim) { proofs.forgetPresence(claim.question) }
  }

  /// Forgets what was proved in the context and takes its question back.
  package func invalidate(_ context: ContextToken, by requester: Requester) {
    let (isOwn, forgotten) = state.withLock { state in
      guard let presence = state.contexts[context] else { return (true, [Presence]()) }
      guard presence.requester == requester else { return (false, []) }
      state.contexts[context] = nil
      return (true, [presence])
    }
    forget(forgotten)
    if isOwn { queue.invalidate(context, by: requester) }
  }

  /// A process is gone: so are its contexts and questions.
  package func forget(_ process: Int32) {
    queue.forget(process)
    let gone = state.withLock { state in
      let gone = state.contexts.filter { $0.value.requester.process == process }
      for context in gone.keys { state.contexts[context] = nil }
      return Array(gone.values)
    }
    forget(gone)
  }

  // MARK: - The lock

  /// The passcode was given for the whole device.
  package func unlocked() {
    queue.unlocked()
    attempts.withLock { $0.forgive() }
    state.withLock { $0.lastUnlock = clock.now() }
  }

  package func screenLocked() { queue.screenLocked() }

  /// Forgets all proofs at a lock.
  package func locked() {
    queue.locked()
    state.withLock { state in
      state.lastUnlock = nil
      state.contexts = [:]
    }
  }
}

/// The proof that the person is there.
package enum PresenceProof: Sendable, Equatable {
  /// The enclave knows of it.
  case passcode(ProofClaim)
  /// A finger of this set, of which the enclave knows nothing.
  case finger(FingerSet)
}

extension PersonAuthenticator: LockFollower {
  package func graceBegan() { screenLocked() }
  package func keysWillGo() { screenLocked() }
  package func requestsAreAwaited() { locked() }
  package func keysAreBack() { unlocked() }
}
