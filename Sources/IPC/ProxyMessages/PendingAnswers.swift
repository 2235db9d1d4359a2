// SPDX-License-Identifier: Apache-2.0
import SystemCalls
import Threads

/// Answers that threads wait for, by the numbers of their questions. It takes no descriptor.
final class PendingAnswers<Answer: Sendable>: Sendable {
  private final class Waiting: Sendable {
    let turn = CountingSemaphore(0)
    let answer = Locked<Answer?>(nil)
  }

  private struct State {
    var last: UInt32 = 0
    var waiting: [UInt32: Waiting] = [:]
    var hasEnded = false
  }

  private let state = Locked(State())

  /// Asks, and waits for the answer; nil where none will come.
  func answer(_ ask: (UInt32) throws(SystemError) -> Void) -> Answer? {
    let waiting = Waiting()
    let number = state.withLock { state -> UInt32? in
      guard !state.hasEnded else { return nil }
      state.last &+= 1
      state.waiting[state.last] = waiting
      return state.last
    }
    guard let number else { return nil }
    do { try ask(number) } catch {
      state.withLock { _ = $0.waiting.removeValue(forKey: number) }
      return nil
    }
    return waiting.turn.enter { waiting.answer.withLock { $0.take() } }
  }

  /// An answer that nobody waits for goes nowhere.
  func give(_ answer: Answer, to number: UInt32) {
    guard let waiting = state.withLock({ $0.waiting.removeValue(forKey: number) }) else { return }
    waiting.answer.withLock { $0 = answer }
    waiting.turn.admitOneMore()
  }

  /// Ends the waiting: no answer will come any more.
  func end() {
    let left = state.withLock { state in
      state.hasEnded = true
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for waiting in left { waiting.turn.admitOneMore() }
  }
}
