// SPDX-License-Identifier: Apache-2.0
import AskedPerson
import Clocks
import Events
import PromptModel
import PromptQueue
import Testing
import Threads

@Suite final class PersonAuthenticatorTests: AskedPerson {
  @Test func `The agent is told who asks and why, and a proof answers`() throws {
    let agent = try agent(.proved)
    #expect(try ask(try question()).value() == nil)
    let pending = try #require(try agent.value())
    #expect(pending.requester == app)
    #expect(pending.reason == "why")
    #expect(authenticator.presence(in: try token(), of: app) != nil)
  }

  @Test func `What is proved in a context is not asked again, and not for another program`() throws {
    try agent(.proved)
    #expect(try ask(try question()).value() == nil)
    #expect(try ask(try question()).value() == nil)
    for other in [Requester(process: 8, program: "/opt/diary"), Requester(process: 7, program: "/opt/mail")] {
      #expect(authenticator.presence(in: try token(), of: other) == nil)
    }
    #expect(authenticator.presence(in: try token(2), of: app) == nil)
  }

  @Test func `A question that its agent dies with is put by another, or is over`() throws {
    let first = try agent(nil)
    let answer = try ask(try question())
    _ = try first.value()
    let (authenticator, proofs) = (authenticator, proofs)
    let second = try Answer<PendingQuestion?> {
      guard let pending = try? authenticator.queue.nextQuestion(for: .owners(10), within: .seconds(20)) else {
        return nil
      }
      proofs.prove(pending)
      authenticator.queue.settle(pending.number, .proved, by: .owners(10))
      return pending
    }
    while !authenticator.queue.isAwaited { _ = try Poll.readable([], within: .milliseconds(1)) }
    authenticator.forget(9)
    #expect(try second.value() != nil)
    #expect(try answer.value() == nil)
    authenticator.forget(10)
    let third = try agent(nil)
    let other = try ask(try question(2))
    _ = try third.value()
    authenticator.forget(9)
    #expect(try other.value() == .notInteractive)
  }

  @Test func `An agent that says so proves nothing: the enclave must`() throws {
    try agent(.proved, provesIt: false)
    #expect(try ask(try question()).value() == .failed)
    #expect(authenticator.presence(in: try token(), of: app) == nil)
  }

  @Test(arguments: [(QuestionOutcome.cancelled, AuthenticationRefusal.userCancelled), (.failed, .failed)])
  func `What the person did is told`(outcome: QuestionOutcome, refusal: AuthenticationRefusal) throws {
    try agent(outcome)
    #expect(try ask(try question()).value() == refusal)
  }

  @Test func `Without an agent nobody is asked`() throws {
    #expect(try ask(try question()).value() == .notInteractive)
  }

  @Test func `Where interaction is refused nobody is asked`() throws {
    try agent(.proved)
    #expect(try ask(try question(1, .refused)).value() == .notInteractive)
  }

  @Test func `Without a passcode there is nothing to ask for`() throws {
    proofs.passcode = false
    #expect(try ask(try question()).value() == .noPasscode)
  }

  @Test func `An unlock a moment ago is proof enough where the program says so`() throws {
    authenticator.unlocked()
    #expect(try ask(try question(1)).value() == .notInteractive)
    #expect(try ask(try question(1, reuse: 10)).value() == nil)
    hands.withLock { $0 = $0.advanced(byMilliseconds: 10_000) }
    #expect(try ask(try question(2, reuse: 10)).value() == .notInteractive)
  }

  @Test func `A lock forgets what was proved`() throws {
    authenticator.unlocked()
    #expect(try ask(try question(1, reuse: 10)).value() == nil)
    authenticator.locked()
    #expect(authenticator.presence(in: try token(), of: app) == nil)
    #expect(try ask(try question(1, reuse: 10)).value() == .notInteractive)
  }

  @Test func `A call that a lock comes into asks nobody after it, and what it proved does not count`() throws {
    let agent = try agent(.proved)
    let authenticator = authenticator
    proofs.onLook { [authenticator] in authenticator.locked() }
    #expect(try ask(try question()).value() == .systemCancelled)
    authenticator.unlocked()
    onTime.withLock { $0 = { [authenticator] in authenticator.locked() } }
    #expect(try ask(try question(reuse: 10)).value() == .systemCancelled)
    #expect(authenticator.presence(in: try token(), of: app) == nil)
    #expect(authenticator.queue.isAwaited)
    #expect(try ask(try question(2)).value() == nil)
    #expect(try agent.value() != nil)
  }

  @Test func `A context that is invalidated takes its question back`() throws {
    let agent = try agent(nil)
    let asked = try ask(try question())
    _ = try agent.value()
    authenticator.invalidate(try token(), by: app)
    #expect(try asked.value() == .contextInvalidated)
  }

  @Test func `A lock and the end of the asking process take questions back`() throws {
    for end in [
      { [authenticator] in authenticator.locked() }, { [authenticator, app] in authenticator.forget(app.process) },
    ] {
      let agent = try agent(nil)
      let asked = try ask(try question())
      _ = try agent.value()
      end()
      #expect(try asked.value() == .systemCancelled)
    }
  }

  @Test func `A program has one question at a time`() throws {
    let agent = try agent(nil)
    let first = try ask(try question(1))
    let pending = try #require(try agent.value())
    #expect(try ask(try question(2)).value() == .notInteractive)
    authenticator.queue.settle(pending.number, .cancelled, by: .owners(9))
    #expect(try first.value() == .userCancelled)
  }

  @Test func `What the enclave knows of a presence ends with the context and with the process`() throws {
    let contexts = [try token(1), try token(2)]
    let ends = [
      { [authenticator, app] in authenticator.invalidate(contexts[0], by: app) },
      { [authenticator, app] in authenticator.forget(app.process) },
    ]
    for (number, end) in zip([1, 2] as [UInt8], ends) {
      try agent(.proved)
      #expect(try ask(try question(number)).value() == nil)
      #expect(proofs.presences.count == 1)
      end()
      #expect(proofs.presences.isEmpty)
    }
  }
}
