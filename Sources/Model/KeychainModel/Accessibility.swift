// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// When an item can be read: the values of `kSecAttrAccessible`.
package enum Accessibility: String, Sendable, CaseIterable {
  case whenUnlocked = "ak"
  case afterFirstUnlock = "ck"
  case always = "dk"
  case whenPasscodeSetThisDeviceOnly = "akpu"
  case whenUnlockedThisDeviceOnly = "aku"
  case afterFirstUnlockThisDeviceOnly = "cku"
  case alwaysThisDeviceOnly = "dku"

  /// What an item is stored as whose caller did not say.
  package static func standard(for itemClass: ItemClass) -> Accessibility {
    itemClass == .certificate ? .always : .whenUnlocked
  }

  /// The class key the item's own key is wrapped with.
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

  /// Whether the item stays behind when a backup goes to another device.
  package var isThisDeviceOnly: Bool {
    switch self {
    case .whenUnlocked, .afterFirstUnlock, .always: false
    default: true
    }
  }
}
