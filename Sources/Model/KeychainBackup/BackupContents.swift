// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// What is in a backup, by the numbers of its records.
package struct BackupContents: Sendable {
  /// Items and file-based keychains.
  package private(set) var records = 0
  /// Each with the number of its own record.
  package private(set) var keychains: [(name: KeychainName, start: Int)] = []
  /// The last record was there.
  package private(set) var isWhole = false

  package init() {}

  /// Takes what the next record says when it is opened; false for one that cannot stand there.
  package mutating func add(_ record: Span<UInt8>) -> Bool {
    guard !isWhole else { return false }
    switch BackupFormat.judge(record, number: UInt64(records)) {
    case .none: return false
    case .end:
      isWhole = true
      return true
    case .item: break
    case .keychain(let name):
      guard keychains.count < BackupFormat.mostKeychains, !keychains.contains(where: { $0.name == name }) else {
        return false
      }
      keychains.append((name, records))
    }
    records += 1
    return true
  }

  package var items: Int { records - keychains.count }

  /// How many of these records are items.
  package func items(in records: Range<Int>) -> Int {
    records.count - keychains.count { records.contains($0.start) }
  }

  /// The keychain that a record is of, or nil for the one under the lock state.
  package func keychain(of record: Int) -> KeychainName? { keychains.last { $0.start <= record }?.name }
}
