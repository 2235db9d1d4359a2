// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
package import ProtectionModel

/// The states of the device in which a secret can be read. The numbers are stored: they are permanent.
package enum SecretClass: UInt8, Sendable, CaseIterable {
  case whenUnlocked = 1
  case afterFirstUnlock = 2

  package var accessibility: Accessibility {
    switch self {
    case .whenUnlocked: .whenUnlocked
    case .afterFirstUnlock: .afterFirstUnlock
    }
  }

  /// The name of the class as programs spell it.
  package var name: String {
    switch self {
    case .whenUnlocked: "whenUnlocked"
    case .afterFirstUnlock: "afterFirstUnlock"
    }
  }

  package init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// Whether such a secret can be read; nil stands for a `baileyd` that does not answer.
  package func isReadable(in state: LockState?) -> Bool { state?.permitsUnwrap(accessibility.keyClass) ?? false }

  /// The class of an item of this kind in a collection of this class: what works behind a locked screen needs its
  /// secrets there.
  package static func of(_ attributes: LookupAttributes, in collection: SecretClass) -> SecretClass {
    attributes.schema.map(worksWhileLocked.contains) == true ? .afterFirstUnlock : collection
  }

  /// Schemas of programs that connect, fetch and synchronise while nobody is there.
  static let worksWhileLocked: Set<String> = [
    // NetworkManager: wireless networks, VPN and mobile broadband.
    "org.freedesktop.NetworkManager.Connection",
    "org.freedesktop.NetworkManager.Mobile",
    // Online accounts: GNOME's, Ubuntu's and elementary's.
    "org.gnome.OnlineAccounts",
    "com.ubuntu.OnlineAccounts",
    "io.elementary.settings.onlineaccounts",
    // Mail and calendars.
    "org.gnome.Evolution.Data.Source",
    "org.gnome.Evolution.DataSource",
    "org.gnome.Geary",
    "org.yorba.geary",
  ]
}
