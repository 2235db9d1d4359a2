// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import Threads

/// Counts the prompts that the person closed without an answer: who did so twice is not asked anything more by that app until it is
/// started anew, so that it cannot have an answer by asking on.
final class PutAwayPrompts: Sendable {
  static let enough = 2
  /// The most apps that are remembered; with one more, all are forgotten.
  private static let maximum = 1024

  private struct Start {
    let instance: ProcessInstance?
    var count = 0
  }

  private let starts = Locked<[ConsentClient.Key: Start]>([:])

  func note(of subject: ConsentSubject) {
    starts.withLock { starts in
      if starts.count >= Self.maximum { starts = [:] }
      var start = starts[subject.client.key] ?? Start(instance: subject.instance)
      if start.instance != subject.instance { start = Start(instance: subject.instance) }
      start.count += 1
      starts[subject.client.key] = start
    }
  }

  func areEnough(of subject: ConsentSubject) -> Bool {
    starts.withLock { starts in
      guard let start = starts[subject.client.key], start.instance == subject.instance else { return false }
      return start.count >= Self.enough
    }
  }
}
