// SPDX-License-Identifier: Apache-2.0
package import AuthenticationModel
import CryptoPrimitives
package import KeychainModel
package import LinuxSystem

/// Puts questions of programs to the person through an agent, and remembers what was proved in which context.
///
/// Neither the program nor this process sees the passcode: the agent gives it to the enclave under the question's
/// number, and the enclave is asked whether it was right.
package final class PersonAuthenticator: Sendable {
  private let proofs: any PasscodeProofs
  private let clock: BootClock
  private let limits: QuestionLimits
  private let state = Locked(AuthenticationRecord())

  package init(
    proofs: any PasscodeProofs, clock: BootClock = .system, limits: QuestionLimits = QuestionLimits()
  ) {
    self.proofs = proofs
    self.clock = clock
    self.limits = limits
  }

  // MARK: - For programs

  /// A moment between two locks: a call that began in it asks nobody after the next one, which waits for it, and what it
  /// proved is proved no longer.
  package struct Moment: Sendable {
    fileprivate let locks: Int
  }

  package var now: Moment { Moment(locks: state.withLock { $0.locks }) }

  package func hasPasscode() throws(AuthenticationRefusal) -> Bool { try proofs.hasPasscode() }

  /// Whether the context needs no question any more.
  package func isProved(_ context: ContextToken, by asker: Asker) -> Bool {
    state.withLock { $0.contexts[context] == asker.process }
  }

  /// The same, or an unlock so short ago proves it: it is then proved for as long as anything is.
  package func isProved(
    _ context: ContextToken, by asker: Asker, within seconds: UInt16, since moment: Moment
  ) -> Bool {
    if isProved(context, by: asker) { return true }
    guard isFreshlyUnlocked(min(seconds, AuthenticationQuestion.longestReuse)) else { return false }
    return (try? remember(context, asker, since: moment)) != nil
  }

  /// Returns when the person has shown who they are; takes as long as they take, up to a limit.
  package func authenticate(
    _ question: AuthenticationQuestion, for asker: Asker, since moment: Moment
  ) throws(AuthenticationRefusal) {
    if isProved(question.context, by: asker) { return }
    guard try proofs.hasPasscode() else { throw .noPasscode }
    if isFreshlyUnlocked(question.reuseSeconds) { return try remember(question.context, asker, since: moment) }
    guard question.interaction == .allowed else { throw .notInteractive }
    let open = try ask(question, asker, since: moment)
    switch waitForEnd(of: open) {
    case .proved: try remember(question.context, asker, since: moment)
    case .cancelled: throw .userCancelled
    case .failed, .answered: throw .failed
    case .invalidated: throw .contextInvalidated
    case .withdrawn: throw .systemCancelled
    case .unattended: throw .notInteractive
    }
  }

  /// A password, from the person by way of the agent; the asker is not told it.
  package func password(
    of keychain: KeychainName, _ occasion: KeychainPasswordOccasion, reason: String, for asker: Asker,
    since moment: Moment
  ) throws(AuthenticationRefusal) -> SecretData {
    guard let once = ContextToken(SystemRandom.bytes(ContextToken.size)) else { throw .unavailable }
    let question = AuthenticationQuestion(context: once, reason: reason)
    let open = try ask(question, asker, .password(keychain, occasion), since: moment)
    let end = waitForEnd(of: open)
    let password = state.withLock { $0.passwords.removeValue(forKey: open.number) }
    switch (end, password) {
    case (.answered, let password?): return password
    case (.cancelled, _): throw .userCancelled
    case (.unattended, _): throw .notInteractive
    case (.withdrawn, _), (.invalidated, _): throw .systemCancelled
    default: throw .failed
    }
  }

  /// Forgets what was proved in the context and takes its question back.
  package func invalidate(_ context: ContextToken, by asker: Asker) {
    state.withLock { state in
      guard state.contexts[context] ?? asker.process == asker.process else { return }
      state.contexts[context] = nil
      state.end(.invalidated) { $0.context == context && $0.asker == asker }
    }
  }

  /// A process is gone: so are its contexts and questions. If it was an agent, another one asks what it had to ask.
  package func forget(_ process: Int32) {
    state.withLock { state in
      state.lose(agent: process, at: clock.now(), limits)
      state.contexts = state.contexts.filter { $0.value != process }
      state.end(.withdrawn) { $0.asker.process == process }
    }
  }

  /// Whether the passcode was given under a number that `bailey` made; it counts once.
  package func takeProof(of number: QuestionNumber) -> Bool { proofs.isProved(number) }

  // MARK: - The lock

  /// The passcode was given for the whole device.
  package func unlocked() { state.withLock { $0.lastUnlock = clock.now() } }

  /// What was proved before a lock is proved no longer.
  package func locked() {
    state.withLock { state in
      state.locks += 1
      state.lastUnlock = nil
      state.contexts = [:]
      state.end(.withdrawn) { _ in true }
    }
  }

  // MARK: - For agents

  /// Whether there is one that could put a question.
  package var hasAgent: Bool { state.withLock { $0.hasAgent(at: clock.now(), limits) } }

  /// Whether an agent waits for a question at this moment.
  package var isAwaited: Bool { state.withLock { !$0.waiting.isEmpty } }

  /// The oldest question that no agent has, for the agent of this process; waits for one.
  package func nextQuestion(
    for agent: Int32, within time: Duration
  ) throws(SystemError) -> PendingQuestion? {
    let bell = try Bell()
    if let question = takeQuestion(for: agent, orJoin: bell) { return question }
    bell.wait(time)
    return state.withLock { state in
      state.leave(bell, agent: agent, at: clock.now())
      return state.takeQuestion(by: agent)
    }
  }

  /// What an agent says of a question; one that is over already is left alone.
  package func settle(_ number: QuestionNumber, _ outcome: QuestionOutcome) {
    let end: QuestionEnd =
      switch outcome {
      case .proved: proofs.isProved(number) ? .proved : .failed
      case .cancelled: .cancelled
      case .failed: .failed
      }
    state.withLock { $0.end(end) { $0.number == number } }
  }

  /// The password that a question asks for. The passcode is for the enclave, and is not looked at here.
  package func give(_ password: SecretData, for number: QuestionNumber) {
    state.withLock { state in
      guard state.questions.contains(where: { $0.number == number && $0.kind != .passcode }) else { return }
      state.passwords[number] = password
      state.end(.answered) { $0.number == number }
    }
  }
}

// MARK: - Asking

extension PersonAuthenticator {
  private func isFreshlyUnlocked(_ seconds: UInt16) -> Bool {
    guard seconds > 0, let last = state.withLock({ $0.lastUnlock }) else { return false }
    return clock.now() < last.advanced(byMilliseconds: UInt64(seconds) * 1000)
  }

  private func remember(
    _ context: ContextToken, _ asker: Asker, since moment: Moment
  ) throws(AuthenticationRefusal) {
    try state.withLock { state throws(AuthenticationRefusal) in
      guard moment.locks == state.locks else { throw .systemCancelled }
      if state.contexts.count >= limits.contexts { state.contexts = [:] }
      state.contexts[context] = asker.process
    }
  }

  private func ask(
    _ question: AuthenticationQuestion, _ asker: Asker, _ kind: QuestionKind = .passcode, since moment: Moment
  ) throws(AuthenticationRefusal) -> OpenQuestion {
    guard let number = QuestionNumber(SystemRandom.bytes(QuestionNumber.size)), let bell = try? Bell() else {
      throw .unavailable
    }
    let open = OpenQuestion(
      number: number, context: question.context, asker: asker, reason: question.reason,
      cancelTitle: question.cancelTitle, kind: kind, bell: bell)
    let refusal: AuthenticationRefusal? = state.withLock { state in
      guard moment.locks == state.locks else { return .systemCancelled }
      guard state.hasAgent(at: clock.now(), limits), state.questions.count < limits.questions,
        !state.questions.contains(where: { $0.asker == asker })
      else { return .notInteractive }
      state.add(open)
      return nil
    }
    if let refusal { throw refusal }
    return open
  }

  private func waitForEnd(of open: OpenQuestion) -> QuestionEnd {
    open.bell.wait(limits.patience)
    return state.withLock { state in
      state.end(.withdrawn) { $0.number == open.number }
      return state.ends.removeValue(forKey: open.number) ?? .withdrawn
    }
  }

  private func takeQuestion(for agent: Int32, orJoin bell: Bell) -> PendingQuestion? {
    state.withLock { state in
      if let question = state.takeQuestion(by: agent) { return question }
      state.waiting.append(bell)
      return nil
    }
  }
}
