// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
import SecretServiceModel
import WireFormat

/// Collections and items as the keychain has them, in the group of this service, which no app can name.
///
/// An item is two of the keychain's: what it is called and found by, readable after the first unlock, and its secret, of the
/// item's class. Both are written in one transaction. One without a secret, which versions before left where they were killed in
/// between, was never acknowledged, and goes when somebody reads it.
package struct KeychainSecrets: Sendable {
  struct Item {
    let number: UInt64
    let collection: PathElement
    let record: ItemRecord
  }

  private let keychain: any KeychainService

  package init(_ keychain: any KeychainService) { self.keychain = keychain }

  // MARK: - What is there

  func collections() throws(SecretFailure) -> [(name: PathElement, record: CollectionRecord)] {
    try all(.collection).compactMap { account, bytes in
      guard let name = PathElement(account), let record = try? CollectionRecord(decoding: bytes.span) else {
        return nil
      }
      return (name, record)
    }
  }

  func items() throws(SecretFailure) -> [Item] {
    try all(.item).compactMap { account, bytes in
      let parts = account.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let collection = PathElement(parts[0]), let number = UInt64(parts[1]),
        let record = try? ItemRecord(decoding: bytes.span)
      else { return nil }
      return Item(number: number, collection: collection, record: record)
    }
  }

  private func all(_ kind: KeptKind) throws(SecretFailure) -> [(account: String, record: [UInt8])] {
    let options = RequestOptions(returns: .attributes, limit: .all)
    let query = ItemQuery(.genericPassword, [.service: .string(kind.rawValue)], options: options)
    let found: [ItemResult]
    do throws(KeychainStatus) { found = try keychain.find(query) } catch .itemNotFound { return [] } catch {
      throw SecretFailure(error)
    }
    return found.compactMap { item in
      guard let account = item.attributes?[.account]?.string, let record = item.attributes?[.generic]?.data else {
        return nil
      }
      return (account, record)
    }
  }

  // MARK: - Collections

  /// Adds it, or puts it in the place of the one with its name.
  func save(_ record: CollectionRecord, _ name: PathElement) throws(SecretFailure) {
    let bytes = try encoded(record.encoded)
    do throws(SecretFailure) {
      try update(.collection, name.text, ItemChanges([.generic: .data(bytes), .label: .string(record.label)]))
    } catch .noSuchObject {
      try add(.collection, name.text, .afterFirstUnlock, [.generic: .data(bytes), .label: .string(record.label)], nil)
    }
  }

  func removeCollection(_ name: PathElement) throws(SecretFailure) { try remove(.collection, name.text) }

  // MARK: - Items

  func add(_ item: Item, _ content: SecretContent) throws(SecretFailure) {
    let account = Self.account(item.number, item.collection)
    let bytes = try encoded(item.record.encoded)
    let attributes: ItemAttributes = [.generic: .data(bytes), .label: .string(item.record.label)]
    try make([
      .add(Self.addition(.item, account, .afterFirstUnlock, attributes, nil)),
      .add(Self.addition(.secret, account, item.record.secretClass, [:], content.encoded())),
    ])
  }

  /// What it is called and found by; its secret too where there is another, or its class changes.
  func change(_ item: Item, classWas: SecretClass, _ content: SecretContent? = nil) throws(SecretFailure) {
    let account = Self.account(item.number, item.collection)
    let secretClass = item.record.secretClass
    let bytes = try encoded(item.record.encoded)
    let named = ItemChanges([.generic: .data(bytes), .label: .string(item.record.label)])
    guard content != nil || classWas != secretClass else { return try update(.item, account, named) }
    let sealed = ItemChanges(
      [.accessible: .string(secretClass.accessibility.rawValue)], data: content.map { $0.encoded() })
    do throws(SecretFailure) {
      try make([.update(Self.query(.secret, account), sealed), .update(Self.query(.item, account), named)])
    } catch .noSuchObject {
      guard let content else { throw .noSuchObject }
      try make([
        .add(Self.addition(.secret, account, secretClass, [:], content.encoded())),
        .update(Self.query(.item, account), named),
      ])
    }
  }

  /// A stored item's place.
  struct Place {
    let number: UInt64
    let collection: PathElement
  }

  /// Reads secrets, in the order of the places, each with its secret or why it is not had.
  func secrets(of places: [Place]) throws(SecretFailure) -> [Result<SecretContent, SecretFailure>] {
    let accounts = places.map { Self.account($0.number, $0.collection) }
    var found: [Result<SecretContent, SecretFailure>] = []
    while found.count < accounts.count {
      let asked = Array(accounts[found.count...].prefix(KeychainLimits.secretsAtOnce))
      let part: [FoundSecret]
      do throws(KeychainStatus) { part = try keychain.secrets(ofService: KeptKind.secret.rawValue, asked) } catch {
        throw SecretFailure(error)
      }
      guard (1...asked.count).contains(part.count) else { throw .failed }
      for secret in part {
        found.append(
          Result { () throws(SecretFailure) in
            let data: SecretData
            do throws(KeychainStatus) { data = try secret.get() } catch { throw SecretFailure(error) }
            guard let content = try? SecretContent(decoding: data) else { throw .failed }
            return content
          })
      }
    }
    return found
  }

  /// Removes an item in its two halves. Where only one half is there, the secret first: nothing that was deleted stays
  /// where nobody finds it.
  func removeItem(_ number: UInt64, in collection: PathElement) throws(SecretFailure) {
    let account = Self.account(number, collection)
    do throws(SecretFailure) {
      try make([.delete(Self.query(.secret, account)), .delete(Self.query(.item, account))])
    } catch .noSuchObject {
      do throws(SecretFailure) { try remove(.secret, account) } catch .noSuchObject {}
      do throws(SecretFailure) { try remove(.item, account) } catch .noSuchObject {}
    }
  }

  // MARK: - Permissions

  func permissions() throws(SecretFailure) -> [ReadPermission] {
    try all(.permission).compactMap { _, bytes in try? ReadPermission(decoding: bytes.span) }
  }

  func save(_ permission: ReadPermission) throws(SecretFailure) {
    let bytes = try encoded(permission.encoded)
    let account = Self.account(permission)
    do throws(SecretFailure) { try remove(.permission, account) } catch .noSuchObject {}
    try add(.permission, account, .afterFirstUnlock, [.generic: .data(bytes)], nil)
  }

  func remove(_ permission: ReadPermission) throws(SecretFailure) { try remove(.permission, Self.account(permission)) }

  private static func account(_ permission: ReadPermission) -> String {
    (permission.key.reader + permission.key.owner).map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }

  // MARK: - The keychain

  private static func addition(
    _ kind: KeptKind, _ account: String, _ secretClass: SecretClass, _ more: ItemAttributes, _ data: SecretData?
  ) -> ItemAddition {
    var attributes = more
    attributes[.service] = .string(kind.rawValue)
    attributes[.account] = .string(account)
    attributes[.accessible] = .string(secretClass.accessibility.rawValue)
    return ItemAddition(.genericPassword, attributes, data: data)
  }

  private func make(_ changes: [KeychainChange]) throws(SecretFailure) {
    do throws(KeychainStatus) { try keychain.change(changes) } catch { throw SecretFailure(error) }
  }

  private func add(
    _ kind: KeptKind, _ account: String, _ secretClass: SecretClass, _ more: ItemAttributes, _ data: SecretData?
  ) throws(SecretFailure) {
    do throws(KeychainStatus) {
      _ = try keychain.add(Self.addition(kind, account, secretClass, more, data))
    } catch { throw SecretFailure(error) }
  }

  private func update(_ kind: KeptKind, _ account: String, _ changes: ItemChanges) throws(SecretFailure) {
    do throws(KeychainStatus) {
      try keychain.update(Self.query(kind, account), with: changes)
    } catch { throw SecretFailure(error) }
  }

  private func remove(_ kind: KeptKind, _ account: String) throws(SecretFailure) {
    do throws(KeychainStatus) { try keychain.delete(Self.query(kind, account)) } catch { throw SecretFailure(error) }
  }

  private static func query(_ kind: KeptKind, _ account: String, returns: ReturnSelection = []) -> ItemQuery {
    ItemQuery(
      .genericPassword, [.service: .string(kind.rawValue), .account: .string(account)],
      options: RequestOptions(returns: returns))
  }

  private static func account(_ number: UInt64, _ collection: PathElement) -> String { "\(collection.text)/\(number)" }

  private func encoded(_ encode: () throws(WireError) -> [UInt8]) throws(SecretFailure) -> [UInt8] {
    do throws(WireError) { return try encode() } catch { throw .invalidArguments }
  }
}

extension SecretFailure {
  init(_ status: KeychainStatus) {
    switch status {
    case .interactionNotAllowed, .authFailed: self = .isLocked
    case .itemNotFound: self = .noSuchObject
    case .notAvailable: self = .unavailable
    case .param: self = .invalidArguments
    default: self = .failed
    }
  }
}
