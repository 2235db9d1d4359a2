// SPDX-License-Identifier: Apache-2.0

/// The conditions under which a file-based keychain locks by itself. It also locks with the device.
package struct KeychainSettings: Sendable, Equatable {
  /// Whether the keychain locks after the machine has slept.
  package var locksOnSleep: Bool
  /// The seconds without use after which the keychain locks; nil for never.
  package var timeout: UInt32?

  package init(locksOnSleep: Bool = false, timeout: UInt32? = nil) {
    self.locksOnSleep = locksOnSleep
    self.timeout = timeout
  }

  /// The settings of a new keychain, as on macOS.
  package static let new = KeychainSettings(locksOnSleep: true, timeout: 300)
}

package enum KeychainCondition: UInt8, Sendable, CaseIterable { case absent = 0, locked = 1, unlocked = 2 }

/// The file-based keychains that exist, and the keychains that are searched.
package struct KeychainListing: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    package let name: KeychainName
    package let condition: KeychainCondition
    package let settings: KeychainSettings

    package init(_ name: KeychainName, _ condition: KeychainCondition, _ settings: KeychainSettings) {
      self.name = name
      self.condition = condition
      self.settings = settings
    }
  }

  package var entries: [Entry]
  /// The keychain that new items go into; nil if none was chosen.
  package var standard: KeychainKind?
  /// The keychains that are searched; nil if none were chosen.
  package var searched: [KeychainKind]?
  package var extent: Extent

  package enum Extent: UInt8, Sendable, CaseIterable {
    case all = 1
    /// There may be others, because the list of keychains cannot be read.
    case known = 2
  }

  package init(
    _ entries: [Entry], standard: KeychainKind? = nil, searched: [KeychainKind]? = nil, extent: Extent = .all
  ) {
    self.entries = entries
    self.standard = standard
    self.searched = searched
    self.extent = extent
  }

  /// The keychains that exist, including those that cannot be opened. The login keychain may not have been created yet.
  package var made: [Entry] { entries.filter { $0.name != .login || $0.condition != .absent } }
}
