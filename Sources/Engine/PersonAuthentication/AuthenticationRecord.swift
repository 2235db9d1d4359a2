// SPDX-License-Identifier: Apache-2.0
import AuthenticationModel
import KeychainModel
import LinuxSystem

/// How much programs can have asked at one time.
package struct QuestionLimits: Sendable {
  /// Questions that are open at one time, of one program only one; a further one is refused.
  package var questions = 8
  /// Contexts in which something is proved. When there are more, all are forgotten: somebody is asked once more.
  package var contexts = 4096
  /// For a person to answer.
  package var patience = Duration.seconds(120)
  /// An agent asks for the next question at once: one that has not for this long is gone.
  package var agentMilliseconds: UInt64 = 3000

  package init() {}
}

/// A question that is not answered yet.
struct OpenQuestion: Sendable {
  let number: QuestionNumber
  let context: ContextToken
  let asker: Asker
  let reason: String
  let cancelTitle: String?
  var kind = QuestionKind.passcode
  /// Rung when it is over.
  let bell: Bell
  /// The agent's process that has it in hand.
  var agent: Int32?
}

/// How a question ended.
enum QuestionEnd: Sendable {
  case proved, cancelled, failed, invalidated, withdrawn, unattended, answered
}

/// What is asked, what is proved, and who waits for questions.
struct AuthenticationRecord {
  /// The process that each context with something proved in it belongs to.
  var contexts: [ContextToken: Int32] = [:]
  private(set) var questions: [OpenQuestion] = []
  /// Of questions whose asker has not looked yet.
  var ends: [QuestionNumber: QuestionEnd] = [:]
  /// Passwords for askers that have not looked yet.
  var passwords: [QuestionNumber: SecretData] = [:]
  /// Of agents without a question.
  var waiting: [Bell] = []
  var lastUnlock: BootInstant?
  /// So far.
  var locks = 0
  /// When agents were here that do not wait at the moment.
  private var agents: [Int32: BootInstant] = [:]

  /// An agent waits, has a question in hand, or was here a moment ago.
  func hasAgent(at now: BootInstant, _ limits: QuestionLimits) -> Bool {
    if !waiting.isEmpty || questions.contains(where: { $0.agent != nil }) { return true }
    return agents.values.contains { now <= $0.advanced(byMilliseconds: limits.agentMilliseconds) }
  }

  mutating func add(_ question: OpenQuestion) {
    questions.append(question)
    for bell in waiting { bell.ring() }
  }

  mutating func takeQuestion(by agent: Int32) -> PendingQuestion? {
    // An agent has one question in hand at a time: an earlier one has not reached it.
    release(of: agent)
    guard let index = questions.firstIndex(where: { $0.agent == nil }) else { return nil }
    questions[index].agent = agent
    let taken = questions[index]
    return PendingQuestion(
      number: taken.number, asker: taken.asker, reason: taken.reason, cancelTitle: taken.cancelTitle,
      kind: taken.kind)
  }

  /// What an agent had in hand is for others; where there is none, nobody can be asked.
  mutating func lose(agent: Int32, at now: BootInstant, _ limits: QuestionLimits) {
    agents[agent] = nil
    guard questions.contains(where: { $0.agent == agent }) else { return }
    release(of: agent)
    guard hasAgent(at: now, limits) else { return end(.unattended) { _ in true } }
    for bell in waiting { bell.ring() }
  }

  private mutating func release(of agent: Int32) {
    for index in questions.indices where questions[index].agent == agent { questions[index].agent = nil }
  }

  mutating func leave(_ bell: Bell, agent: Int32, at now: BootInstant) {
    waiting.removeAll { $0 === bell }
    agents[agent] = now
  }

  mutating func end(_ end: QuestionEnd, where isMeant: (OpenQuestion) -> Bool) {
    for question in questions where isMeant(question) {
      ends[question.number] = end
      question.bell.ring()
    }
    questions.removeAll(where: isMeant)
  }
}
