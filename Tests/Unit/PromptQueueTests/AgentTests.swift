// SPDX-License-Identifier: Apache-2.0
import AskedPerson
import Events
import PromptModel
import PromptQueue
import Testing
import Threads

/// Who may answer for the person.
@Suite struct AgentTests {
  private let proofs = ToldProofs()
  private let queue: QuestionQueue

  init() {
    var limits = QuestionLimits()
    limits.timeout = .seconds(20)
    limits.agentMilliseconds = 600_000
    queue = QuestionQueue(proofs: proofs, limits: limits)
  }

  private func agent(_ process: Int32, isAlive: @escaping @Sendable () -> Bool = { true }) -> QuestionAgent {
    QuestionAgent(process, program: "/bin/bailey", .byPasscode, isAlive: isAlive)
  }

  private func next(_ agent: QuestionAgent) throws -> PendingQuestion? {
    try queue.nextQuestion(for: agent, within: .zero)
  }

  /// An app's question, on a thread of its own; its end comes into the box.
  private func ask(_ process: Int32 = 7) throws -> Locked<QuestionEnd?> {
    let (queue, box) = (queue, Locked<QuestionEnd?>(nil))
    let question = ConsentQuestion(
      name: "App", identifier: "org.example", operation: "d", purpose: nil, choices: [.deny, .allow], hold: .enforced)
    try SystemThread.start(named: "app") {
      let end = try? queue.ask(
        PersonQuestion(.consent(question), reason: ""), for: Requester(process: process, program: "a"), since: queue.now
      )
      box.withLock { $0 = end ?? .failed }
    }
    while queue.openQuestions == 0 { _ = try Poll.readable([], within: .milliseconds(1)) }
    return box
  }

  private func end(_ box: Locked<QuestionEnd?>) throws -> QuestionEnd? {
    for _ in 0..<10_000 {
      if let end = box.withLock({ $0 }) { return end }
      _ = try Poll.readable([], within: .milliseconds(1))
    }
    return nil
  }

  private func prove(_ question: PendingQuestion, by agent: QuestionAgent) {
    proofs.prove(question)
    queue.settle(question.number, .proved, by: agent)
  }

  @Test func `an agent is asked for the owner's word before it may answer for the owner`() throws {
    let agent = agent(1)
    #expect(try next(agent) == nil)
    let box = try ask()
    let word = try #require(try next(agent))
    #expect(word.kind == .passcode(.agentAuthorisation) && word.requester.process == 1)
    // Asked again, it is the same question under another number, and the earlier number counts no longer.
    let again = try #require(try next(agent))
    #expect(again.kind == word.kind && again.number != word.number && queue.openQuestions == 2)
    prove(word, by: agent)
    #expect(queue.authorisedAgent == nil)
    prove(again, by: agent)
    #expect(queue.authorisedAgent == 1)
    let question = try #require(try next(agent))
    queue.give(ConsentChoice.allow, for: question.number, by: 2)
    #expect(queue.openQuestions == 1)
    queue.give(ConsentChoice.allow, for: question.number, by: 1)
    guard case .answered = try end(box) else {
      Issue.record("not answered")
      return
    }
    #expect(queue.openQuestions == 0)
  }

  /// Whose connection stays open: another process has a copy of it.
  @Test func `a question that an agent had in hand when it was killed is the next one's`() throws {
    let isAlive = Locked(true)
    let (first, second) = (agent(1) { isAlive.withLock { $0 } }, agent(2))
    proofs.passcode = false
    #expect(try next(first) == nil)
    let box = try ask()
    #expect(try next(first) != nil)
    isAlive.withLock { $0 = false }
    let question = try #require(try queue.nextQuestion(for: second, within: .seconds(60)))
    queue.give(ConsentChoice.allow, for: question.number, by: 2)
    guard case .answered = try end(box) else {
      Issue.record("not answered")
      return
    }
  }

  @Test func `a question that the only agent had in hand when it was killed is over`() throws {
    var limits = QuestionLimits()
    limits.agentMilliseconds = 0
    let queue = QuestionQueue(proofs: proofs, limits: limits)
    let isAlive = Locked(true)
    let dying = agent(1) { isAlive.withLock { $0 } }
    let box = Locked<QuestionEnd?>(nil)
    let asked = try ThreadNotifier()
    try SystemThread.start(named: "agent") {
      _ = try? queue.nextQuestion(for: dying, within: .seconds(60))
      isAlive.withLock { $0 = false }
    }
    while !queue.isAwaited { _ = try Poll.readable([], within: .milliseconds(1)) }
    try SystemThread.start(named: "app") {
      let question = PersonQuestion(.passcode(.presence), reason: "")
      let end = try? queue.ask(question, for: Requester(process: 7, program: "a"), since: queue.now)
      box.withLock { $0 = end ?? .failed }
      asked.notify()
    }
    #expect(asked.wait(within: .seconds(60)))
    guard case .unattended? = box.withLock({ $0 }) else {
      Issue.record("not unattended")
      return
    }
  }

  @Test func `without the owner's word nothing is answered, and nothing refused`() throws {
    let agent = agent(1)
    #expect(try next(agent) == nil)
    let box = try ask()
    let word = try #require(try next(agent))
    queue.settle(word.number, .proved, by: agent)
    guard case .unattended = try end(box) else {
      Issue.record("not unattended")
      return
    }
    #expect(queue.authorisedAgent == nil)
  }

  @Test func `there is one agent at a time, and another one when it is gone`() throws {
    let isAlive = Locked(true)
    let first = agent(1) { isAlive.withLock { $0 } }
    _ = try next(first)
    _ = try ask()
    prove(try #require(try next(first)), by: first)
    #expect(throws: QuestionAgentRefusal.taken(1)) { try next(agent(2)) }
    isAlive.withLock { $0 = false }
    #expect(queue.authorisedAgent == nil)
    #expect(try next(agent(2))?.kind == .passcode(.agentAuthorisation))
    queue.locked()
  }

  @Test func `a place that was had because there was no passcode is nobody's once there is one`() throws {
    proofs.passcode = false
    _ = try next(agent(1))
    _ = try ask()
    #expect(try next(agent(1))?.kind.asksForPasscode == false && queue.authorisedAgent == 1)
    proofs.passcode = true
    #expect(try next(agent(2))?.kind == .passcode(.agentAuthorisation))
    #expect(queue.authorisedAgent == nil)
    prove(try #require(try next(agent(2))), by: agent(2))
    #expect(throws: QuestionAgentRefusal.taken(2)) { try next(agent(1)) }
    queue.locked()
  }

  @Test func `who knows the owner otherwise is not asked for their word, and takes no place`() throws {
    let console = QuestionAgent(3, program: nil, .known)
    _ = try next(console)
    _ = try ask()
    #expect(try next(console)?.kind.asksForPasscode == false)
    #expect(queue.authorisedAgent == nil)
    queue.locked()
  }

  @Test func `without a passcode the first agent has the place`() throws {
    proofs.passcode = false
    #expect(try next(agent(1)) == nil)
    _ = try ask()
    #expect(try next(agent(1))?.kind.asksForPasscode == false)
    #expect(throws: QuestionAgentRefusal.taken(1)) { try next(agent(2)) }
    queue.locked()
  }

  /// Asks for the passcode on a thread of its own, as a program does that wants to know who is there.
  private func askWhoIsThere() throws {
    let (queue, before) = (queue, queue.openQuestions)
    try SystemThread.start(named: "app") {
      _ = try? queue.ask(
        PersonQuestion(.passcode(.presence), reason: ""), for: Requester(process: 8, program: "b"), since: queue.now)
    }
    while queue.openQuestions == before { _ = try Poll.readable([], within: .milliseconds(1)) }
  }

  @Test func `a passcode that an app's question asked for is not the owner's word for the agent`() throws {
    let agent = agent(1)
    _ = try next(agent)
    try askWhoIsThere()
    prove(try #require(try next(agent)), by: agent)
    #expect(queue.openQuestions == 0 && queue.authorisedAgent == nil)
  }

  @Test func `an agent settles no question that another one was given, by whatever number`() throws {
    let (agent, other) = (agent(1), agent(2))
    _ = try next(agent)
    _ = try next(other)
    try askWhoIsThere()
    let asked = try #require(try next(agent))
    for outcome in QuestionOutcome.allCases { queue.settle(asked.number, outcome, by: other) }
    queue.give(ConsentChoice.allow, for: asked.number, by: 2)
    #expect(queue.openQuestions == 1)
    // And the passcode that was given to the other one counts for the one that was asked alone.
    proofs.prove(asked)
    queue.settle(asked.number, .proved, by: other)
    #expect(queue.openQuestions == 1 && queue.authorisedAgent == nil)
    queue.settle(asked.number, .proved, by: agent)
    #expect(queue.openQuestions == 0)
  }

  @Test func `an agent that watches sees what it has in hand, and no number of another's`() throws {
    let (agent, other) = (agent(1), agent(2))
    _ = try next(agent)
    try askWhoIsThere()
    let asked = try #require(try next(agent))
    #expect(try queue.questions(for: agent, otherThan: 0, within: .zero).questions.map(\.question) == [asked])
    #expect(try queue.questions(for: other, otherThan: 0, within: .zero).questions.isEmpty)
    let console = QuestionAgent.owners(3)
    let shown = try queue.questions(for: console, otherThan: 0, within: .zero).questions
    #expect(shown.count == 1 && shown[0].question.number != asked.number)
    queue.settle(shown[0].question.number, .cancelled, by: console)
    #expect(queue.openQuestions == 0)
  }
}
