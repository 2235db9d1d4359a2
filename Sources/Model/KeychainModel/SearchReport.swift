// SPDX-License-Identifier: Apache-2.0

/// The rows that a search would consider, and whether each would be found: for developers whose search does not find an
/// item. It has the rows' numbers and the attributes' names, and no values.
package struct SearchReport: Sendable, Equatable {
  /// The caller's access groups, as the search uses them.
  package let groups: [String]
  /// The rows of the caller's groups, in the order of the search.
  package let rows: [RowVerdict]
  /// How many rows are left out, because a report has a largest number of rows.
  package let unlisted: Int

  package static let maximumRows = 256

  package init(groups: [String], rows: [RowVerdict], unlisted: Int) {
    self.groups = groups
    self.rows = rows
    self.unlisted = unlisted
  }
}

extension SearchReport {
  /// The number of rows that would be found.
  package var taken: Int { rows.count { $0.outcome == .taken } }
  package var keysAway: Int { rows.count { $0.outcome == .keyAway } }
  package var waiting: Int { rows.count { $0.outcome == .authenticationNeeded } }
  /// How many rows match, whether they can be read or not.
  package var matching: Int {
    rows.count { [.taken, .beyondLimit, .keyAway, .authenticationNeeded].contains($0.outcome) }
  }
}

/// A row of a report.
package struct RowVerdict: Sendable, Equatable {
  package let itemClass: ItemClass
  package let row: Int64
  /// The position of its group in the caller's list.
  package let group: Int
  /// The row's accessibility; nil if its column has no valid value.
  package let accessible: Accessibility?
  package let outcome: RowOutcome

  package init(_ itemClass: ItemClass, row: Int64, group: Int, accessible: Accessibility?, _ outcome: RowOutcome) {
    self.itemClass = itemClass
    self.row = row
    self.group = group
    self.accessible = accessible
    self.outcome = outcome
  }
}

/// Whether a row would be found, or why not.
package enum RowOutcome: Sendable, Equatable {
  case taken
  /// The row matches, but the rows before it fill the limit.
  case beyondLimit
  /// The item has other values of these attributes than the search. Whether it is a tombstone counts as one.
  case differs([ItemAttribute])
  /// The persistent reference is that of another row.
  case otherReference
  /// The row matches, but the lock state forbids to unwrap its key.
  case keyAway
  /// The row matches, but needs authentication.
  case authenticationNeeded
  /// A `kSecMatch…` key excludes it.
  case filteredOut
  /// The row will never decrypt again, so it counts as absent.
  case damaged
  /// The row is half an identity: there is no private key for the certificate, or no certificate for the key.
  case noOtherHalf
  /// The enclave did not answer.
  case unavailable
}

/// A keychain that can explain a search.
package protocol SearchExaminer: Sendable {
  /// The caller's access groups, in order.
  func accessGroups() throws(KeychainStatus) -> [String]
  func examine(_ query: ItemQuery) throws(KeychainStatus) -> SearchReport
}
