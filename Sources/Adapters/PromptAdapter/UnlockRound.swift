// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
import Events
package import PromptModel
package import SecretMemory

/// Asks for the passcode for the whole device, because a site waits for a passkey, and then about that passkey with what was typed: one
/// entry is enough. The passcode is not kept beyond that, and the process that has it must be hidden.
package struct UnlockRound: Sendable {
  private let round: QuestionRound
  private let broker: BrokerClient
  private let unlock: @Sendable (consuming SecretBytes) throws(ProofFailure) -> Void

  /// The time in which `baileyd` learns of the unlock and asks what follows upon it.
  private static let patience = Duration.seconds(5)
  private static let patienceInSeconds: UInt16 = 5

  package init(
    _ round: QuestionRound, _ broker: BrokerClient,
    unlock: @escaping @Sendable (consuming SecretBytes) throws(ProofFailure) -> Void
  ) {
    self.round = round
    self.broker = broker
    self.unlock = unlock
  }

  /// Gives a question that came in between, and was not asked: it is the caller's.
  package func ask(_ question: PendingQuestion) -> Result<PendingQuestion?, BrokerClientError> {
    let watch = QuestionWatch(question, broker)
    do throws(PromptFailure) {
      let passcode = try (watch.map { round.until($0.over) } ?? round).unlocking(question, unlock)
      // Until `baileyd` knows, the question would be put again.
      _ = watch?.over.wait(within: Self.patience)
      _ = watch?.end()
      do throws(BrokerClientError) {
        return .success(try follow(question, given: passcode))
      } catch {
        return .failure(error)
      }
    } catch {
      // Where it was answered elsewhere, or is over, there is nothing to say of it.
      guard case .answeredHere = watch?.end() ?? .answeredHere else { return .success(nil) }
      let outcome = round.outcome(of: error, for: question)
      return Result { () throws(BrokerClientError) in
        try broker.settle(question.number, outcome)
        return nil
      }
    }
  }

  /// Asks which account, where there are several, and whether the person agrees, now that they can read it.
  private func follow(
    _ question: PendingQuestion, given passcode: consuming SecretBytes
  ) throws(BrokerClientError) -> PendingQuestion? {
    while let next = try broker.nextQuestion(seconds: Self.patienceInSeconds) {
      guard next.follows(question) else { return next }
      let watch = QuestionWatch(next, broker)
      let asking = watch.map { round.until($0.over) } ?? round
      guard case .account(let accounts) = next.kind else {
        let outcome = asking.outcome(of: next, given: passcode)
        if case .answeredHere = watch?.end() ?? .answeredHere { try broker.settle(next.number, outcome) }
        return nil
      }
      let answer: Result<AccountAnswer, PromptFailure> = Result { () throws(PromptFailure) in
        try asking.account(for: next, accounts)
      }
      guard case .answeredHere = watch?.end() ?? .answeredHere else { return nil }
      switch answer {
      case .success(let account): try broker.answer(next.number, account)
      case .failure(let failure):
        try broker.settle(next.number, round.outcome(of: failure, for: next))
        return nil
      }
    }
    return nil
  }
}
