// SPDX-License-Identifier: Apache-2.0
package import PromptModel
import ProtectionModel
import WireFormat

/// How an item is protected: by a class key, and perhaps by constraints that must be met before it is used.
package struct AccessControl: Sendable, Hashable {
  package let protection: Accessibility
  /// The constraints of the access control; nil if there is only a protection class, as for an item that was added
  /// without an access control. An access control created with no flags is different: it cannot be combined with
  /// `kSecAttrAccessible`.
  package let constraints: AccessConstraints?
  /// The fingers that were enrolled when an item with `biometryCurrentSet` was added. No app is told them, and they are no part
  /// of the serialised form: they are stored beside it.
  package private(set) var fingers: FingerSet?

  package init(_ protection: Accessibility) {
    self.protection = protection
    constraints = nil
  }

  /// Makes an access control; nil for flags that contradict each other: `errSecParam`.
  package init?(_ protection: Accessibility, constraints: AccessConstraints) {
    guard constraints.isConsistent else { return nil }
    self.protection = protection
    self.constraints = constraints
  }

  package var needsAuthentication: Bool { constraints?.needsAuthentication ?? false }

  /// Whether the passcode is enough.
  package var isMetByPasscode: Bool { constraints?.isMetByPasscode ?? true }

  /// Whether a finger is enough.
  package var isMetByFinger: Bool { constraints?.isMetByFinger ?? true }

  /// Whether the fingers that are enrolled when the item is added are the only ones that count.
  package var isForCurrentFingers: Bool { constraints?.contains(.biometryCurrentSet) ?? false }

  /// The proofs of which one is enough. No finger meets a set that was not known when the item was added.
  package var accepted: AcceptedProofs {
    guard let constraints, constraints.isMetByFinger else {
      return AcceptedProofs(passcode: isMetByPasscode, finger: nil)
    }
    let rule = isForCurrentFingers ? fingers.map { FingerRule.of($0) } : .any
    return AcceptedProofs(passcode: isMetByPasscode, finger: rule)
  }

  /// The same, for these fingers alone.
  package func bound(to fingers: FingerSet?) -> AccessControl {
    var bound = self
    bound.fingers = fingers
    return bound
  }
}

// MARK: - The serialised form

extension AccessControl {
  /// The size of an encoded access control: version, protection, whether there are constraints, constraints: seven bytes, the last four big-endian.
  package static let serializedSize = 7
  private static let version: UInt8 = 1

  package var serialized: [UInt8] {
    let flags = constraints?.rawValue ?? 0
    let bytes = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: flags >> UInt32($0)) }
    return [Self.version, UInt8(protection.keyClass.rawValue), constraints == nil ? 0 : 1] + bytes
  }

  /// Accepts only the bytes that `serialized` gives, so that an access control has one form.
  package init(serialized bytes: Span<UInt8>) throws(KeychainStatus) {
    do {
      self = try Self.decode(bytes)
    } catch {
      throw .decode
    }
  }

  private static func decode(_ bytes: Span<UInt8>) throws(WireError) -> AccessControl {
    var cursor = WireCursor()
    guard try cursor.byte(in: bytes) == version else { throw .badValue }
    let protection = try cursor.byte(in: bytes)
    let isConstrained = try cursor.byte(in: bytes)
    let flags = AccessConstraints(rawValue: try cursor.integer(in: bytes))
    try cursor.end(in: bytes)
    guard let accessibility = Accessibility.allCases.first(where: { $0.keyClass.rawValue == protection }) else {
      throw .badValue
    }
    switch isConstrained {
    case 0 where flags.isEmpty: return AccessControl(accessibility)
    case 1:
      guard let control = AccessControl(accessibility, constraints: flags) else { throw .badValue }
      return control
    default: throw .badValue
    }
  }
}
