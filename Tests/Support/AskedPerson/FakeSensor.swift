// SPDX-License-Identifier: Apache-2.0
import Events
package import PromptModel
package import PromptQueue
import Threads

/// A sensor that says what the test says.
package final class FakeSensor: FingerSensor {
  package struct State: Sendable {
    package var fingers: Result<FingerSet?, FingerSensorFailure>
    /// Another reader, at which no finger is enrolled.
    package var reader: FingerReader?
    fileprivate var reading: (number: FingerReadingNumber, heard: @Sendable (FingerReading) -> Void)?
    fileprivate var last: FingerReadingNumber = 0
    fileprivate var endsAtOnce = false
  }

  package let set: FingerSet
  private let state: Locked<State>

  private let reader: FingerReader

  private static func reader(_ byte: UInt8) -> FingerReader {
    guard let reader = FingerReader([UInt8](repeating: byte, count: FingerReader.size)) else {
      preconditionFailure("32 bytes")
    }
    return reader
  }

  package init(_ byte: UInt8 = 1, at reader: UInt8 = 9) {
    self.reader = Self.reader(reader)
    guard let set = FingerSet([UInt8](repeating: byte, count: FingerSet.size), at: Self.reader(reader)) else {
      preconditionFailure("32 bytes")
    }
    self.set = set
    state = Locked(State(fingers: .success(set)))
  }

  package func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  package var isReading: Bool { state.withLock { $0.reading != nil } }

  /// How often reading was begun.
  package var begun: Int { Int(state.withLock { $0.last }) }

  /// Whether a reading ends before it has begun, as where another program has the sensor.
  package var endAtOnce: Bool {
    get { state.withLock { $0.endsAtOnce } }
    set { state.withLock { $0.endsAtOnce = newValue } }
  }

  /// Whether it is read in that time.
  package func reads(within time: Duration) -> Bool {
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end {
      if isReading { return true }
      _ = try? Poll.readable([], within: .milliseconds(20))
    }
    return false
  }

  package func say(_ reading: FingerReading) {
    let heard = state.withLock { state in
      defer { if reading == .ended { state.reading = nil } }
      return state.reading?.heard
    }
    heard?(reading)
  }

  package func fingers() throws(FingerSensorFailure) -> FingerEnrolment {
    let (fingers, reader) = state.withLock { ($0.fingers, $0.reader ?? self.reader) }
    return try fingers.get().map { .fingers($0) } ?? .none(at: reader)
  }

  package func read(
    _ heard: @escaping @Sendable (FingerReading) -> Void
  ) throws(FingerSensorFailure) -> FingerReadingNumber {
    let (number, endsAtOnce) = state.withLock { state in
      state.last += 1
      state.reading = state.endsAtOnce ? nil : (state.last, heard)
      return (state.last, state.endsAtOnce)
    }
    if endsAtOnce { heard(.ended) }
    return number
  }

  package func stop(_ reading: FingerReadingNumber) {
    state.withLock { if $0.reading?.number == reading { $0.reading = nil } }
  }
}
