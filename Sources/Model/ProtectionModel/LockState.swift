// SPDX-License-Identifier: Apache-2.0

/// The one state that files, keychain items and widgets follow.
package enum LockState: UInt8, Sendable, CaseIterable {
  /// The device has started, and the passcode was not given yet.
  case beforeFirstUnlock = 1
  case unlocked = 2
  /// The screen is locked and the grace period runs.
  case grace = 3
  case locked = 4

  /// The spelling of `bailey status --json`.
  package var name: String {
    switch self {
    case .beforeFirstUnlock: "beforeFirstUnlock"
    case .unlocked: "unlocked"
    case .grace: "grace"
    case .locked: "locked"
    }
  }

  package init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// Whether a key wrapped with the class's key can be had in this state: the table of Data Protection's classes.
  package func permitsUnwrap(_ keyClass: KeyClass) -> Bool {
    switch keyClass.availability {
    case .always: true
    case .afterFirstUnlock: self != .beforeFirstUnlock
    case .whileUnlocked: self == .unlocked || self == .grace
    }
  }

  /// Whether a new key can be wrapped with the class's key: class B's public half is at hand in every state.
  package func permitsWrap(_ keyClass: KeyClass) -> Bool {
    keyClass == .fileCompleteUnlessOpen || permitsUnwrap(keyClass)
  }
}
