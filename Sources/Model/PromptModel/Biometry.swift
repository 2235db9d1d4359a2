// SPDX-License-Identifier: Apache-2.0

/// The digest of a fingerprint reader's name.
package struct FingerReader: Sendable, Hashable {
  package static let size = 32
  package let bytes: [UInt8]

  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }
}

/// The digest of the fingers that are enrolled at a reader, and of the reader's name: another one stands for another set.
package struct FingerSet: Sendable, Hashable {
  package static let size = 32
  package let bytes: [UInt8]
  /// The reader of the finger; nil in what an app is told, and in items of a version that did not store it.
  package let reader: FingerReader?

  package init?(_ bytes: [UInt8], at reader: FingerReader? = nil) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
    self.reader = reader
  }
}

/// The answer of a reader to the question which fingers are enrolled at it.
package enum FingerEnrolment: Sendable, Hashable {
  case none(at: FingerReader)
  case fingers(FingerSet)

  /// How the fingers that are enrolled compare with those that are wanted.
  package enum Comparison: Sendable {
    case same
    case otherFingers
    /// The wanted fingers are enrolled at another reader, of which nothing is known now.
    case otherReader
  }

  package var set: FingerSet? {
    switch self {
    case .none: nil
    case .fingers(let set): set
    }
  }

  private var reader: FingerReader? {
    switch self {
    case .none(let reader): reader
    case .fingers(let set): set.reader
    }
  }

  package func compared(with wanted: FingerSet) -> Comparison {
    if let reader, let other = wanted.reader, reader != other { return .otherReader }
    return set?.bytes == wanted.bytes ? .same : .otherFingers
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
    case .of(let wanted): set.map { FingerEnrolment.fingers($0).compared(with: wanted) == .same } ?? false
    }
  }
}

/// The proofs of which one is enough to show that the person is there.
package struct AcceptedProofs: Sendable, Hashable {
  package let passcode: Bool
  /// The rule for fingers; nil where no finger is accepted.
  package let finger: FingerRule?

  package init(passcode: Bool, finger: FingerRule?) {
    self.passcode = passcode
    self.finger = finger
  }

  package static let any = AcceptedProofs(passcode: true, finger: .any)
  package static let biometry = AcceptedProofs(passcode: false, finger: .any)
  package static let passcode = AcceptedProofs(passcode: true, finger: nil)
}

extension AuthenticationQuestion.Factor {
  package var accepted: AcceptedProofs {
    switch self {
    case .any: .any
    case .biometry: .biometry
    case .passcode: .passcode
    }
  }
}
