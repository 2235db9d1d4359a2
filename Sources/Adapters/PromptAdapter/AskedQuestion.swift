// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
import KeychainModel
import OwnProcess
package import PromptModel

/// A question that the agent asks, and whose answer it sends. In the console the same one may be answered first.
package struct AskedQuestion {
  /// Why what the person answered here was not sent.
  package enum Unanswered: Sendable {
    /// The question was answered elsewhere or taken back, or is put another way.
    case elsewhere
    /// `baileyd` has ended, and nobody waits for the answer: whoever asked asks again.
    case lost
  }

  private let question: PendingQuestion
  private let prompt: any PasscodePrompt & ConsentPrompt
  private let round: QuestionRound
  private let broker: BrokerClient
  private let watch: QuestionWatch?

  package init(
    _ question: PendingQuestion, _ prompt: any PasscodePrompt & ConsentPrompt, _ round: QuestionRound,
    _ broker: BrokerClient
  ) {
    watch = QuestionWatch(question, broker)
    self.prompt = watch.map { prompt.until($0.over) } ?? prompt
    self.round = watch.map { round.until($0.over) } ?? round
    (self.question, self.broker) = (question, broker)
  }

  /// Returns when the answer is sent, or why it was not: then there is nothing to say of it. To be called once.
  package func ask() throws(BrokerClientError) -> Unanswered? {
    // Nobody has read what was taken back on its way here.
    if let watch, watch.isOver { return nil }
    // Hidden only while asking: `baileyd` must be able to identify this process, and nobody may read the passcode.
    return switch question.kind {
    case .passcode:
      try send(ProcessHardening.whileHidden { round.outcome(of: question) }) { (outcome) throws(BrokerClientError) in
        try broker.settle(question.number, outcome)
      }
    case .finger:
      try send(round.refusal(of: question)) { (outcome) throws(BrokerClientError) in
        try broker.settle(question.number, outcome)
      }
    case .account(let account):
      try settle(Result { () throws(PromptFailure) in try round.account(for: question, account) }) {
        (answer) throws(BrokerClientError) in try broker.answer(question.number, answer)
      }
    // Asked apart, because another question follows upon it.
    case .unlock: nil
    case .consent(let text):
      // No choice is a choice: it settles the question too.
      try send(try? prompt.choose(ConsentText(text, isForLater: question.isForLater, in: round.language))) {
        (choice) throws(BrokerClientError) in try broker.settle(question.number, choosing: choice)
      }
    case .path(let file) where question.isForLater:
      // Either way: what is not decided now is asked again when the app does.
      try send(try? prompt.choose(ConsentText(refusing: file, in: round.language))) { (_) throws(BrokerClientError) in
        try broker.settle(question.number, .cancelled)
      }
    case .path(let file):
      try settle(Result { () throws(PromptFailure) in SecretData(try round.path(for: question, file.wish)) }) {
        (path) throws(BrokerClientError) in try broker.give(path, for: question.number)
      }
    case .password(of: _, let occasion):
      try settle(
        ProcessHardening.whileHidden {
          Result { () throws(PromptFailure) in SecretData(try round.password(for: question, occasion)) }
        }
      ) { (password) throws(BrokerClientError) in try broker.give(password, for: question.number) }
    }
  }

  private func send<Answer>(
    _ answer: Answer, _ send: (Answer) throws(BrokerClientError) -> Void
  ) throws(BrokerClientError) -> Unanswered? {
    switch watch?.end() ?? .answeredHere {
    case .answeredHere:
      try send(answer)
      return nil
    case .elsewhere: return .elsewhere
    case .lost: return .lost
    }
  }

  /// Sends the answer, or says why there is none.
  private func settle<Answer>(
    _ answer: Result<Answer, PromptFailure>, _ give: (Answer) throws(BrokerClientError) -> Void
  ) throws(BrokerClientError) -> Unanswered? {
    try send(answer) { (answer) throws(BrokerClientError) in
      switch answer {
      case .success(let answer): try give(answer)
      case .failure(let failure): try broker.settle(question.number, round.outcome(of: failure, for: question))
      }
    }
  }
}
