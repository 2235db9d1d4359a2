// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import KeychainModel
import WireFormat

/// What is asked of the keychain.
package enum KeychainRequest: Sendable {
  case add(ItemAddition)
  case find(ItemQuery)
  case update(ItemQuery, ItemChanges)
  case delete(ItemQuery)
  /// What a search would look at, without the search.
  case examine(ItemQuery)
  /// What is to be done with a key that never leaves the enclave.
  case enclaveKey(EnclaveKeyRequest)
  /// Looks at every item of everyone, in one file-based keychain or in the other one.
  case verify(KeychainName?)
  /// The person has been told that these are lost there.
  case forgetLost(KeychainName?, [LostItem])
  case backup(BackupRequest)
  /// What is asked about file-based keychains as a whole.
  case file(KeychainFileRequest)
  /// What the owner asks about everybody's items.
  case owner(OwnerRequest)

  package enum Number: UInt8, Sendable, CaseIterable {
    case add = 2
    case find = 3
    case update = 4
    case delete = 5
    case enclaveKey = 13
    case verify = 14
    case backup = 15
    case examine = 20
    case file = 22
    case forgetLost = 23
    case owner = 25
  }

  var number: Number {
    switch self {
    case .add: .add
    case .find: .find
    case .update: .update
    case .delete: .delete
    case .examine: .examine
    case .enclaveKey: .enclaveKey
    case .verify: .verify
    case .forgetLost: .forgetLost
    case .backup: .backup
    case .file: .file
    case .owner: .owner
    }
  }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
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
    }
  }

  init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
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
    }
  }
}
