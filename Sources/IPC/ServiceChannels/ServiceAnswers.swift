// SPDX-License-Identifier: Apache-2.0
import Events
import Threads

/// Whether a process that speaks with somebody else is there, and the questions to it for whose answers threads wait.
package final class ServiceAnswers<Answer: Sendable>: Sendable {
  private struct State {
    var isHere = false
    /// How often such a process has come. What was asked of one, the next knows nothing of.
    var comings = 0
    var lastNumber: UInt64
    var waiting: [UInt64: ThreadNotifier] = [:]
    var answers: [UInt64: Answer] = [:]
    var arrivals: [ThreadNotifier] = []
  }

  private let most: Int
  private let state: Locked<State>

  /// Waits for the answers of at most so many questions at one time. Their numbers follow upon `number`.
  package init(atMost most: Int, after number: UInt64 = 0) {
    self.most = most
    state = Locked(State(lastNumber: number))
  }

  // MARK: - Whoever asks

  package var isHere: Bool { state.withLock { $0.isHere } }

  /// A number that nothing else has.
  package func nextNumber() -> UInt64 {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Whether the process is there, or comes in this time.
  package func waitForArrival(within patience: Duration) -> Bool {
    guard let notifier = try? ThreadNotifier() else { return false }
    let isHere = state.withLock { state in
      if !state.isHere { state.arrivals.append(notifier) }
      return state.isHere
    }
    if isHere { return true }
    notifier.wait(within: patience)
    return state.withLock { state in
      state.arrivals.removeAll { $0 === notifier }
      return state.isHere
    }
  }

  /// Sends a question by its number and waits. Nil where no answer came in this time, the process has ended, or too many wait.
  package func answer(within patience: Duration, to send: (UInt64) throws -> Void) -> Answer? {
    guard let notifier = try? ThreadNotifier(), let (number, comings) = begin(notifier) else { return nil }
    defer {
      state.withLock { state in (state.waiting[number], state.answers[number]) = (nil, nil) }
    }
    guard (try? send(number)) != nil else { return nil }
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      notifier.wait(within: ContinuousClock.now.duration(to: deadline))
      let (answer, isThatOne) = state.withLock { ($0.answers[number], $0.isHere && $0.comings == comings) }
      if let answer { return answer }
      if !isThatOne { return nil }
    }
    return nil
  }

  private func begin(_ notifier: ThreadNotifier) -> (number: UInt64, comings: Int)? {
    state.withLock { state in
      guard state.isHere, state.waiting.count < most else { return nil }
      state.lastNumber += 1
      state.waiting[state.lastNumber] = notifier
      return (state.lastNumber, state.comings)
    }
  }

  // MARK: - Whoever hears

  /// The process takes orders. One that says so again is the same one.
  package func arrived() {
    let arrivals = state.withLock { state in
      if !state.isHere { state.comings += 1 }
      state.isHere = true
      return state.arrivals
    }
    for notifier in arrivals { notifier.notify() }
  }

  /// Ends the wait of every question, because the process is gone or `baileyd` ends.
  package func left() {
    let waiting = state.withLock { state in
      state.isHere = false
      return state.waiting
    }
    for notifier in waiting.values { notifier.notify() }
  }

  /// What nobody waits for is not kept.
  package func settle(_ number: UInt64, _ answer: Answer) {
    state.withLock { state in
      guard let notifier = state.waiting[number] else { return }
      state.answers[number] = answer
      notifier.notify()
    }
  }
}
