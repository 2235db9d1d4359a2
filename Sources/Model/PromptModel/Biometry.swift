// SPDX-License-Identifier: Apache-2.0

/// The digest of the fingers that are enrolled at a sensor: another one stands for another set.
package struct FingerSet: Sendable, Hashable {
  package static let size = 32
  package let bytes: [UInt8]

  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }
}

/// What the fingerprint sensor is good for at this moment.
package enum BiometryState: Sendable, Hashable {
  /// There is no sensor, or nobody who may speak for one.
  case unavailable
  case notEnrolled
  /// The passcode has to be given before a finger counts again.
  case lockedOut(FingerSet)
  case ready(FingerSet)

  /// The fingers that are enrolled; nil where there are none, or nobody knows.
  package var fingers: FingerSet? {
    switch self {
    case .unavailable, .notEnrolled: nil
    case .lockedOut(let set), .ready(let set): set
    }
  }
}

/// The fingers that meet a condition.
package enum FingerRule: Sendable, Hashable {
  case any
  case of(FingerSet)

  package func isMet(by set: FingerSet?) -> Bool {
    switch self {
    case .any: set != nil
    case .of(let wanted): set == wanted
    }
  }
}

/// The proofs of which one is enough to show that the person is there.
package struct AcceptedProofs: Sendable, Hashable {
  package let passcode: Bool
  /// Nil where no finger is accepted.
  package let finger: FingerRule?

  package init(passcode: Bool, finger: FingerRule?) {
    self.passcode = passcode
    self.finger = finger
  }

  package static let any = AcceptedProofs(passcode: true, finger: .any)
  package static let biometry = AcceptedProofs(passcode: false, finger: .any)
  package static let passcode = AcceptedProofs(passcode: true, finger: nil)
}
