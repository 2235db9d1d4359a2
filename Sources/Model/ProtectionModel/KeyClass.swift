// SPDX-License-Identifier: Apache-2.0

/// A class key of the keybag. Numbers follow Apple's keybags: 1 to 4 for files, 6 to 11 for the keychain.
package enum KeyClass: UInt8, Sendable, CaseIterable {
  case fileComplete = 1
  case fileCompleteUnlessOpen = 2
  case fileCompleteUntilFirstUserAuthentication = 3
  case fileNone = 4
  case keychainWhenUnlocked = 6
  case keychainAfterFirstUnlock = 7
  case keychainAlways = 8
  case keychainWhenUnlockedThisDeviceOnly = 9
  case keychainAfterFirstUnlockThisDeviceOnly = 10
  case keychainAlwaysThisDeviceOnly = 11
  /// Exists only while a passcode is set: removing the passcode destroys it.
  case keychainWhenPasscodeSetThisDeviceOnly = 12

  package init(_ protection: ProtectionClass) {
    switch protection {
    case .complete: self = .fileComplete
    case .completeUnlessOpen: self = .fileCompleteUnlessOpen
    case .completeUntilFirstUserAuthentication: self = .fileCompleteUntilFirstUserAuthentication
    case .none: self = .fileNone
    }
  }

  /// The times at which the key can unwrap.
  package enum Availability: Sendable { case whileUnlocked, afterFirstUnlock, always }

  package var availability: Availability {
    switch self {
    case .fileComplete, .fileCompleteUnlessOpen, .keychainWhenUnlocked, .keychainWhenUnlockedThisDeviceOnly,
      .keychainWhenPasscodeSetThisDeviceOnly:
      .whileUnlocked
    case .fileCompleteUntilFirstUserAuthentication, .keychainAfterFirstUnlock,
      .keychainAfterFirstUnlockThisDeviceOnly:
      .afterFirstUnlock
    case .fileNone, .keychainAlways, .keychainAlwaysThisDeviceOnly: .always
    }
  }
}
