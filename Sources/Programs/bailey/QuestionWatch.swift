// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import LinuxSystem
import PromptModel
import Synchronization

/// Follows a question while the person is asked: it may get its answer in the console, or be taken back.
final class QuestionWatch: Sendable {
  /// Notified when the question is over.
  let over: ThreadNotifier
  private let hasEnded = Atomic(false)
  /// How long `baileyd` waits for news, in seconds.
  private static let wait: UInt16 = 5

  /// Its connection is there before this returns: a process that hides is not identified anew. Nil where nothing is to be
  /// followed: a question for the agent itself is nobody else's.
  init?(_ number: QuestionNumber, _ broker: BrokerClient) {
    guard let notifier = try? ThreadNotifier(),
      let (questions, count) = try? broker.questions(otherThan: 0, seconds: 0),
      questions.contains(where: { $0.question.number == number })
    else { return nil }
    over = notifier
    _ = try? SystemThread.start(named: "question") { [self] in follow(number, broker, from: count) }
  }

  /// The person has answered here. Returns whether that came too late.
  func end() -> Bool {
    hasEnded.store(true, ordering: .releasing)
    return over.isNotified
  }

  private func follow(_ number: QuestionNumber, _ broker: BrokerClient, from count: UInt64) {
    var known = count
    while !hasEnded.load(ordering: .acquiring) {
      guard let (questions, now) = try? broker.questions(otherThan: known, seconds: Self.wait) else { return }
      guard questions.contains(where: { $0.question.number == number }) else {
        if !hasEnded.load(ordering: .acquiring) { over.notify() }
        return
      }
      known = now
    }
  }
}
