// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
package import Events
package import PromptModel
import Synchronization
import Threads

/// Follows a question while the person is asked: it may get its answer in the console, be taken back, or be another one
/// because the screen was locked or unlocked.
package final class QuestionWatch: Sendable {
  /// Notified when the question is over, as it was put.
  package let over: ThreadNotifier
  private let hasEnded = Atomic(false)
  private let isLost = Atomic(false)
  /// How long `baileyd` waits for news, in seconds.
  private static let wait: UInt16 = 5

  /// Follows a question on a connection that exists before this returns: a process that hides is not identified anew. One
  /// that is not there any more, because it was taken back on its way here, is over from the beginning.
  /// Nil where nothing is to be followed: a question for the agent itself is nobody else's.
  package init?(_ question: PendingQuestion, _ broker: BrokerClient) {
    guard let notifier = try? ThreadNotifier(),
      let (questions, count) = try? broker.questions(otherThan: 0, seconds: 0)
    else { return nil }
    let isThere = questions.contains { $0.question.number == question.number }
    if !isThere, case .passcode(.agentAuthorisation) = question.kind { return nil }
    over = notifier
    guard isThere else {
      notifier.notify()
      return
    }
    _ = try? SystemThread.start(named: "question") { [self] in follow(question, broker, from: count) }
  }

  /// Whether the question is over, as it was put.
  package var isOver: Bool { over.isNotified }

  /// The state of a question by the time that the person has answered here.
  package enum End: Sendable {
    case answeredHere
    /// The question was answered elsewhere or taken back, or is put another way.
    case elsewhere
    /// `baileyd` has ended, and nobody waits for the answer: whoever asked asks again.
    case lost
  }

  /// The person has answered here.
  package func end() -> End {
    hasEnded.store(true, ordering: .releasing)
    guard over.isNotified else { return .answeredHere }
    return isLost.load(ordering: .acquiring) ? .lost : .elsewhere
  }

  private func follow(_ question: PendingQuestion, _ broker: BrokerClient, from count: UInt64) {
    // What has changed before this began is seen at once.
    var known = count == 0 ? 0 : count - 1
    while !hasEnded.load(ordering: .acquiring) {
      let end: End
      if let (questions, now) = try? broker.questions(otherThan: known, seconds: Self.wait) {
        known = now
        end = questions.contains { $0.question == question } ? .answeredHere : .elsewhere
      } else {
        // Where `baileyd` is gone, so are its questions.
        end = .lost
      }
      if end == .answeredHere { continue }
      if end == .lost { isLost.store(true, ordering: .releasing) }
      if !hasEnded.load(ordering: .acquiring) { over.notify() }
      return
    }
  }
}
