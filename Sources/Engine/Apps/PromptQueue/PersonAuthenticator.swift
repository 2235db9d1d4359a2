// SPDX-License-Identifier: Apache-2.0
package import Clocks
import LockFollowing
package import PromptModel
package import ProofModel
import Threads

/// Asks the person for the passcode on behalf of programs, and remembers what was proved in which context.
package final class PersonAuthenticator: Sendable {
  private struct State {
    var contexts: [ContextToken: Presence] = [:]
    var lastUnlock: BootInstant?
  }

  /// The presence that was proved in a context, and for whom.
  private struct Presence {
    let requester: Requester
    let claim: ProofClaim
  }

  package let queue: QuestionQueue
  private let proofs: any PasscodeProofs
  private let clock: BootClock
  private let limits: QuestionLimits
  private let state = Locked(State())

  /// Makes an authenticator with a queue, in which others may have questions too.
  package init(
    proofs: any PasscodeProofs, clock: BootClock = .system, limits: QuestionLimits = QuestionLimits(),
    isLocked: Bool = false
  ) {
    queue = QuestionQueue(proofs: proofs, clock: clock, limits: limits, isLocked: isLocked)
    self.proofs = proofs
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
  package func presence(in context: ContextToken, of requester: Requester) -> ProofClaim? {
    state.withLock { state in
      guard let presence = state.contexts[context], presence.requester == requester else { return nil }
      return presence.claim
    }
  }

  /// The same, or an unlock so short ago proves it: it is then proved for as long as anything is.
  package func presence(
    in context: ContextToken, of requester: Requester, within seconds: UInt16, since moment: Moment
  ) -> ProofClaim? {
    if let claim = presence(in: context, of: requester) { return claim }
    // If a lock has begun since `moment`, nothing is proved.
    return try? presenceByUnlock(context, "", requester, within: seconds, since: moment)
  }

  /// Returns when the person has shown who they are; takes as long as they take, up to a limit. What is returned shows the
  /// enclave that they have.
  @discardableResult package func authenticate(
    _ question: AuthenticationQuestion, for requester: Requester, since moment: Moment
  ) throws(AuthenticationRefusal) -> ProofClaim {
    if let claim = presence(in: question.context, of: requester) { return claim }
    guard try proofs.hasPasscode() else { throw .noPasscode }
    if let claim = try presenceByUnlock(
      question.context, question.reason, requester, within: question.reuseSeconds, since: moment)
    {
      return claim
    }
    guard question.interaction == .allowed else { throw .notInteractive }
    let asked = PersonQuestion(
      .passcode(.presence), reason: question.reason, cancelTitle: question.cancelTitle, context: question.context)
    switch try queue.ask(asked, for: requester, since: moment) {
    case .proved(let claim): return try remember(claim, in: question.context, requester, since: moment)
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
    case .failed, .answered, .proved, .provedOnce: .failed
    case .invalidated: .contextInvalidated
    case .withdrawn: .systemCancelled
    case .unattended: .notInteractive
    }
  }

  /// Nil where there was none so short ago.
  private func presenceByUnlock(
    _ context: ContextToken, _ reason: String, _ requester: Requester, within seconds: UInt16, since moment: Moment
  ) throws(AuthenticationRefusal) -> ProofClaim? {
    let seconds = min(seconds, AuthenticationQuestion.longestReuse)
    guard isFreshlyUnlocked(seconds) else { return nil }
    let statement = ProofStatement(.presence(reason: reason), by: ProofAsker(requester))
    let claim = ProofClaim(of: .random(), for: statement)
    guard proofs.takeUnlock(claim, within: seconds) else { return nil }
    return try remember(claim, in: context, requester, since: moment)
  }

  private func isFreshlyUnlocked(_ seconds: UInt16) -> Bool {
    guard seconds > 0, let last = state.withLock({ $0.lastUnlock }) else { return false }
    return clock.now() < last.advanced(byMilliseconds: UInt64(seconds) * 1000)
  }

  /// Remembers a proof, but not after a lock: `locked` takes questions and calls back first, then what was remembered
  /// until then.
  private func remember(
    _ claim: ProofClaim, in context: ContextToken, _ requester: Requester, since moment: Moment
  ) throws(AuthenticationRefusal) -> ProofClaim {
    let forgotten = try state.withLock { state throws(AuthenticationRefusal) in
      guard moment == queue.now else { throw .systemCancelled }
      var forgotten: [Presence] = []
      if state.contexts.count >= limits.contexts {
        forgotten = Array(state.contexts.values)
        state.contexts = [:]
      }
      state.contexts[context] = Presence(requester: requester, claim: claim)
      return forgotten
    }
    forget(forgotten)
    return claim
  }

  private func forget(_ presences: [Presence]) {
    for presence in presences { proofs.forgetPresence(presence.claim.question) }
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

extension PersonAuthenticator: LockFollower {
  package func graceBegan() { screenLocked() }
  package func keysWillGo() { screenLocked() }
  package func requestsAreAwaited() { locked() }
  package func keysAreBack() { unlocked() }
}
