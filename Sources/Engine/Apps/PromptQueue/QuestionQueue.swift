// SPDX-License-Identifier: Apache-2.0
package import Clocks
import Events
package import PromptModel
import ProofModel
package import SystemCalls
import Threads

/// The questions of programs that wait for the person, in their order, and the agents that put them.
///
/// Neither the program nor this process sees the passcode: the agent gives it to the enclave under the number that the
/// question has for this agent, with a hash of what it shows the person. The enclave is asked whether it was given for that.
package final class QuestionQueue: Sendable {
  private let proofs: any PasscodeProofs
  private let clock: BootClock
  private let limits: QuestionLimits
  let state: Locked<QuestionRecord>

  /// The time between looks whether a requester and the agents are still there.
  private static let pause = Duration.milliseconds(500)

  package init(
    proofs: any PasscodeProofs, clock: BootClock = .system, limits: QuestionLimits = QuestionLimits(),
    isLocked: Bool = false
  ) {
    self.proofs = proofs
    self.clock = clock
    self.limits = limits
    state = Locked(QuestionRecord(isLocked: isLocked))
  }

  // MARK: - For programs

  /// The number of locks so far, taken when a call begins. If a lock has begun since, the call asks nobody, and its proof
  /// is not remembered.
  package struct Moment: Sendable, Equatable {
    fileprivate let locks: Int
  }

  package var now: Moment { Moment(locks: state.withLock { $0.locks }) }

  /// Puts a question and returns how it ended; takes as long as the person takes, up to a limit, and not longer than the
  /// requester lives. Of an agent that has ended, the next one has the question; where there is none, it is over. Its connection tells nothing of that while this waits. The time of an app's question begins with the
  /// unlock, where the screen is locked.
  package func ask(
    _ question: PersonQuestion, for requester: Requester, since moment: Moment, while isAlive: () -> Bool = { true }
  ) throws(AuthenticationRefusal) -> QuestionEnd {
    let open = try add(question, requester, since: moment)
    var end: ContinuousClock.Instant?
    while true {
      let isForLater = state.withLock { $0.isLocked } && open.kind.waitsForUnlock
      end = isForLater ? nil : end ?? .now + limits.timeout
      if open.notifier.wait(within: min(Self.pause, end.map { $0 - .now } ?? Self.pause)) { break }
      guard isAlive(), end.map({ .now < $0 }) ?? true else { break }
      state.withLock { $0.loseTheDead(at: clock.now(), limits) }
    }
    return state.withLock { state in
      state.end(.withdrawn) { $0.identity == open.identity }
      return state.ends.removeValue(forKey: open.identity) ?? .withdrawn
    }
  }

  private func add(
    _ question: PersonQuestion, _ requester: Requester, since moment: Moment
  ) throws(AuthenticationRefusal) -> OpenQuestion {
    guard let notifier = try? ThreadNotifier() else { throw .unavailable }
    let end = clock.now().advanced(byMilliseconds: limits.timeoutMilliseconds)
    return try state.withLock { state throws(AuthenticationRefusal) in
      // What an app asks for proves nothing: a lock does not take it back.
      guard !state.isOver, moment.locks == state.locks || question.kind.waitsForUnlock else { throw .systemCancelled }
      guard state.hasAgent(at: clock.now(), limits), !state.silenced.contains(requester.program),
        state.makeRoom(for: requester, limits)
      else { throw .notInteractive }
      var open = OpenQuestion(identity: state.newIdentity(), question, requester, notifier: notifier, end: end)
      if state.isLocked, open.kind.waitsForUnlock { open.end = nil }
      state.add(open)
      return open
    }
  }

  /// Takes back the requester's question in this context.
  package func invalidate(_ context: ContextToken, by requester: Requester) {
    state.withLock { $0.end(.invalidated) { $0.context == context && $0.requester == requester } }
  }

  /// A process is gone: so are its questions. If it was an agent, another one asks what it had to ask.
  package func forget(_ process: Int32) {
    state.withLock { state in
      state.lose(agent: process, at: clock.now(), limits)
      state.end(.withdrawn) { $0.requester.process == process }
    }
  }

  /// Takes the questions of apps back: nobody grants an app anything on a locked screen, and they wait.
  package func screenLocked() { state.withLock { $0.lock() } }

  /// Takes every question back whose answer proves or opens something. Calls that began before do not ask any more.
  package func locked() {
    state.withLock { state in
      state.locks += 1
      state.lock()
      state.end(.withdrawn) { !$0.kind.waitsForUnlock }
    }
  }

  /// The person is there: what apps asked meanwhile is theirs to answer from now on, and programs that were silenced may ask
  /// again.
  package func unlocked() {
    let end = clock.now().advanced(byMilliseconds: limits.timeoutMilliseconds)
    state.withLock { state in
      state.unlock(until: end)
      state.silenced = []
      state.end(.answered(DeviceUnlocked())) { if case .unlock = $0.kind { true } else { false } }
    }
  }

  /// Takes every question back, and asks nobody any more.
  package func stop() {
    state.withLock { state in
      state.isOver = true
      state.end(.withdrawn) { _ in true }
    }
  }

  // MARK: - For agents

  /// Whether there is an agent that could ask.
  package var hasAgent: Bool { state.withLock { $0.hasAgent(at: clock.now(), limits) } }

  /// Whether an agent waits for a question at this moment.
  package var isAwaited: Bool { state.withLock { !$0.waiting.isEmpty } }

  package var openQuestions: Int { state.withLock { $0.questions.count } }

  /// The process of the agent that is authorised by the owner.
  package var authorisedAgent: Int32? { state.withLock { $0.authorisedAgent()?.process } }

  /// The next question that no agent has and this one can ask; waits for one. Programs take turns.
  package func nextQuestion(
    for agent: QuestionAgent, within time: Duration, where canAsk: (QuestionKind) -> Bool = { _ in true }
  ) throws(QuestionAgentRefusal) -> PendingQuestion? {
    guard let notifier = try? ThreadNotifier() else { throw .unavailable }
    // On an error there may be a passcode, and it is asked for.
    let hasPasscode = agent.trust == .known || ((try? proofs.hasPasscode()) ?? true)
    let end = clock.now().advanced(byMilliseconds: limits.timeoutMilliseconds)
    let word = { Self.word($0, for: agent, until: end) }
    let question = try state.withLock { state throws(QuestionAgentRefusal) in
      try state.admit(agent, hasPasscode: hasPasscode)
      let question = state.takeQuestion(by: agent, canAsk, hasPasscode: hasPasscode, word)
      if question == nil { state.waiting.append(notifier) }
      return question
    }
    if let question { return question }
    notifier.wait(within: time)
    return try state.withLock { state throws(QuestionAgentRefusal) in
      state.leave(notifier, agent: agent.process, at: clock.now())
      try state.admit(agent, hasPasscode: hasPasscode)
      return state.takeQuestion(by: agent, canAsk, hasPasscode: hasPasscode, word)
    }
  }

  /// All questions, for an agent that is known to be the owner's and shows them beside others: none of them is in its hand
  /// alone, and the first answer counts, whoever gives it. For any other agent, those that it has in hand. Waits until they
  /// are others than at this count.
  package func questions(
    for agent: QuestionAgent, otherThan known: UInt64, within time: Duration
  ) throws(SystemError) -> (questions: [AwaitedQuestion], count: UInt64) {
    let notifier = try ThreadNotifier()
    let isNews = state.withLock { state in
      guard state.changes == known else { return true }
      state.watch(notifier)
      return false
    }
    if !isNews { notifier.wait(within: time) }
    let now = clock.now()
    return state.withLock { state in
      state.endWatch(notifier, agent: agent, at: now)
      return (state.shown(to: agent, at: now), state.changes)
    }
  }

  /// The question for the owner's authorisation; nil where there is no room for it.
  private static func word(_ identity: UInt64, for agent: QuestionAgent, until end: BootInstant) -> OpenQuestion? {
    guard let notifier = try? ThreadNotifier() else { return nil }
    var question = OpenQuestion(
      identity: identity, PersonQuestion(.passcode(.agentAuthorisation), reason: ""),
      Requester(process: agent.process, program: agent.program), notifier: notifier, end: end)
    question.isForAgent = true
    return question
  }

  /// Settles a question by the outcome of an agent that was given it; one that is over already is left alone.
  package func settle(_ number: QuestionNumber, _ outcome: QuestionOutcome, by agent: QuestionAgent) {
    let asked = state.withLock { state in
      state.questions.first { $0.isGiven(to: agent.process, as: number) }
    }
    guard let asked else { return }
    let end: QuestionEnd =
      switch outcome {
      case .proved: asked.claim(under: number).flatMap { isProved($0, asked.kind) ? .proved($0) : nil } ?? .failed
      case .provedOnce where asked.kind == .passcode(.permission):
        asked.claim(under: number).flatMap { isProved($0, asked.kind) ? .provedOnce($0) : nil } ?? .failed
      case .provedOnce: .failed
      case .cancelled, .silenced: .cancelled
      case .elsewhere: asked.kind.mayBeElsewhere ? .elsewhere : .cancelled
      case .failed: .failed
      }
    state.withLock { state in
      guard let question = state.questions.first(where: { $0.identity == asked.identity }) else { return }
      if question.isForAgent {
        if case .proved = end {
          state.trust(agent)
        } else if state.authorisedAgent() == nil {
          // The owner has authorised no agent: what could not be asked was not asked.
          state.end(.unattended) { !$0.kind.asksForPasscode && $0.agent == nil }
          // A finger counts only at a question of an agent that is authorised.
          state.refuseFingers { _ in true }
        }
      }
      if outcome == .silenced, !question.isForAgent {
        state.silenced.insert(question.requester.program)
        state.end(end) { $0.requester.program == question.requester.program }
      }
      state.end(end) { $0.identity == question.identity }
    }
  }

  /// Whether a claim is proved. A proof that the enclave consumes itself is not taken here: it is refused there if it
  /// was not given.
  private func isProved(_ claim: ProofClaim, _ kind: QuestionKind) -> Bool {
    if case .passcode(let use) = kind, use.isForEnclave { return true }
    return proofs.take(claim)
  }

  /// Whether an answer to it that is no refusal wants the unlocked screen.
  package func waitsForUnlock(_ number: QuestionNumber, givenTo agent: Int32) -> Bool {
    state.withLock { $0.questions.first { $0.isGiven(to: agent, as: number) }?.kind.waitsForUnlock ?? false }
  }

  /// The answer to a question that asks for one, from an agent that was given it. The passcode is for the enclave, and is
  /// not taken here.
  package func give(_ answer: any QuestionAnswer, for number: QuestionNumber, by agent: Int32) {
    state.withLock { state in
      state.end(.answered(answer)) { $0.isGiven(to: agent, as: number) && !$0.kind.asksForPasscode }
    }
  }
}

/// A question as a program has it asked.
package struct PersonQuestion: Sendable {
  /// The context in which the answer is proved; nil where the answer proves nothing.
  package let context: ContextToken?
  /// The reason in the program's words, shown as such.
  package let reason: String
  package let cancelTitle: String?
  package let kind: QuestionKind
  /// The page that asks for a passkey, where it is not the site's own.
  package let page: AskingPage?

  package init(
    _ kind: QuestionKind, reason: String, cancelTitle: String? = nil, context: ContextToken? = nil,
    at page: AskingPage? = nil
  ) {
    self.kind = kind
    self.page = page
    self.reason = AuthenticationQuestion.fitting(reason)
    self.cancelTitle = cancelTitle.map(AuthenticationQuestion.fitting)
    self.context = context
  }
}
