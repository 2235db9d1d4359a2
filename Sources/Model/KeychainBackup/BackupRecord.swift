// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
package import KeychainModel
import WireFormat

/// The kind of a backup's record.
package enum BackupRecordKind: UInt8, Sendable, CaseIterable {
  /// An item that may be restored anywhere, with its attributes and data.
  case portable = 1
  /// An item of this device only, as it is in the keychain, sealed with keys of this device.
  case deviceBound = 2
  /// The last record, which has the number of records before it.
  case end = 3
  /// A file-based keychain. The items that follow belong to it, up to the next record of this kind.
  case keychain = 4
  /// A passkey that may leave its device, whose private part the enclave has sealed for this backup.
  case passkey = 5
}

/// The sizes and the last record of a backup.
package enum BackupFormat {
  /// The maximum size of a sealed record: an item with its data, attributes and overhead.
  package static let largestRecord = 3 << 20
  /// The maximum number of records.
  package static let maximumRecords: UInt64 = 1 << 48
  /// The maximum number of file-based keychains: the login keychain and those that were created.
  package static let maximumKeychains = 65
  /// The size of what follows a keychain's name and settings: its password record and its master key.
  package static let keychainKeys = 112 + 32

  /// Whether a file may demand this much work for a derivation: at most 1 GiB of memory and 64 passes, because the file may
  /// be an attacker's.
  package static func mayAsk(_ stretching: Argon2id.Parameters) -> Bool {
    stretching.memoryKiB <= 1 << 20 && stretching.passes <= 64
  }

  package static func end(after count: UInt64) -> [UInt8] {
    [BackupRecordKind.end.rawValue]
      + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) }
  }

  /// The judgement of an opened record. The last record must have the number of records before it.
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
    case .passkey: return (try? BackupPasskey(decoding: record)) == nil ? .none : .passkey
    case .end:
      let expected = end(after: number)
      return record.count == expected.count && record.indices.allSatisfy { record[$0] == expected[$0] } ? .end : .none
    }
  }

  package enum Judgement: Sendable, Equatable { case item, keychain(KeychainName), passkey, end, none }
}
