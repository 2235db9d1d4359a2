// SPDX-License-Identifier: Apache-2.0
package import Clocks
import Events
package import PromptModel
package import PromptQueue
package import ProofModel
import SystemCalls
import Testing
package import Threads

/// An app that asks, an agent, and whoever answers it: suites that ask the person derive from it.
open class AskedPerson {
  package let proofs = ToldProofs()
  package let hands = Locked(BootInstant(milliseconds: 1_000_000))
  package let authenticator: PersonAuthenticator
  package let app = Requester(process: 7, program: "/opt/diary")
  /// Done once, when the time is looked at.
  package let onTime = Locked<(@Sendable () -> Void)?>(nil)

  package init() {
    var limits = QuestionLimits()
    limits.timeout = .seconds(20)
    authenticator = PersonAuthenticator(
      proofs: proofs,
      clock: BootClock { [hands, onTime] in
        onTime.withLock { $0.take() }?()
        return hands.withLock { $0 }
      }, limits: limits)
  }

  package func token(_ byte: UInt8 = 1) throws -> ContextToken {
    try #require(ContextToken([UInt8](repeating: byte, count: ContextToken.size)))
  }

  package func question(
    _ byte: UInt8 = 1, reuse: UInt16 = 0, _ interaction: AuthenticationQuestion.Interaction = .allowed
  ) throws -> AuthenticationQuestion {
    AuthenticationQuestion(context: try token(byte), reason: "why", reuseSeconds: reuse, interaction: interaction)
  }

  /// Asks on a thread of its own, as an app does.
  package func ask(_ question: AuthenticationQuestion) throws -> Answer<AuthenticationRefusal?> {
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

  /// An agent that is there before the question is, and answers it.
  @discardableResult
  package func agent(_ outcome: QuestionOutcome?, provesIt: Bool = true) throws -> Answer<PendingQuestion?> {
    let (authenticator, proofs) = (authenticator, proofs)
    let answer = try Answer<PendingQuestion?> {
      guard let pending = try? authenticator.queue.nextQuestion(for: .owners(9), within: .seconds(20)) else {
        return nil
      }
      if outcome == .proved, provesIt { proofs.prove(pending) }
      if let outcome { authenticator.queue.settle(pending.number, outcome, by: .owners(9)) }
      return pending
    }
    while !authenticator.queue.hasAgent { _ = try Poll.readable([], within: .milliseconds(1)) }
    return answer
  }
}

/// What a thread of its own comes to.
package final class Answer<Value: Sendable>: Sendable {
  private let result = Locked<Value?>(nil)
  private let done: FileDescriptor

  package init(_ body: @escaping @Sendable () -> Value) throws {
    done = try FileDescriptor.event()
    try SystemThread.start(named: "test") { [self] in
      let value = body()
      result.withLock { $0 = value }
      done.signal()
    }
  }

  package func value() throws -> Value {
    _ = try Poll.readable([done.raw], within: .seconds(60))
    return try #require(result.withLock { $0 })
  }
}

extension QuestionAgent {
  /// One that is known to be the owner's.
  package static func owners(_ process: Int32) -> QuestionAgent { QuestionAgent(process, program: nil, .known) }
}

/// As the enclave does it: a passcode counts for what the person was shown.
package final class ToldProofs: PasscodeProofs {
  private struct State {
    var passcode = true
    var onLook: (@Sendable () -> Void)?
    var proved: Set<ProofClaim> = []
    var presences: Set<QuestionNumber> = []
  }

  private let state = Locked(State())

  package var passcode: Bool {
    get { state.withLock { $0.passcode } }
    set { state.withLock { $0.passcode = newValue } }
  }

  package init() {}

  /// An agent gives the passcode for this question.
  package func prove(_ question: PendingQuestion) {
    guard let statement = question.statement else { return }
    state.withLock { _ = $0.proved.insert(ProofClaim(of: question.number, for: statement)) }
  }

  /// The questions for which a presence counts.
  package var presences: Set<QuestionNumber> { state.withLock { $0.presences } }

  /// Done once, when it is asked whether there is a passcode.
  package func onLook(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onLook = body } }

  package func hasPasscode() throws(AuthenticationRefusal) -> Bool {
    state.withLock { $0.onLook.take() }?()
    return passcode
  }

  package func take(_ claim: ProofClaim) -> Bool {
    state.withLock { state in
      guard state.proved.remove(claim) != nil else { return false }
      state.presences.insert(claim.question)
      return true
    }
  }

  package func takeUnlock(_ claim: ProofClaim, within seconds: UInt16) -> Bool {
    state.withLock { _ = $0.presences.insert(claim.question) }
    return true
  }

  package func forgetPresence(_ question: QuestionNumber) { state.withLock { _ = $0.presences.remove(question) } }
}
