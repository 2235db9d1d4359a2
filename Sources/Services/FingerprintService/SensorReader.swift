// SPDX-License-Identifier: Apache-2.0
import Events
import MessageBus
import PromptModel
import SystemCalls
import Threads

/// One reading of fingers: the sensor is this user's alone meanwhile, so that nobody else's question is answered by it.
final class SensorReader {
  enum News: Equatable {
    case matched(FingerSet)
    case missed
    case ended
  }

  let number: UInt64
  private let service: Fprintd
  private let sensor: Fprintd.Sensor
  private let fingers: FingerSet
  private var subscriptions: [BusSubscription] = []
  private let heard = Locked<[VerifyStatus]>([])

  /// Begins. `news` is notified when `next` has something.
  init(_ number: UInt64, by service: Fprintd, _ news: ThreadNotifier) throws(Fprintd.Failure) {
    self.number = number
    self.service = service
    sensor = try service.sensor()
    guard let fingers = try service.fingers(at: sensor).set else { throw .noSensor }
    self.fingers = fingers
    try service.claim(sensor)
    do throws(Fprintd.Failure) {
      let heard = heard
      // Not before it is claimed: what fprintd has said until then was of somebody else's finger, for somebody else.
      subscriptions = try service.listen(to: sensor) { status in
        heard.withLock { $0.append(status) }
        news.notify()
      }
      try service.begin(sensor)
    } catch {
      for subscription in subscriptions { subscription.cancel() }
      try? service.release(sensor)
      throw error
    }
  }

  /// What has come since the last call; nothing follows upon a match and an end.
  func next() -> [News] {
    var news: [News] = []
    for status in heard.withLock({ heard in
      defer { heard = [] }
      return heard
    }) {
      switch status.result {
      case .match: return news + [match()]
      case .over: return news + [.ended]
      case .noMatch: news.append(.missed)
      case .retry: break
      }
      if status.isDone, !beginAgain() { return news + [.ended] }
    }
    return news
  }

  /// The set counts only if it is the one that was enrolled before: nobody has put another finger into it meanwhile.
  private func match() -> News {
    guard let now = try? service.fingers(at: sensor).set, now == fingers else { return .ended }
    return .matched(now)
  }

  private func beginAgain() -> Bool {
    do throws(Fprintd.Failure) {
      try service.pause(sensor)
      try service.begin(sensor)
      return true
    } catch {
      return false
    }
  }

  /// Gives the sensor back. Where fprintd is gone, it has it.
  func end() {
    for subscription in subscriptions { subscription.cancel() }
    try? service.pause(sensor)
    try? service.release(sensor)
  }
}
