// SPDX-License-Identifier: Apache-2.0

/// A process that puts questions to the person.
///
/// A passcode that an agent is given is checked by the enclave. Every other answer has to be believed, so that it counts only
/// from the agent that the owner has given the passcode to: once for as long as it runs. There is one such agent at a time.
package struct QuestionAgent: Sendable {
  package let process: Int32
  /// The program as the person is told who asks.
  let program: String?
  let trust: Trust
  let isAlive: @Sendable () -> Bool

  package enum Trust: Sendable {
    /// The agent's answers are believed without the passcode.
    case known
    case byPasscode
  }

  package init(
    _ process: Int32, program: String?, _ trust: Trust, isAlive: @escaping @Sendable () -> Bool = { true }
  ) {
    self.process = process
    self.program = program
    self.trust = trust
    self.isAlive = isAlive
  }
}

/// Why an agent is given no question.
package enum QuestionAgentRefusal: Error, Sendable, Equatable {
  /// Another one is authorised by the owner: the number of its process.
  case taken(Int32)
  case unavailable
}

/// The agent that the owner has authorised.
extension QuestionRecord {
  /// Frees the place of an agent that has ended.
  mutating func authorisedAgent() -> QuestionAgent? {
    if let authorised, !authorised.isAlive() { self.authorised = nil }
    return authorised
  }

  /// Throws where another agent is authorised by the owner. A place that was had because there was no passcode is nobody's once there
  /// is one.
  mutating func admit(_ agent: QuestionAgent, hasPasscode: Bool) throws(QuestionAgentRefusal) {
    if agent.trust == .byPasscode, hasPasscode, !isAuthorisationProved, let authorised {
      release(of: authorised.process)
      self.authorised = nil
    }
    guard agent.trust == .byPasscode, let authorised = authorisedAgent(), authorised.process != agent.process else {
      return
    }
    throw .taken(authorised.process)
  }

  /// Whether the agent may put questions whose answers nobody can check.
  mutating func isTrusted(_ agent: QuestionAgent, hasPasscode: Bool) -> Bool {
    if agent.trust == .known { return true }
    if let authorised = authorisedAgent() { return authorised.process == agent.process }
    // Without a passcode nobody can authorise an agent: the first one that comes is taken.
    if !hasPasscode { (authorised, isAuthorisationProved) = (agent, false) }
    return !hasPasscode
  }

  /// The passcode was right that this agent was given.
  mutating func trust(_ agent: QuestionAgent) {
    guard agent.trust == .byPasscode, authorisedAgent() == nil else { return }
    (authorised, isAuthorisationProved) = (agent, true)
  }
}
