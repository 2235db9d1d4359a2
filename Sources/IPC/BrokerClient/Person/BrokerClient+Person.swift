// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
package import KeychainModel
package import PromptModel
package import ProtectionModel

extension BrokerClient: PermissionService {
  package func hasPasscode() throws(AuthenticationRefusal) -> Bool {
    guard case .person(.passcode(let isSet)) = try ask(.hasPasscode) else { throw .unavailable }
    return isSet
  }

  package func biometry() throws(AuthenticationRefusal) -> BiometryState {
    guard case .person(.biometry(let state)) = try ask(.biometry) else { throw .unavailable }
    return state
  }

  package func authenticate(_ question: AuthenticationQuestion) throws(AuthenticationRefusal) {
    guard case .done = try ask(.authenticate(question)) else { throw .unavailable }
  }

  package func permission(_ question: AuthenticationQuestion) throws(AuthenticationRefusal) -> PermissionExtent {
    guard case .person(.permission(let extent)) = try ask(.permission(question)) else { throw .unavailable }
    return extent
  }

  /// Ends a context. Where `baileyd` does not answer, nothing is proved in the context either.
  package func invalidate(_ context: ContextToken) { _ = try? ask(.invalidate(context)) }

  private func ask(_ request: AuthenticationRequest) throws(AuthenticationRefusal) -> BrokerReply {
    do {
      return try exchange(.person(.authentication(request)))
    } catch {
      if case .refused(.authentication(let refusal)) = error { throw refusal }
      throw .unavailable
    }
  }
}

// MARK: - The agent

extension BrokerClient {
  /// The next question for the person; nil when there was none in that time. For `bailey` only.
  package func nextQuestion(seconds: UInt16) throws(BrokerClientError) -> PendingQuestion? {
    let asked = PersonRequest.agent(.nextQuestion(seconds: seconds))
    guard case .person(.question(let question)) = try exchange(.person(asked)) else {
      throw .unexpectedReply
    }
    return question
  }

  /// All questions as soon as they are others than at this count, or as they are when the time is over.
  package func questions(
    otherThan count: UInt64, seconds: UInt16
  ) throws(BrokerClientError) -> (questions: [AwaitedQuestion], count: UInt64) {
    let asked = PersonRequest.agent(.watch(otherThan: count, seconds: seconds))
    guard case .person(.questions(let questions, let now)) = try exchange(.person(asked)) else {
      throw .unexpectedReply
    }
    return (questions, now)
  }

  /// Reports the outcome of a question.
  package func settle(_ question: QuestionNumber, _ outcome: QuestionOutcome) throws(BrokerClientError) {
    guard case .done = try exchange(.person(.agent(.settle(question, outcome)))) else { throw .unexpectedReply }
  }

  /// The password that a question asks for; for the question of a file-based keychain.
  package func give(_ password: SecretData, for question: QuestionNumber) throws(BrokerClientError) {
    guard case .done = try exchange(.person(.agent(.give(question, password)))) else { throw .unexpectedReply }
  }

  /// Sends the person's answer to a question for files.
  package func answer(_ question: QuestionNumber, _ answer: FileAnswer) throws(BrokerClientError) {
    let request: AgentRequest =
      switch answer {
      case .chosen(let path): .give(question, SecretData(copying: Array(path.utf8).span))
      case .look(let folder, let typed): .look(question, folder: folder, typed: typed)
      }
    guard case .done = try exchange(.person(.agent(request))) else { throw .unexpectedReply }
  }

  /// Sends the account that the person chose, by its place among those that were offered.
  package func answer(_ question: QuestionNumber, _ answer: AccountAnswer) throws(BrokerClientError) {
    guard case .done = try exchange(.person(.agent(.pick(question, answer.place)))) else { throw .unexpectedReply }
  }

  // MARK: - The lock

  /// The lock state as soon as it is another than this, or as it is when the time is over.
  package func lockState(otherThan state: LockState?, seconds: UInt16) throws(BrokerClientError) -> LockState {
    let asked = PersonRequest.lockState(otherThan: state, seconds: seconds)
    guard case .person(.lockState(let now)) = try exchange(.person(asked)) else {
      throw .unexpectedReply
    }
    return now
  }

  /// Settles a question by the person's choice; nil where they have decided nothing, which is no refusal.
  package func settle(_ question: QuestionNumber, choosing choice: ConsentChoice?) throws(BrokerClientError) {
    guard let choice else { return try settle(question, .cancelled) }
    guard case .done = try exchange(.person(.agent(.choose(question, choice)))) else { throw .unexpectedReply }
  }
}
