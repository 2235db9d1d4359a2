// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// The items and keychains in a backup, by the numbers of their records.
package struct BackupContents: Sendable {
  /// How many items and file-based keychains there are.
  package private(set) var records = 0
  /// The file-based keychains, each with the number of its record.
  package private(set) var keychains: [(name: KeychainName, start: Int)] = []
  /// The numbers of the records of passkeys.
  private var passkeyRecords: Set<Int> = []
  /// Whether the last record has been read.
  package private(set) var isWhole = false

  package init() {}

  /// Adds the next record. Returns false for a record that must not follow the ones before.
  package mutating func add(_ record: Span<UInt8>) -> Bool {
    guard !isWhole else { return false }
    switch BackupFormat.judge(record, number: UInt64(records)) {
    case .none: return false
    case .end:
      isWhole = true
      return true
    case .item: break
    case .passkey: passkeyRecords.insert(records)
    case .keychain(let name):
      guard keychains.count < BackupFormat.maximumKeychains, !keychains.contains(where: { $0.name == name }) else {
        return false
      }
      keychains.append((name, records))
    }
    records += 1
    return true
  }

  package var items: Int { records - keychains.count - passkeys }
  package var passkeys: Int { passkeyRecords.count }
  package func isPasskey(_ record: Int) -> Bool { passkeyRecords.contains(record) }

  /// The number of items among these records.
  package func items(in records: Range<Int>) -> Int {
    records.count - keychains.count { records.contains($0.start) } - passkeyRecords.count { records.contains($0) }
  }

  /// The file-based keychain that a record belongs to, or nil for the data protection keychain.
  package func keychain(of record: Int) -> KeychainName? { keychains.last { $0.start <= record }?.name }
}
