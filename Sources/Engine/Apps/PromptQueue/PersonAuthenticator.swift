// SPDX-License-Identifier: Apache-2.0
package import LinuxSystem
package import PromptModel

/// Asks the person for the passcode on behalf of programs, and remembers what was proved in which context.
package final class PersonAuthenticator: Sendable {
  private struct State {
    /// The process that each context with something proved in it belongs to.
    var contexts: [ContextToken: Int32] = [:]
    var lastUnlock: BootInstant?
  }

  package let queue: QuestionQueue
  private let proofs: any PasscodeProofs
  private let clock: BootClock
  private let limits: QuestionLimits
  private let state = Locked(State())

  /// With a queue of its own, in which others may have questions too.
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

  /// Whether the passcode was given under a number that `bailey` made; it counts once.
  package func takeProof(of number: QuestionNumber) -> Bool { proofs.isProved(number) }

  // MARK: - Contexts

  /// Whether the context needs no question any more.
  package func isProved(_ context: ContextToken, by requester: Requester) -> Bool {
    state.withLock { $0.contexts[context] == requester.process }
  }

  /// The same, or an unlock so short ago proves it: it is then proved for as long as anything is.
  package func isProved(
    _ context: ContextToken, by requester: Requester, within seconds: UInt16, since moment: Moment
  ) -> Bool {
    if isProved(context, by: requester) { return true }
    guard isFreshlyUnlocked(min(seconds, AuthenticationQuestion.longestReuse)) else { return false }
    // If a lock has begun since `moment`, nothing is proved.
    return (try? remember(context, requester, since: moment)) != nil
  }

  /// Returns when the person has shown who they are; takes as long as they take, up to a limit.
  package func authenticate(
    _ question: AuthenticationQuestion, for requester: Requester, since moment: Moment
  ) throws(AuthenticationRefusal) {
    if isProved(question.context, by: requester) { return }
    guard try proofs.hasPasscode() else { throw .noPasscode }
    if isFreshlyUnlocked(question.reuseSeconds) { return try remember(question.context, requester, since: moment) }
    guard question.interaction == .allowed else { throw .notInteractive }
    let asked = PersonQuestion(
      .passcode, reason: question.reason, cancelTitle: question.cancelTitle, context: question.context)
    switch try queue.ask(asked, for: requester, since: moment) {
    case .proved: try remember(question.context, requester, since: moment)
    case .cancelled: throw .userCancelled
    case .failed, .answered: throw .failed
    case .invalidated: throw .contextInvalidated
    case .withdrawn: throw .systemCancelled
    case .unattended: throw .notInteractive
    }
  }

  private func isFreshlyUnlocked(_ seconds: UInt16) -> Bool {
    guard seconds > 0, let last = state.withLock({ $0.lastUnlock }) else { return false }
    return clock.now() < last.advanced(byMilliseconds: UInt64(seconds) * 1000)
  }

  /// Not after a lock: `locked` takes questions and calls back first, then what was remembered until then.
  private func remember(
    _ context: ContextToken, _ requester: Requester, since moment: Moment
  ) throws(AuthenticationRefusal) {
    try state.withLock { state throws(AuthenticationRefusal) in
      guard moment == queue.now else { throw .systemCancelled }
      if state.contexts.count >= limits.contexts { state.contexts = [:] }
      state.contexts[context] = requester.process
    }
  }

  /// Forgets what was proved in the context and takes its question back.
  package func invalidate(_ context: ContextToken, by requester: Requester) {
    let isOwn = state.withLock { state in
      guard state.contexts[context] ?? requester.process == requester.process else { return false }
      state.contexts[context] = nil
      return true
    }
    if isOwn { queue.invalidate(context, by: requester) }
  }

  /// A process is gone: so are its contexts and questions.
  package func forget(_ process: Int32) {
    queue.forget(process)
    state.withLock { $0.contexts = $0.contexts.filter { $0.value != process } }
  }

  // MARK: - The lock

  /// The passcode was given for the whole device.
  package func unlocked() {
    queue.unlocked()
    state.withLock { $0.lastUnlock = clock.now() }
  }

  package func screenLocked() { queue.screenLocked() }

  /// What was proved before a lock is proved no longer.
  package func locked() {
    queue.locked()
    state.withLock { state in
      state.lastUnlock = nil
      state.contexts = [:]
    }
  }
}
