// SPDX-License-Identifier: Apache-2.0
import PromptModel
import Threads

/// Has the sensor read while a question that a finger answers is before the person, and not a moment longer: a finger that somebody
/// puts there for anything else says nothing to an app.
final class FingerFollower: Sendable {
  private struct State {
    var reading: FingerReadingNumber?
    var isOver = false
    /// Whether what was begun last has ended by itself, which may be heard before its number is known here.
    var hasEnded = false
    /// Looks until the sensor is tried again, where it ended by itself.
    var rest = 0
  }

  private static let restAfterEnd = 4

  private let sensor: any FingerSensor
  private let queue: QuestionQueue
  private let attempts: Locked<FingerAttempts>
  private let context: ContextToken
  private let requester: Requester
  private let rule: FingerRule
  private let state = Locked(State())

  init(
    _ sensor: any FingerSensor, _ queue: QuestionQueue, _ attempts: Locked<FingerAttempts>, for rule: FingerRule,
    _ context: ContextToken, _ requester: Requester
  ) {
    self.sensor = sensor
    self.queue = queue
    self.attempts = attempts
    self.rule = rule
    self.context = context
    self.requester = requester
  }

  /// Begins or ends reading, as the question has come before the person or gone. To be called on one thread, again and again.
  func look() {
    let isWanted = queue.isBeforePerson(context, askedBy: requester) && !attempts.withLock { $0.isLockedOut }
    guard isWanted else { return stopReading() }
    let begins = state.withLock { state in
      state.rest = max(state.rest - 1, 0)
      guard state.reading == nil, !state.isOver, state.rest == 0 else { return false }
      state.hasEnded = false
      return true
    }
    guard begins, let reading = try? sensor.read({ [self] in hear($0) }) else { return }
    let isOver = state.withLock { state in
      if !state.hasEnded { state.reading = reading }
      return state.isOver
    }
    if isOver { stopReading() }
  }

  func end() {
    state.withLock { $0.isOver = true }
    stopReading()
  }

  private func stopReading() {
    if let reading = state.withLock({ $0.reading.take() }) { sensor.stop(reading) }
  }

  private func hear(_ reading: FingerReading) {
    switch reading {
    case .matched(let set):
      if rule.isMet(by: set) {
        queue.settle(.touched(set), in: context, askedBy: requester)
      } else {
        queue.settle(.failed, in: context, askedBy: requester)
      }
    case .missed:
      let isLockedOut = attempts.withLock { attempts in
        attempts.miss()
        return attempts.isLockedOut
      }
      if isLockedOut { queue.fingerCountsNoMore(in: context, askedBy: requester) }
    case .ended: state.withLock { ($0.reading, $0.hasEnded, $0.rest) = (nil, true, Self.restAfterEnd) }
    }
  }
}
