// SPDX-License-Identifier: Apache-2.0
import AccessModel
import Events
import SystemCalls
import Threads

/// Hands on who read what, on a thread of its own: no reader waits for it, and what comes within a moment goes together.
final class ReadLog: Sendable {
  /// The most pairs of a secret and a program; the names of a program's further secrets are left out.
  private static let most = 8192
  private static let moment = Duration.milliseconds(50)

  private let state: Locked<[SecretReading: UInt32]>
  private let news: FileDescriptor
  private let isOver: Locked<Bool>

  /// Hands on until `isOver`, and what is left then.
  init(
    until isOver: Locked<Bool>, _ handOn: @escaping @Sendable ([SecretReading: UInt32]) -> Void
  ) throws(SystemError) {
    state = Locked([:])
    news = try .event()
    self.isOver = isOver
    try SystemThread.start(named: "read-log") { [self] in
      while true {
        _ = try? Poll.readable([news.raw], within: nil)
        news.clear()
        let readings = take()
        if !readings.isEmpty { handOn(readings) }
        if isOver.withLock({ $0 }) { return }
        _ = try? Poll.readable([], within: Self.moment)
      }
    }
  }

  func add(_ readings: [SecretReading: UInt32]) {
    guard !readings.isEmpty else { return }
    state.withLock { waiting in
      for (reading, count) in readings {
        let isNew = waiting[reading] == nil && waiting.count >= Self.most
        let known = isNew ? SecretReading(program: reading.program, label: "") : reading
        let sum = waiting[known, default: 0].addingReportingOverflow(count)
        waiting[known] = sum.overflow ? .max : sum.partialValue
      }
    }
    news.signal()
  }

  /// Ends the log's thread; called after `isOver` has become true.
  func end() { news.signal() }

  private func take() -> [SecretReading: UInt32] {
    state.withLock { waiting in
      defer { waiting = [:] }
      return waiting
    }
  }
}
