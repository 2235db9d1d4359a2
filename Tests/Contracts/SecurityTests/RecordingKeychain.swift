// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import Threads

/// A keychain that notes what it is asked for and answers what it was told to.
final class RecordingKeychain: KeychainService {
  private struct Notes {
    var queries: [ItemQuery] = []
    var additions: [ItemAddition] = []
    var changes: [ItemChanges] = []
  }

  private let notes = Locked(Notes())
  private let answer: Result<[ItemResult], KeychainStatus>

  init(_ answer: Result<[ItemResult], KeychainStatus> = .success([])) { self.answer = answer }

  var query: ItemQuery? { notes.withLock { $0.queries.last } }
  var addition: ItemAddition? { notes.withLock { $0.additions.last } }
  var changes: ItemChanges? { notes.withLock { $0.changes.last } }

  func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? {
    notes.withLock { $0.additions.append(addition) }
    return try refusing(addition.options.defect).first
  }

  func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] {
    notes.withLock { $0.queries.append(query) }
    return try refusing(query.options.defect)
  }

  func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus) {
    notes.withLock {
      $0.queries.append(query)
      $0.changes.append(changes)
    }
    _ = try refusing(query.options.defect ?? changes.defect)
  }

  func delete(_ query: ItemQuery) throws(KeychainStatus) {
    notes.withLock { $0.queries.append(query) }
    _ = try refusing(query.options.defect)
  }

  private func refusing(_ defect: KeychainStatus?) throws(KeychainStatus) -> [ItemResult] {
    if let defect { throw defect }
    return try answer.get()
  }
}
