// SPDX-License-Identifier: Apache-2.0
import Clocks
import Events
package import PromptModel
package import ProofModel

/// A question that is not answered yet.
struct OpenQuestion: Sendable {
  /// The question's name in this process. Nobody else is told it.
  let identity: UInt64
  /// The context in which the answer is proved; nil where the answer proves nothing.
  let context: ContextToken?
  let requester: Requester
  let reason: String
  let cancelTitle: String?
  private let asked: QuestionKind
  /// Whether a finger at the sensor answers it.
  private(set) var takesFinger: Bool
  let page: AskingPage?
  /// Notified when it is over.
  let notifier: ThreadNotifier
  /// The end of the person's time to answer; nil while the question waits for the unlock.
  var end: BootInstant?
  /// Whether the question asks for the owner's authorisation for the agent itself: nobody waits for how it ends.
  var isForAgent = false
  /// The agent that has it in hand.
  var agent: QuestionAgent?
  /// The number of the question for each agent's process that was given it. An agent answers under its own number and
  /// knows no other.
  private var numbers: [Int32: QuestionNumber] = [:]

  init(
    identity: UInt64, _ question: PersonQuestion, _ requester: Requester, notifier: ThreadNotifier, end: BootInstant
  ) {
    self.identity = identity
    self.requester = requester
    self.notifier = notifier
    self.end = end
    context = question.context
    reason = question.reason
    cancelTitle = question.cancelTitle
    asked = question.kind
    takesFinger = question.kind.takesFinger
    page = question.page
  }

  var kind: QuestionKind { asked == .passcode(.presenceOrFinger) && !takesFinger ? .passcode(.presence) : asked }

  /// A finger answers it no more.
  mutating func refuseFinger() { takesFinger = false }

  func isGiven(to agent: Int32, as number: QuestionNumber) -> Bool { numbers[agent] == number }

  mutating func give(to agent: Int32) -> PendingQuestion {
    let number = numbers[agent] ?? .random()
    numbers[agent] = number
    guard end != nil else {
      return PendingQuestion(
        number: number, requester: requester, reason: "", cancelTitle: nil, kind: kind.onLockedScreen, isForLater: true)
    }
    return PendingQuestion(
      number: number, requester: requester, reason: reason, cancelTitle: cancelTitle, kind: kind, at: page)
  }

  /// Takes the question back from an agent, whose number for it counts no longer.
  mutating func takeBack(from agent: Int32) {
    numbers[agent] = nil
    if self.agent?.process == agent { self.agent = nil }
  }

  /// The claim of an agent to have proved the question; nil where it does not ask for the passcode.
  func claim(under number: QuestionNumber) -> ProofClaim? {
    guard case .passcode(let use) = kind else { return nil }
    return ProofClaim(of: number, for: ProofStatement(use.purpose(reason: reason), by: ProofAsker(requester)))
  }
}

/// The end of a question.
package enum QuestionEnd: Sendable {
  /// The enclave was given the passcode for it, and for nothing else.
  case proved(ProofClaim)
  /// The same, of a question for a permission that is given once.
  case provedOnce(ProofClaim)
  case answered(any QuestionAnswer)
  /// A finger of this set was put on the sensor while the question was shown.
  case touched(FingerSet)
  /// The person is locked out of fingerprints, because too many were wrong.
  case lockedOut
  case cancelled
  /// The person wants to use another device or a security key.
  case elsewhere
  case failed
  /// The requester took it back.
  case invalidated
  /// A lock, the end of the requester or the end of the time took it back.
  case withdrawn
  /// The last agent went away.
  case unattended
}

/// The questions that are open, and those who wait for them.
struct QuestionRecord {
  private(set) var questions: [OpenQuestion] = []
  /// The ends of questions whose requester has not fetched them yet.
  var ends: [UInt64: QuestionEnd] = [:]
  private var lastIdentity: UInt64 = 0
  /// The notifiers of agents that wait for a question.
  var waiting: [ThreadNotifier] = []
  /// The notifiers of agents that wait for any change, and those that have watched so far, by their processes.
  private var watching: [ThreadNotifier] = []
  private var watchers: [Int32: QuestionAgent] = [:]
  /// Changes whenever the questions do.
  private(set) var changes: UInt64 = 1
  /// The number of locks since the start.
  var locks = 0
  /// Questions of apps wait for the unlock.
  private(set) var isLocked: Bool
  /// Whether this process ends, so that nobody asks any more.
  var isOver = false
  /// Programs of which the person wants no more questions.
  var silenced: Set<String?> = []
  /// Questions that agents have taken so far, and at which of them each program had its last turn: only of programs with
  /// open questions.
  private var turns = 0
  private(set) var lastTurns: [String?: Int] = [:]
  /// The agent that is authorised by the owner.
  var authorised: QuestionAgent?
  /// Whether the agent was authorised by the passcode.
  var isAuthorisationProved = false
  /// The times at which agents that do not wait at the moment were last here.
  private var agents: [Int32: BootInstant] = [:]

  init(isLocked: Bool) { self.isLocked = isLocked }

  /// An agent waits, has a question in hand, or was here a moment ago.
  func hasAgent(at now: BootInstant, _ limits: QuestionLimits) -> Bool {
    if !waiting.isEmpty || !watching.isEmpty || questions.contains(where: { $0.agent != nil }) { return true }
    return agents.values.contains { now <= $0.advanced(byMilliseconds: limits.agentMilliseconds) }
  }

  mutating func newIdentity() -> UInt64 {
    lastIdentity += 1
    return lastIdentity
  }

  mutating func add(_ question: OpenQuestion) {
    questions.append(question)
    for notifier in waiting { notifier.notify() }
    noteChange()
  }

  private mutating func noteChange() {
    changes += 1
    for notifier in watching { notifier.notify() }
  }

  /// Takes the next question for an agent. Where its answer would have to be believed, an agent that the owner has not
  /// authorised asks for its own authorisation first.
  mutating func takeQuestion(
    by agent: QuestionAgent, _ canAsk: (QuestionKind) -> Bool, hasPasscode: Bool, _ word: (UInt64) -> OpenQuestion?
  ) -> PendingQuestion? {
    // An agent has one question in hand at a time: an earlier one has not reached it.
    release(of: agent.process)
    // Its own question, for the owner's authorisation, could not be answered on a locked screen either.
    let isIdle = isLocked && !isTrusted(agent, hasPasscode: hasPasscode)
    guard var index = nextIndex({ canAsk($0) && !(isIdle && $0.waitsForUnlock) }) else { return nil }
    let isBelieved = !questions[index].kind.asksForPasscode || questions[index].takesFinger
    if isBelieved, !isTrusted(agent, hasPasscode: hasPasscode) {
      if let own = questions.firstIndex(where: { $0.isForAgent && $0.requester.process == agent.process }) {
        index = own
      } else {
        guard let question = word(newIdentity()) else { return nil }
        questions.append(question)
        index = questions.count - 1
      }
    }
    questions[index].agent = agent
    turns += 1
    lastTurns[questions[index].requester.program] = turns
    return questions[index].give(to: agent.process)
  }

  /// Returns the questions of a lost agent to others; where there is none, nobody can be asked.
  mutating func lose(agent: Int32, at now: BootInstant, _ limits: QuestionLimits) {
    // What was asked while it was about to look again is in nobody's hand.
    let wasThere = agents.removeValue(forKey: agent) != nil
    if authorised?.process == agent { authorised = nil }
    end(.withdrawn) { $0.isForAgent && $0.requester.process == agent }
    let watched = watchers.removeValue(forKey: agent) != nil
    guard wasThere || watched || questions.contains(where: { $0.agent?.process == agent }) else { return }
    for index in questions.indices { questions[index].takeBack(from: agent) }
    guard hasAgent(at: now, limits) else { return end(.unattended) { _ in true } }
    for notifier in waiting { notifier.notify() }
  }

  /// The end of a connection says the same, but for one that is open in another process: the kernel says it of the agent itself.
  mutating func loseTheDead(at now: BootInstant, _ limits: QuestionLimits) {
    let known = questions.compactMap(\.agent) + watchers.values
    for process in Set(known.filter { !$0.isAlive() }.map(\.process)) { lose(agent: process, at: now, limits) }
  }

  /// Fingers answer these no more. An agent that shows one of them hears of a change.
  mutating func refuseFingers(where isMeant: (OpenQuestion) -> Bool) {
    var hasChanged = false
    for index in questions.indices where questions[index].takesFinger && isMeant(questions[index]) {
      questions[index].refuseFinger()
      hasChanged = true
    }
    if hasChanged { noteChange() }
  }

  mutating func release(of agent: Int32) {
    for index in questions.indices where questions[index].agent?.process == agent {
      questions[index].takeBack(from: agent)
    }
  }

  /// The questions that an agent shows: all but those for agents, if it shows questions beside others; else those that
  /// it has taken.
  mutating func shown(to agent: QuestionAgent, at now: BootInstant) -> [AwaitedQuestion] {
    questions.indices.compactMap { index in
      let isShown =
        agent.trust == .known ? !questions[index].isForAgent : questions[index].agent?.process == agent.process
      guard isShown else { return nil }
      let left = questions[index].end.map { UInt16(clamping: now.milliseconds(until: $0) / 1000) } ?? 0
      return AwaitedQuestion(questions[index].give(to: agent.process), secondsLeft: left)
    }
  }

  /// Takes back the questions of apps that agents have: on a locked screen they look another way, and are asked anew.
  mutating func lock() {
    guard !isLocked else { return }
    isLocked = true
    changeApps(until: nil)
  }

  mutating func unlock(until end: BootInstant) {
    guard isLocked else { return }
    isLocked = false
    changeApps(until: end)
  }

  private mutating func changeApps(until end: BootInstant?) {
    let apps = questions.indices.filter { questions[$0].kind.waitsForUnlock }
    guard !apps.isEmpty else { return }
    for index in apps {
      questions[index].end = end
      if let agent = questions[index].agent { questions[index].takeBack(from: agent.process) }
    }
    for notifier in waiting { notifier.notify() }
    noteChange()
  }

  mutating func leave(_ notifier: ThreadNotifier, agent: Int32, at now: BootInstant) {
    waiting.removeAll { $0 === notifier }
    agents[agent] = now
  }

  mutating func watch(_ notifier: ThreadNotifier) { watching.append(notifier) }

  mutating func endWatch(_ notifier: ThreadNotifier, agent: QuestionAgent, at now: BootInstant) {
    watching.removeAll { $0 === notifier }
    agents[agent.process] = now
    watchers[agent.process] = agent
  }

  mutating func end(_ end: QuestionEnd, where isMeant: (OpenQuestion) -> Bool) {
    for question in questions where isMeant(question) {
      if !question.isForAgent { ends[question.identity] = end }
      question.notifier.notify()
    }
    let before = questions.count
    questions.removeAll(where: isMeant)
    if questions.count < before { noteChange() }
    let asking = Set(questions.map(\.requester.program))
    lastTurns = lastTurns.filter { asking.contains($0.key) }
  }
}
