// SPDX-License-Identifier: Apache-2.0

/// When a file-based keychain locks by itself, beside with the device.
package struct KeychainSettings: Sendable, Equatable {
  /// After the machine has slept.
  package var locksOnSleep: Bool
  /// After so many seconds in which nothing was asked of it.
  package var timeout: UInt32?

  package init(locksOnSleep: Bool = false, timeout: UInt32? = nil) {
    self.locksOnSleep = locksOnSleep
    self.timeout = timeout
  }

  /// Of one that is made, as on macOS.
  package static let new = KeychainSettings(locksOnSleep: true, timeout: 300)
}

package enum KeychainCondition: UInt8, Sendable, CaseIterable { case absent = 0, locked = 1, unlocked = 2 }

/// The file-based keychains there are, and which of all keychains a search looks at.
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
  /// Nil where nobody has said.
  package var standard: KeychainKind?
  /// The same.
  package var searched: [KeychainKind]?
  package var extent: Extent

  package enum Extent: UInt8, Sendable, CaseIterable {
    case all = 1
    /// There may be others: what says which there are cannot be read.
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

  /// Those that were made, which the login keychain may not be yet. One that does not open is there all the same.
  package var made: [Entry] { entries.filter { $0.name != .login || $0.condition != .absent } }
}
