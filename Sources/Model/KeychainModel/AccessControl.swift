// SPDX-License-Identifier: Apache-2.0
import ProtectionModel
import WireFormat

/// How an item is protected: by a class key, and perhaps by what must be shown before it is used.
package struct AccessControl: Sendable, Hashable {
  package let protection: Accessibility
  /// Nil for bare protection, as an item without an access control of its own is returned with. An access control
  /// made with no flags is something else: it does not go together with `kSecAttrAccessible`.
  package let constraints: AccessConstraints?

  package init(_ protection: Accessibility) {
    self.protection = protection
    constraints = nil
  }

  /// Nil for flags that contradict each other, which is `errSecParam`.
  package init?(_ protection: Accessibility, constraints: AccessConstraints) {
    guard constraints.isConsistent else { return nil }
    self.protection = protection
    self.constraints = constraints
  }

  package var needsAuthentication: Bool { constraints?.needsAuthentication ?? false }

  /// Whether the passcode is enough, which is the one factor of this system: what wants another one nobody can ever use.
  package var isMetByPasscode: Bool { constraints?.isMetByPasscode ?? true }
}

// MARK: - The serialised form

extension AccessControl {
  /// Version, protection, whether there are constraints, constraints: seven bytes, the last four big-endian.
  package static let serializedSize = 7
  private static let version: UInt8 = 1

  package var serialized: [UInt8] {
    let flags = constraints?.rawValue ?? 0
    let bytes = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: flags >> UInt32($0)) }
    return [Self.version, UInt8(protection.keyClass.rawValue), constraints == nil ? 0 : 1] + bytes
  }

  /// Takes exactly what `serialized` gives: one form for one access control, nothing before, after or between.
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
