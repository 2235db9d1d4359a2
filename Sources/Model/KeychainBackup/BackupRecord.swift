// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
package import KeychainModel
import WireFormat

/// What one record of a backup is.
package enum BackupRecordKind: UInt8, Sendable, CaseIterable {
  /// An item that may be restored anywhere: all it says, and its data.
  case portable = 1
  /// An item of this device only: as it lies in the keychain, sealed with keys of this device.
  case deviceBound = 2
  /// The last one, with how many came before.
  case end = 3
  /// A file-based keychain, which all items are of that follow up to the next one.
  case keychain = 4
}

/// The sizes and the last record of a backup.
package enum BackupFormat {
  /// Of a sealed record: an item, its attributes and what is around them.
  package static let largestRecord = 2 << 20
  /// Their numbers are less than this.
  package static let mostRecords: UInt64 = 1 << 48
  /// Of file-based keychains: that of login, and those that are made.
  package static let mostKeychains = 65
  /// What follows a keychain's name and settings: how its password is looked at, and its master key.
  package static let keychainKeys = 112 + 32

  /// Whether a file from somebody else may ask so much of this machine: 1 GiB and 64 passes at most.
  package static func mayAsk(_ stretching: Argon2id.Parameters) -> Bool {
    stretching.memoryKiB <= 1 << 20 && stretching.passes <= 64
  }

  package static func end(after count: UInt64) -> [UInt8] {
    [BackupRecordKind.end.rawValue]
      + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) }
  }

  /// What an opened record is; the end is one after so many only.
  package static func judge(_ record: Span<UInt8>, number: UInt64) -> Judgement {
    guard record.count > 0, let kind = BackupRecordKind(rawValue: record[0]) else { return .none }
    switch kind {
    case .portable, .deviceBound: return .item
    case .keychain:
      var cursor = WireCursor(at: 1)
      guard let name = try? KeychainName(decoding: record, &cursor),
        (try? KeychainSettings(decoding: record, &cursor)) != nil, cursor.remaining(in: record) == keychainKeys
      else { return .none }
      return .keychain(name)
    case .end:
      let expected = end(after: number)
      return record.count == expected.count && record.indices.allSatisfy { record[$0] == expected[$0] } ? .end : .none
    }
  }

  package enum Judgement: Sendable, Equatable { case item, keychain(KeychainName), end, none }
}
