// SPDX-License-Identifier: Apache-2.0

/// Which rows a search looks at and what becomes of each, without the search itself: for developers who wonder why
/// something is not found. It names rows by their numbers and attributes by their names, and holds no value of either.
package struct SearchReport: Sendable, Equatable {
  /// Of the caller, as the search uses them.
  package let groups: [String]
  /// In the order in which a search goes through them; those of other callers are none of it.
  package let rows: [RowVerdict]
  /// Rows beyond the largest number there may be in a report.
  package let unlisted: Int

  package static let mostRows = 256

  package init(groups: [String], rows: [RowVerdict], unlisted: Int) {
    self.groups = groups
    self.rows = rows
    self.unlisted = unlisted
  }
}

extension SearchReport {
  /// Rows that are an answer.
  package var taken: Int { rows.count { $0.outcome == .taken } }
  package var keysAway: Int { rows.count { $0.outcome == .keyAway } }
  package var waiting: Int { rows.count { $0.outcome == .authenticationNeeded } }
  /// Rows that are meant, whether they can be read or not.
  package var matching: Int {
    rows.count { [.taken, .beyondLimit, .keyAway, .authenticationNeeded].contains($0.outcome) }
  }
}

/// What becomes of one row.
package struct RowVerdict: Sendable, Equatable {
  package let itemClass: ItemClass
  package let row: Int64
  /// Its place in the caller's list.
  package let group: Int
  /// Nil where the row does not say so in the way it must.
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

/// Whether a row is an answer, and why not.
package enum RowOutcome: Sendable, Equatable {
  case taken
  /// It would be, had not others filled the limit already.
  case beyondLimit
  /// These attributes are not as the search wants them; a tombstone counts as one that differs.
  case differs([ItemAttribute])
  /// The persistent reference is that of another row.
  case otherReference
  /// It matches, and the lock state keeps its key away.
  case keyAway
  /// It matches, and the person must be asked first.
  case authenticationNeeded
  /// A `kSecMatch…` key leaves it out.
  case filteredOut
  /// It cannot be decrypted any more: as good as absent.
  case damaged
  /// Half an identity: there is no private key to the certificate, or no certificate to the key.
  case noOtherHalf
  /// The enclave did not answer.
  case unavailable
}

/// Who can say what a search would look at.
package protocol SearchExaminer: Sendable {
  /// Of whoever asks, in order.
  func accessGroups() throws(KeychainStatus) -> [String]
  func examine(_ query: ItemQuery) throws(KeychainStatus) -> SearchReport
}
