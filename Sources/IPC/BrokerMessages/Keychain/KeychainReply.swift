// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import KeychainBackup
package import KeychainModel
package import ProtectionModel
package import WireFormat

/// The replies about the keychain.
package enum KeychainReply: ReplyFamily {
  case added(ItemResult?)
  /// A part of the items. Several may follow each other; the last one says so.
  case items([ItemResult], BrokerReply.Part)
  case enclaveKey(EnclaveKey)
  /// ECDSA, in DER.
  case signature([UInt8])
  case secret(SecretData)
  case verification(StoreReport)
  case backupPart(BackupPart)
  case restored(RestoreCounts)
  /// Access groups, each once.
  case groups([String])
  case examined(SearchReport)
  case keychains(KeychainListing)
  /// The end of a channel to the enclave on which one key signs.
  case signer(HandedSocket)
  /// The first of the secrets that were asked for, as many as there is room for.
  case secrets([FoundSecret])
  case ownersChanges(UInt64)

  package enum Number: UInt16, Sendable, CaseIterable {
    case added = 0x0101
    case items = 0x0102
    case enclaveKey = 0x0103
    case signature = 0x0104
    case secret = 0x0105
    case signer = 0x0106
    case verification = 0x0107
    case backupPart = 0x0108
    case restored = 0x0109
    case groups = 0x010a
    case examined = 0x010b
    case keychains = 0x010c
    case secrets = 0x010d
    case ownersChanges = 0x010e
  }

  package var number: Number {
    switch self {
    case .added: .added
    case .items: .items
    case .enclaveKey: .enclaveKey
    case .signature: .signature
    case .secret: .secret
    case .verification: .verification
    case .backupPart: .backupPart
    case .restored: .restored
    case .groups: .groups
    case .examined: .examined
    case .keychains: .keychains
    case .signer: .signer
    case .secrets: .secrets
    case .ownersChanges: .ownersChanges
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .added(let item):
      try buffer.append(optional: item) { (buffer, item) throws(WireError) in try item.encode(into: &buffer) }
    case .items(let items, let part):
      try buffer.append(integer: part.rawValue)
      try buffer.append(integer: UInt32(items.count))
      for item in items { try item.encode(into: &buffer) }
    case .enclaveKey(let key): try buffer.append(enclaveKey: key)
    case .signature(let bytes): try buffer.append(counting: bytes.span, atMost: EnclaveKeyRequest.longestSignature)
    case .secret(let secret): try buffer.append(secret: secret)
    case .verification(let report): try report.encode(into: &buffer)
    case .backupPart(let part): try part.encode(into: &buffer)
    case .restored(let counts): try counts.encode(into: &buffer)
    case .groups(let groups):
      guard groups.count <= Int(UInt16.max) else { throw .badValue }
      try buffer.append(integer: UInt16(groups.count))
      for group in groups { try buffer.append(text: group, atMost: KeychainLimits.attribute) }
    case .examined(let report): try report.encode(into: &buffer)
    case .keychains(let listing): try listing.encode(into: &buffer)
    case .signer: break
    case .ownersChanges(let count): try buffer.append(integer: count)
    case .secrets(let found):
      guard found.count <= KeychainLimits.secretsAtOnce else { throw .badValue }
      try buffer.append(integer: UInt16(found.count))
      for secret in found {
        switch secret {
        case .success(let data): try buffer.append(secret: data)
        case .failure(let status):
          try buffer.append(secret: nil)
          try buffer.append(integer: UInt32(bitPattern: status.rawValue))
        }
      }
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .added:
      self = .added(
        try cursor.optional(in: message) { (cursor) throws(WireError) in try ItemResult(decoding: message, &cursor) })
    case .items:
      let part = try cursor.number(BrokerReply.Part.self, in: message)
      let items = try cursor.list(in: message) { (cursor) throws(WireError) in
        try ItemResult(decoding: message, &cursor)
      }
      self = .items(items, part)
    case .enclaveKey: self = .enclaveKey(try cursor.enclaveKey(in: message))
    case .signature:
      self = .signature(try cursor.countedBytes(atMost: EnclaveKeyRequest.longestSignature, in: message))
    case .secret:
      guard let secret = try cursor.secret(in: message) else { throw .badValue }
      self = .secret(secret)
    case .verification: self = .verification(try StoreReport(decoding: message, &cursor))
    case .backupPart: self = .backupPart(try BackupPart(decoding: message, &cursor))
    case .restored: self = .restored(try RestoreCounts(decoding: message, &cursor))
    case .groups:
      var groups: [String] = []
      for _ in 0..<(try cursor.integer(UInt16.self, in: message)) {
        groups.append(try cursor.text(atMost: KeychainLimits.attribute, in: message))
      }
      self = .groups(groups)
    case .examined: self = .examined(try SearchReport(decoding: message, &cursor))
    case .keychains: self = .keychains(try KeychainListing(decoding: message, &cursor))
    case .signer: self = .signer(HandedSocket(nil))
    case .ownersChanges: self = .ownersChanges(try cursor.integer(in: message))
    case .secrets:
      let count = Int(try cursor.integer(UInt16.self, in: message))
      guard count <= KeychainLimits.secretsAtOnce else { throw .badValue }
      var found: [FoundSecret] = []
      for _ in 0..<count { found.append(try Self.secret(&cursor, in: message)) }
      self = .secrets(found)
    }
  }

  private static func secret(
    _ cursor: inout WireCursor, in message: Span<UInt8>
  ) throws(WireError) -> FoundSecret {
    if let secret = try cursor.secret(in: message) { return .success(secret) }
    guard let status = KeychainStatus(rawValue: Int32(bitPattern: try cursor.integer(in: message))) else {
      throw .badValue
    }
    return .failure(status)
  }
}
