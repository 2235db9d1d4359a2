// SPDX-License-Identifier: Apache-2.0
import AskedPerson
import EventualConditions
import PromptModel
import PromptQueue
import ProofModel
import Testing
import Threads

/// Questions that a finger answers.
@Suite final class FingerTests {
  private let sensor = FakeSensor()
  private let proofs = ToldProofs()
  private let authenticator: PersonAuthenticator
  private let app = Requester(process: 7, program: "/opt/diary")
  private let agents = QuestionAgent(9, program: nil, .byPasscode)

  init() {
    var limits = QuestionLimits()
    limits.timeout = .seconds(20)
    authenticator = PersonAuthenticator(proofs: proofs, fingers: sensor, limits: limits)
    authenticator.unlocked()
  }

  private func question(_ byte: UInt8 = 1, _ factor: AuthenticationQuestion.Factor = .any) throws
    -> AuthenticationQuestion
  {
    let token = try #require(ContextToken([UInt8](repeating: byte, count: ContextToken.size)))
    return AuthenticationQuestion(context: token, reason: "why", factor: factor)
  }

  private func ask(_ question: AuthenticationQuestion) throws -> Answer<AuthenticationRefusal?> {
    let (authenticator, app) = (authenticator, app)
    return try Answer {
      do throws(AuthenticationRefusal) {
        try authenticator.authenticate(question, for: app, since: authenticator.now)
        return nil
      } catch {
        return error
      }
    }
  }

  /// The question that an agent of the owner's takes.
  private func taken(by agent: QuestionAgent = .owners(9), asking question: AuthenticationQuestion) throws -> (
    PendingQuestion, Answer<AuthenticationRefusal?>
  ) {
    let (queue, taken) = (authenticator.queue, Locked<PendingQuestion?>(nil))
    let agent = try Answer<Bool> {
      let next = (try? queue.nextQuestion(for: agent, within: .seconds(20))) ?? nil
      taken.withLock { $0 = next }
      return next != nil
    }
    try eventually { queue.hasAgent }
    let asked = try ask(question)
    #expect(try agent.value())
    return (try #require(taken.withLock { $0 }), asked)
  }

  @Test func `A finger answers a question that is shown, and no other context`() throws {
    let (shown, asked) = try taken(asking: question(1, .biometry))
    #expect(shown.kind == .finger && shown.statement == nil)
    try eventually { sensor.isReading }
    sensor.say(.matched(sensor.set))
    #expect(try asked.value() == nil)
    try eventually { !sensor.isReading }
    let token = try question().context
    #expect(authenticator.presence(in: token, of: app) == .finger(sensor.set))
    #expect(authenticator.presence(in: token, of: app, accepting: .passcode) == nil)
    #expect(authenticator.presence(in: token, of: Requester(process: 8, program: "/opt/diary")) == nil)
    authenticator.locked()
    #expect(authenticator.presence(in: token, of: app) == nil)
  }

  @Test func `The passcode answers too where it is accepted, and the sensor reads no more`() throws {
    let (shown, asked) = try taken(asking: question())
    #expect(shown.kind == .passcode(.presenceOrFinger))
    try eventually { sensor.isReading }
    proofs.prove(shown)
    authenticator.queue.settle(shown.number, .proved, by: .owners(9))
    #expect(try asked.value() == nil)
    #expect(!sensor.isReading)
  }

  @Test func `An agent's word for a finger is none`() throws {
    for outcome in [QuestionOutcome.proved, .provedOnce] {
      let (shown, asked) = try taken(asking: question(1, .biometry))
      authenticator.queue.settle(shown.number, outcome, by: .owners(9))
      #expect(try asked.value() == .failed)
    }
    let (shown, asked) = try taken(asking: question(1, .biometry))
    authenticator.queue.give(DeviceUnlocked(), for: shown.number, by: 9)
    #expect(try asked.value() == .failed)
  }

  @Test func `While nobody shows the question the sensor does not read`() throws {
    // An agent is there, and takes nothing.
    _ = try authenticator.queue.questions(for: .owners(9), otherThan: 0, within: .zero)
    let asked = try ask(question(1, .biometry))
    try eventually { authenticator.queue.openQuestions == 1 }
    // Longer than it takes to look twice whether it is shown.
    #expect(!sensor.reads(within: .milliseconds(1200)))
    sensor.say(.matched(sensor.set))
    authenticator.invalidate(try question().context, by: app)
    #expect(try asked.value() == .contextInvalidated)
  }

  @Test func `An agent without the passcode gives it first, and without that no finger counts`() throws {
    let queue = authenticator.queue
    let (authorisation, asked) = try taken(by: agents, asking: question())
    #expect(authorisation.kind == .passcode(.agentAuthorisation))
    queue.settle(authorisation.number, .cancelled, by: agents)
    let shown = try #require(try queue.nextQuestion(for: agents, within: .seconds(5)))
    #expect(shown.kind == .passcode(.presence))
    #expect(!sensor.reads(within: .milliseconds(700)))
    proofs.prove(shown)
    queue.settle(shown.number, .proved, by: agents)
    #expect(try asked.value() == nil)
    let (again, other) = try taken(by: agents, asking: question(2))
    #expect(again.kind == .passcode(.agentAuthorisation))
    proofs.prove(again)
    queue.settle(again.number, .proved, by: agents)
    #expect(try queue.nextQuestion(for: agents, within: .seconds(5))?.kind == .passcode(.presenceOrFinger))
    try eventually { sensor.isReading }
    sensor.say(.matched(sensor.set))
    #expect(try other.value() == nil)
  }

  @Test func `Who wants the passcode alone is given no finger, also by a context in which one was put there`() throws {
    let (_, touched) = try taken(asking: question(1, .biometry))
    try eventually { sensor.isReading }
    sensor.say(.matched(sensor.set))
    #expect(try touched.value() == nil)
    let (shown, asked) = try taken(asking: question(1, .passcode))
    #expect(shown.kind == .passcode(.presence))
    #expect(!sensor.reads(within: .milliseconds(700)))
    proofs.prove(shown)
    authenticator.queue.settle(shown.number, .proved, by: .owners(9))
    #expect(try asked.value() == nil)
  }

  @Test func `An agent that the owner did not authorise takes no finger from the one that they did`() throws {
    let (queue, other) = (authenticator.queue, QuestionAgent(10, program: nil, .byPasscode))
    let (word, asked) = try taken(by: other, asking: question())
    let authorisation = try #require(try queue.nextQuestion(for: agents, within: .seconds(5)))
    #expect(word.kind == .passcode(.agentAuthorisation) && authorisation.kind == .passcode(.agentAuthorisation))
    proofs.prove(authorisation)
    queue.settle(authorisation.number, .proved, by: agents)
    #expect(try queue.nextQuestion(for: agents, within: .seconds(5))?.kind == .passcode(.presenceOrFinger))
    try eventually { sensor.isReading }
    queue.settle(word.number, .failed, by: other)
    sensor.say(.matched(sensor.set))
    #expect(try asked.value() == nil)
  }

  @Test func `After five wrong fingers the passcode is needed, until it was given`() throws {
    let (_, asked) = try taken(asking: question(1, .biometry))
    try eventually { sensor.isReading }
    for _ in 0..<5 { sensor.say(.missed) }
    #expect(try asked.value() == .biometryLockout)
    #expect(authenticator.biometry() == .lockedOut(sensor.set))
    #expect(try ask(question(1, .biometry)).value() == .biometryLockout)
    let (shown, other) = try taken(asking: question())
    #expect(shown.kind == .passcode(.presence))
    proofs.prove(shown)
    authenticator.queue.settle(shown.number, .proved, by: .owners(9))
    #expect(try other.value() == nil)
    #expect(authenticator.biometry() == .ready(sensor.set))
  }

  @Test func `Who has not seen the passcode since the start believes no finger`() {
    let new = PersonAuthenticator(proofs: proofs, fingers: sensor)
    #expect(new.biometry() == .lockedOut(sensor.set))
    new.unlocked()
    #expect(new.biometry() == .ready(sensor.set))
  }

  @Test func `A finger at a locked screen says nothing, and a lock ends the question`() throws {
    let (_, asked) = try taken(asking: question(1, .biometry))
    try eventually { sensor.isReading }
    authenticator.screenLocked()
    sensor.say(.matched(sensor.set))
    try eventually { !sensor.isReading }
    authenticator.locked()
    #expect(try asked.value() == .systemCancelled)
  }

  @Test func `Behind a locked screen the passcode alone is asked for`() throws {
    authenticator.screenLocked()
    #expect(try ask(question(1, .biometry)).value() == .notInteractive)
    let (shown, asked) = try taken(asking: question())
    #expect(shown.kind == .passcode(.presence))
    authenticator.queue.settle(shown.number, .cancelled, by: .owners(9))
    #expect(try asked.value() == .userCancelled)
  }

  @Test func `A sensor that ends by itself is read again`() throws {
    let (_, asked) = try taken(asking: question(1, .biometry))
    try eventually { sensor.isReading }
    sensor.endAtOnce = true
    sensor.say(.ended)
    try eventually { sensor.begun > 1 }
    sensor.endAtOnce = false
    try eventually { sensor.isReading }
    sensor.say(.matched(sensor.set))
    #expect(try asked.value() == nil)
  }

  @Test func `Without a sensor, a finger or a passcode there is nothing to ask for`() throws {
    sensor.change { $0.fingers = .success(nil) }
    #expect(try ask(question(1, .biometry)).value() == .notEnrolled)
    sensor.change { $0.fingers = .failure(.unavailable) }
    #expect(try ask(question(1, .biometry)).value() == .noBiometry)
    let (shown, asked) = try taken(asking: question())
    #expect(shown.kind == .passcode(.presence))
    authenticator.queue.settle(shown.number, .cancelled, by: .owners(9))
    #expect(try asked.value() == .userCancelled)
    proofs.passcode = false
    sensor.change { $0.fingers = .success(sensor.set) }
    #expect(try ask(question(1, .biometry)).value() == .noPasscode)
  }
}
