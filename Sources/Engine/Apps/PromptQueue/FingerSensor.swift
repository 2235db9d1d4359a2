// SPDX-License-Identifier: Apache-2.0
package import PromptModel

/// The fingerprint sensor, as the process that speaks with it tells.
package protocol FingerSensor: Sendable {
  /// The fingers that are enrolled now. Throws where there is no sensor, or nobody answers in time.
  func fingers() throws(FingerSensorFailure) -> FingerEnrolment

  /// Reads fingers until `stop`, one reading at a time: a new one ends the one before. What is heard of it comes on another thread.
  func read(_ heard: @escaping @Sendable (FingerReading) -> Void) throws(FingerSensorFailure) -> FingerReadingNumber

  /// Ends a reading. Nothing is heard of it any more.
  func stop(_ reading: FingerReadingNumber)
}

package enum FingerSensorFailure: Error, Sendable { case unavailable }

package typealias FingerReadingNumber = UInt64

/// What is heard of a reading.
package enum FingerReading: Sendable, Equatable {
  /// A finger of this set, which was enrolled before and after it was read.
  case matched(FingerSet)
  case missed
  /// The sensor reads no more: another program has it, or it is gone.
  case ended
}

/// How many fingers were wrong since the passcode was given last. After five the passcode has to be given, as on Apple's systems;
/// at first too, because nobody knows how many were wrong before.
struct FingerAttempts: Sendable {
  private static let limit = 5
  private var missed = limit

  var isLockedOut: Bool { missed >= Self.limit }

  mutating func miss() { missed = min(missed + 1, Self.limit) }
  mutating func forgive() { missed = 0 }
}
