// SPDX-License-Identifier: Apache-2.0
import PromptModel

/// The fairness between programs: each leaves room for the questions of others, and they take turns.
extension QuestionRecord {
  /// Makes room for a question, for which a program's second one may have to go; says whether there is some.
  mutating func makeRoom(for requester: Requester, _ limits: QuestionLimits) -> Bool {
    let own = questions.filter { $0.requester.program == requester.program }
    guard own.count < limits.questionsOfProgram, !own.contains(where: { $0.requester == requester }) else {
      return false
    }
    if questions.count < limits.questions { return true }
    guard own.isEmpty, let last = questions.last(where: { isRepeated($0) }) else { return false }
    end(.unattended) { $0.identity == last.identity }
    return true
  }

  /// Whether no agent has it, and its program has an older one.
  private func isRepeated(_ question: OpenQuestion) -> Bool {
    guard question.agent == nil,
      let first = questions.first(where: { $0.requester.program == question.requester.program })
    else { return false }
    return first.identity != question.identity
  }

  /// Programs take turns: the one whose last turn is longest ago, then the question that came first.
  func nextIndex(_ canAsk: (QuestionKind) -> Bool) -> Int? {
    let waiting = questions.indices.filter {
      questions[$0].agent == nil && !questions[$0].isForAgent && canAsk(questions[$0].kind)
    }
    return waiting.min { lastTurn(of: questions[$0]) < lastTurn(of: questions[$1]) }
  }

  private func lastTurn(of question: OpenQuestion) -> Int { lastTurns[question.requester.program] ?? 0 }
}
