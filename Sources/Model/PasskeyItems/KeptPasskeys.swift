// SPDX-License-Identifier: Apache-2.0

/// How many passkeys of a backup or a file are new, and how many were there already.
package struct KeptPasskeys: Sendable, Equatable {
  package var added: Int
  package var there: Int

  package init(added: Int = 0, there: Int = 0) {
    self.added = added
    self.there = there
  }

  package static func + (one: KeptPasskeys, other: KeptPasskeys) -> KeptPasskeys {
    KeptPasskeys(added: one.added + other.added, there: one.there + other.there)
  }
}
