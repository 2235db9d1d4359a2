// SPDX-License-Identifier: Apache-2.0
import Events
package import PromptModel
package import PromptQueue
import Threads

/// A sensor that says what the test says.
package final class FakeSensor: FingerSensor {
  package struct State: Sendable {
    package var fingers: Result<FingerSet?, FingerSensorFailure>
    fileprivate var reading: (number: FingerReadingNumber, heard: @Sendable (FingerReading) -> Void)?
    fileprivate var last: FingerReadingNumber = 0
  }

  package let set: FingerSet
  private let state: Locked<State>

  package init(_ byte: UInt8 = 1) {
    guard let set = FingerSet([UInt8](repeating: byte, count: FingerSet.size)) else { preconditionFailure("32 bytes") }
    self.set = set
    state = Locked(State(fingers: .success(set)))
  }

  package func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  package var isReading: Bool { state.withLock { $0.reading != nil } }

  /// Whether it is read in that time.
  package func reads(within time: Duration) -> Bool {
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end {
      if isReading { return true }
      _ = try? Poll.readable([], within: .milliseconds(20))
    }
    return false
  }

  package func say(_ reading: FingerReading) { state.withLock { $0.reading?.heard }?(reading) }

  package func fingers() throws(FingerSensorFailure) -> FingerSet? { try state.withLock { $0.fingers }.get() }

  package func read(
    _ heard: @escaping @Sendable (FingerReading) -> Void
  ) throws(FingerSensorFailure) -> FingerReadingNumber {
    state.withLock { state in
      state.last += 1
      state.reading = (state.last, heard)
      return state.last
    }
  }

  package func stop(_ reading: FingerReadingNumber) {
    state.withLock { if $0.reading?.number == reading { $0.reading = nil } }
  }
}
