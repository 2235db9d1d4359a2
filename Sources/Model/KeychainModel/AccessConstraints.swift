// SPDX-License-Identifier: Apache-2.0

/// The proofs that an item's use needs: the bits of `SecAccessControlCreateFlags`.
package struct AccessConstraints: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let userPresence = AccessConstraints(rawValue: 1 << 0)
  package static let biometryAny = AccessConstraints(rawValue: 1 << 1)
  package static let biometryCurrentSet = AccessConstraints(rawValue: 1 << 3)
  package static let devicePasscode = AccessConstraints(rawValue: 1 << 4)
  package static let companion = AccessConstraints(rawValue: 1 << 5)
  package static let or = AccessConstraints(rawValue: 1 << 14)
  package static let and = AccessConstraints(rawValue: 1 << 15)
  package static let privateKeyUsage = AccessConstraints(rawValue: 1 << 30)
  package static let applicationPassword = AccessConstraints(rawValue: 1 << 31)

  /// The factors that a person, or the app, can prove.
  package static let factors: AccessConstraints = [
    .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .applicationPassword,
  ]
  private static let known: AccessConstraints = factors.union([.or, .and, .privateKeyUsage])

  package var needsAuthentication: Bool { !isDisjoint(with: .factors) }

  /// Whether the passcode alone is enough. Also true if there are no factors. Several factors without `or` or `and` are
  /// all required.
  var isMetByPasscode: Bool {
    let asked = intersection(.factors)
    if asked.isEmpty { return true }
    let passcode: AccessConstraints = [.userPresence, .devicePasscode]
    return contains(.or) ? !asked.isDisjoint(with: passcode) : asked.isSubset(of: passcode)
  }

  /// Whether a finger alone is enough.
  var isMetByFinger: Bool {
    let asked = intersection(.factors)
    let finger: AccessConstraints = [.userPresence, .biometryAny, .biometryCurrentSet]
    return contains(.or) ? !asked.isDisjoint(with: finger) : !asked.isEmpty && asked.isSubset(of: finger)
  }

  /// Whether `SecAccessControlCreateWithFlags` accepts these flags.
  package var isConsistent: Bool {
    guard isSubset(of: .known), !isSuperset(of: [.or, .and]), !isSuperset(of: [.biometryAny, .biometryCurrentSet])
    else { return false }
    return !contains(.userPresence) || isSubset(of: [.userPresence, .applicationPassword, .privateKeyUsage])
  }
}
