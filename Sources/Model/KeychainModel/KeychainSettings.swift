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

  package init(_ entries: [Entry], standard: KeychainKind? = nil, searched: [KeychainKind]? = nil) {
    self.entries = entries
    self.standard = standard
    self.searched = searched
  }
}
