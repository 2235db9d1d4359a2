// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import KeychainModel
import ProtectionModel
package import WireFormat

/// The requests for the keychain.
package enum KeychainRequest: RequestFamily {
  case add(ItemAddition)
  case find(ItemQuery)
  case update(ItemQuery, ItemChanges)
  case delete(ItemQuery)
  /// The examination of a search: the rows that it would consider.
  case examine(ItemQuery)
  /// An operation with a key that never leaves the enclave.
  case enclaveKey(EnclaveKeyRequest)
  /// Looks at every item of everyone, in one file-based keychain or in the other one.
  case verify(KeychainName?)
  /// The person has been told that these are lost there.
  case forgetLost(KeychainName?, [LostItem])
  case backup(BackupRequest)
  /// A request about file-based keychains as a whole.
  case file(KeychainFileRequest)
  /// A request of the owner for everybody's items.
  case owner(OwnerRequest)
  /// The secrets of several generic passwords of one service: for `bailey-secrets`, which is asked for many at once.
  case secrets(ofService: String, [String])
  /// All of these, or none: for `bailey-secrets`, of whose items each is two.
  case change([KeychainChange])
  /// A count as soon as it is another than this, or when the time is over: it changes whenever the owner has changed, deleted or
  /// restored items. For `bailey-secrets`, which knows what its own are called.
  case ownersChanges(otherThan: UInt64, seconds: UInt16)

  /// The numbers of requests, permanent, each in its family.
  package enum Number: UInt16, Sendable, CaseIterable {
    case add = 0x0101
    case find = 0x0102
    case update = 0x0103
    case delete = 0x0104
    case examine = 0x0105
    case enclaveKey = 0x0106
    case verify = 0x0107
    case forgetLost = 0x0108
    case backup = 0x0109
    case file = 0x010a
    case owner = 0x010b
    case secrets = 0x010c
    case change = 0x010d
    case ownersChanges = 0x010e
  }

  /// The family's table.
  package var row: RequestRow<Number> {
    switch self {
    // Items have the lock state in their keys.
    case .add: RequestRow(.add, .keepers, .often, .onceStored)
    case .find: RequestRow(.find, .keepers, .often, .again)
    case .update: RequestRow(.update, .keepers, .often, .onceStored)
    case .delete: RequestRow(.delete, .keepers, .often, .onceStored)
    case .examine: RequestRow(.examine, .programs, .often, .again)
    // It may ask the person, who is not asked twice.
    case .enclaveKey: RequestRow(.enclaveKey, .programs, .often, .once)
    case .verify: RequestRow(.verify, .commandLine, .rarely, .again)
    case .forgetLost: RequestRow(.forgetLost, .commandLine, .rarely, .once, operation: .forgetLostItems)
    case .backup(.permit): RequestRow(.backup, .commandLine, .often, .once, operation: .backUpItems)
    // With a permit, which a lock takes away.
    case .backup: RequestRow(.backup, .commandLine, .often, .once)
    case .file(.setStandard), .file(.setSearched):
      RequestRow(.file, .commandLine, .often, .once, operation: .arrangeKeychains)
    // A file-based keychain has a password of its own.
    case .file: RequestRow(.file, .commandLine, .often, .once)
    case .owner(.permit): RequestRow(.owner, .console, .often, .once, operation: .seePasswords)
    // With a permit, as above.
    case .owner(.list), .owner(.reveal): RequestRow(.owner, .console, .often, .again)
    case .owner(.delete), .owner(.add), .owner(.change): RequestRow(.owner, .console, .often, .once)
    case .secrets: RequestRow(.secrets, .secrets, .often, .again)
    case .change: RequestRow(.change, .secrets, .often, .onceStored)
    case .ownersChanges: RequestRow(.ownersChanges, .secrets, .often, .again)
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .add(let addition): try addition.encode(into: &buffer)
    case .find(let query), .delete(let query), .examine(let query): try query.encode(into: &buffer)
    case .update(let query, let changes):
      try query.encode(into: &buffer)
      try changes.encode(into: &buffer)
    case .enclaveKey(let request): try request.encode(into: &buffer)
    case .verify(let name): try buffer.append(keychain: name)
    case .forgetLost(let name, let items):
      try buffer.append(keychain: name)
      try buffer.append(lost: items)
    case .backup(let request): try request.encode(into: &buffer)
    case .file(let request): try request.encode(into: &buffer)
    case .owner(let request): try request.encode(into: &buffer)
    case .secrets(let service, let accounts):
      guard (1...KeychainLimits.secretsAtOnce).contains(accounts.count) else { throw .badValue }
      try buffer.append(text: service, atMost: KeychainLimits.attribute)
      try buffer.append(integer: UInt16(accounts.count))
      for account in accounts { try buffer.append(text: account, atMost: KeychainLimits.attribute) }
    case .change(let changes):
      guard (1...KeychainLimits.changesAtOnce).contains(changes.count) else { throw .badValue }
      try buffer.append(integer: UInt8(changes.count))
      for change in changes { try change.encode(into: &buffer) }
    case .ownersChanges(let count, let seconds):
      try buffer.append(integer: count)
      try buffer.append(integer: seconds)
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .add: self = .add(try ItemAddition(decoding: message, &cursor))
    case .find: self = .find(try ItemQuery(decoding: message, &cursor))
    case .update:
      let query = try ItemQuery(decoding: message, &cursor)
      self = .update(query, try ItemChanges(decoding: message, &cursor))
    case .delete: self = .delete(try ItemQuery(decoding: message, &cursor))
    case .examine: self = .examine(try ItemQuery(decoding: message, &cursor))
    case .enclaveKey: self = .enclaveKey(try EnclaveKeyRequest(decoding: message, &cursor))
    case .verify: self = .verify(try cursor.keychain(in: message))
    case .forgetLost:
      let name = try cursor.keychain(in: message)
      self = .forgetLost(name, try cursor.lostItems(in: message))
    case .backup: self = .backup(try BackupRequest(decoding: message, &cursor))
    case .file: self = .file(try KeychainFileRequest(decoding: message, &cursor))
    case .owner: self = .owner(try OwnerRequest(decoding: message, &cursor))
    case .secrets:
      let service = try cursor.text(atMost: KeychainLimits.attribute, in: message)
      let count = Int(try cursor.integer(UInt16.self, in: message))
      guard (1...KeychainLimits.secretsAtOnce).contains(count) else { throw .badValue }
      var accounts: [String] = []
      for _ in 0..<count { accounts.append(try cursor.text(atMost: KeychainLimits.attribute, in: message)) }
      self = .secrets(ofService: service, accounts)
    case .change:
      let count = Int(try cursor.byte(in: message))
      guard (1...KeychainLimits.changesAtOnce).contains(count) else { throw .badValue }
      var changes: [KeychainChange] = []
      for _ in 0..<count { changes.append(try KeychainChange(decoding: message, &cursor)) }
      self = .change(changes)
    case .ownersChanges:
      let count = try cursor.integer(UInt64.self, in: message)
      self = .ownersChanges(otherThan: count, seconds: try cursor.integer(in: message))
    }
  }
}
