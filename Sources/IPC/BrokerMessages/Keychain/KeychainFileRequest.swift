// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import KeychainModel
import WireFormat

/// The requests about file-based keychains as a whole.
package enum KeychainFileRequest: Sendable {
  case list
  case create(KeychainName, SecretData)
  case delete(KeychainName)
  case unlock(KeychainName, SecretData)
  /// Locks a keychain, or all of them where none is named.
  case lock(KeychainName?)
  case setPassword(KeychainName, from: SecretData, to: SecretData)
  case setSettings(KeychainName, KeychainSettings)
  /// Sets where new items go; nil takes back what was said.
  case setStandard(KeychainKind?)
  case setSearched([KeychainKind]?)

  /// The permanent numbers of requests for files.
  private enum Number: UInt8, CaseIterable {
    case list = 1
    case create = 2
    case delete = 3
    case unlock = 4
    case lock = 5
    case setPassword = 6
    case setSettings = 7
    case setStandard = 8
    case setSearched = 9
  }

  private var number: Number {
    switch self {
    case .list: .list
    case .create: .create
    case .delete: .delete
    case .unlock: .unlock
    case .lock: .lock
    case .setPassword: .setPassword
    case .setSettings: .setSettings
    case .setStandard: .setStandard
    case .setSearched: .setSearched
    }
  }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: number.rawValue)
    switch self {
    case .list: break
    case .create(let name, let password), .unlock(let name, let password):
      try name.encode(into: &buffer)
      try buffer.append(secret: password)
    case .delete(let name): try name.encode(into: &buffer)
    case .lock(let name): try buffer.append(keychain: name)
    case .setPassword(let name, let old, let new):
      try name.encode(into: &buffer)
      try buffer.append(secret: old)
      try buffer.append(secret: new)
    case .setSettings(let name, let settings):
      try name.encode(into: &buffer)
      try settings.encode(into: &buffer)
    case .setStandard(let kind): try buffer.append(kinds: kind.map { [$0] })
    case .setSearched(let kinds): try buffer.append(kinds: kinds)
    }
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    switch try cursor.number(Number.self, in: message) {
    case .list: self = .list
    case .create:
      let name = try KeychainName(decoding: message, &cursor)
      self = .create(name, try cursor.password(in: message))
    case .delete: self = .delete(try KeychainName(decoding: message, &cursor))
    case .unlock:
      let name = try KeychainName(decoding: message, &cursor)
      self = .unlock(name, try cursor.password(in: message))
    case .lock: self = .lock(try cursor.keychain(in: message))
    case .setPassword:
      let name = try KeychainName(decoding: message, &cursor)
      let old = try cursor.password(in: message)
      self = .setPassword(name, from: old, to: try cursor.password(in: message))
    case .setSettings:
      let name = try KeychainName(decoding: message, &cursor)
      self = .setSettings(name, try KeychainSettings(decoding: message, &cursor))
    case .setStandard:
      let kinds = try cursor.kinds(in: message)
      guard (kinds?.count ?? 1) == 1 else { throw .badValue }
      self = .setStandard(kinds?.first)
    case .setSearched: self = .setSearched(try cursor.kinds(in: message))
    }
  }
}

// MARK: - Parts

extension KeychainListing {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    guard entries.count <= BrokerProtocol.maximumKeychains else { throw .badValue }
    try buffer.append(integer: UInt16(entries.count))
    for entry in entries {
      try entry.name.encode(into: &buffer)
      try buffer.append(integer: entry.condition.rawValue)
      try entry.settings.encode(into: &buffer)
    }
    try buffer.append(kinds: standard.map { [$0] })
    try buffer.append(kinds: searched)
    try buffer.append(integer: extent.rawValue)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let count = Int(try cursor.integer(UInt16.self, in: message))
    guard count <= BrokerProtocol.maximumKeychains else { throw .badValue }
    var entries: [Entry] = []
    for _ in 0..<count {
      let name = try KeychainName(decoding: message, &cursor)
      let condition = try cursor.number(KeychainCondition.self, in: message)
      entries.append(Entry(name, condition, try KeychainSettings(decoding: message, &cursor)))
    }
    let standard = try cursor.kinds(in: message)
    guard (standard?.count ?? 1) == 1 else { throw .badValue }
    let searched = try cursor.kinds(in: message)
    self.init(entries, standard: standard?.first, searched: searched, extent: try cursor.number(in: message))
  }
}

extension WireBuffer {
  /// A file-based one, or the one under the lock state.
  mutating func append(keychain name: KeychainName?) throws(WireError) {
    try append(optional: name) { (buffer, name) throws(WireError) in try name.encode(into: &buffer) }
  }

  fileprivate mutating func append(kinds: [KeychainKind]?) throws(WireError) {
    try append(optional: kinds) { (buffer, kinds) throws(WireError) in
      guard kinds.count <= BrokerProtocol.maximumKeychains else { throw .badValue }
      try buffer.append(integer: UInt16(kinds.count))
      for kind in kinds { try kind.encode(into: &buffer) }
    }
  }
}

extension WireCursor {
  mutating func keychain(in message: Span<UInt8>) throws(WireError) -> KeychainName? {
    try optional(in: message) { (cursor) throws(WireError) in try KeychainName(decoding: message, &cursor) }
  }

  fileprivate mutating func kinds(in message: Span<UInt8>) throws(WireError) -> [KeychainKind]? {
    try optional(in: message) { (cursor) throws(WireError) in
      let count = Int(try cursor.integer(UInt16.self, in: message))
      guard count <= BrokerProtocol.maximumKeychains else { throw .badValue }
      var kinds: [KeychainKind] = []
      for _ in 0..<count { kinds.append(try KeychainKind(decoding: message, &cursor)) }
      return kinds
    }
  }

  fileprivate mutating func password(in message: Span<UInt8>) throws(WireError) -> SecretData {
    guard let password = try secret(in: message) else { throw .badValue }
    return password
  }
}
