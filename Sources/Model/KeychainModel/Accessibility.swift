// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// The states of the device in which an item can be read: the values of `kSecAttrAccessible`.
package enum Accessibility: String, Sendable, CaseIterable {
  case whenUnlocked = "ak"
  case afterFirstUnlock = "ck"
  case always = "dk"
  case whenPasscodeSetThisDeviceOnly = "akpu"
  case whenUnlockedThisDeviceOnly = "aku"
  case afterFirstUnlockThisDeviceOnly = "cku"
  case alwaysThisDeviceOnly = "dku"

  /// The accessibility of a new item whose caller gave none.
  package static func standard(for itemClass: ItemClass) -> Accessibility {
    itemClass == .certificate ? .always : .whenUnlocked
  }

  /// The class key that wraps the item's own key.
  package var keyClass: KeyClass {
    switch self {
    case .whenUnlocked: .keychainWhenUnlocked
    case .afterFirstUnlock: .keychainAfterFirstUnlock
    case .always: .keychainAlways
    case .whenPasscodeSetThisDeviceOnly: .keychainWhenPasscodeSetThisDeviceOnly
    case .whenUnlockedThisDeviceOnly: .keychainWhenUnlockedThisDeviceOnly
    case .afterFirstUnlockThisDeviceOnly: .keychainAfterFirstUnlockThisDeviceOnly
    case .alwaysThisDeviceOnly: .keychainAlwaysThisDeviceOnly
    }
  }

  /// Whether the item is left out when a backup is restored on another device.
  package var isThisDeviceOnly: Bool {
    switch self {
    case .whenUnlocked, .afterFirstUnlock, .always: false
    default: true
    }
  }
}
