// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel
import ProtectionModel
import SQLiteDatabase

// MARK: - Identities

/// There is no such item: an identity is there when a private key and a certificate to it are.
extension KeychainStore {
  func findIdentities(
    _ search: ItemSearch, _ state: inout AuthenticationState
  ) throws(KeychainStatus) -> [ItemResult] {
    let selection = RowSelection(identities: search, try digests())
    var opener = IdentityOpener(search, keys, withKeyData: search.options.returns.wantsData(of: .key), state)
    return try find(search, selection, &opener, &state)
  }

  /// Certificates and keys that form identities, each once.
  func halves(
    _ search: ItemSearch, _ connection: DatabaseConnection, _ digests: LookupDigests,
    _ state: inout AuthenticationState, _ dead: inout [DeadRow]
  ) throws(KeychainStatus) -> [OpenedItem] {
    var opener = IdentityOpener(search, keys, withKeyData: true, state)
    var keys: [Int64: OpenedItem] = [:], certificates: [Int64: OpenedItem] = [:]
    try RowSelection(identities: search, digests).visit(connection) { (statement) throws(KeychainStatus) in
      let pair = try translating { () throws(DatabaseError) in try opener.row(statement) }
      guard let identity = try opener.open(pair) else { return true }
      keys[identity.key.row.id] = identity.key
      certificates[identity.certificate.row.id] = identity.certificate
      return true
    }
    state = opener.state
    dead += opener.dead
    return Array(certificates.values) + Array(keys.values)
  }

  // MARK: - Adding

  /// Both halves or none. One that is there already will do, but not both.
  func add(certificate: NewItem, key: NewItem) throws(KeychainStatus) -> (certificate: AddedItem, key: AddedItem) {
    let certificate = try prepare(certificate), key = try prepare(key)
    let digests = try digests()
    return try database.write { (connection) throws(KeychainStatus) in
      let writer = ItemWriter(connection, keys, digests)
      let first = try writer.insertUnlessThere(certificate)
      let second = try writer.insertUnlessThere(key)
      guard first.isNew || second.isNew else { throw .duplicateItem }
      return (first.item, second.item)
    }
  }
}

/// A private key and a certificate to it.
struct IdentityPair: FoundItem {
  let key: OpenedItem
  let certificate: OpenedItem

  /// Whether it is so by what the two say themselves.
  var belongsTogether: Bool {
    guard let label = key.contents.attributes[.applicationLabel]?.comparedBytes, !label.isEmpty else { return false }
    return label == certificate.contents.attributes[.publicKeyHash]?.comparedBytes
  }

  var examined: SecretData? { certificate.contents.data }

  func result(_ returns: ReturnSelection) -> ItemResult {
    ItemResult(key: key.result(returns), certificate: certificate.result(returns.union(.persistentReference)), returns)
  }
}

extension ItemResult {
  /// An identity's attributes are the key's, where the certificate has none of the name; its reference is the
  /// certificate's.
  init(key: ItemResult, certificate: ItemResult, _ returns: ReturnSelection) {
    var reference: PersistentReference?
    if returns.contains(.persistentReference), case .identifier(let bytes)? = certificate.persistentReference?.target {
      reference = PersistentReference(.identity, identifier: bytes)
    }
    let part = certificate.data.map { CertificatePart(attributes: certificate.attributes ?? [:], data: $0) }
    self.init(
      .identity, attributes: key.attributes?.merging(certificate.attributes ?? [:]) { _, other in other },
      data: key.data, certificate: part, persistentReference: reference)
  }
}

/// Opens pairs of rows for one search.
struct IdentityOpener: SelectionOpener {
  /// The key decides about synchronisation and accessibility.
  private var keys: RowOpener
  private var certificates: RowOpener

  init(_ search: ItemSearch, _ keys: any ClassKeyService, withKeyData: Bool, _ state: AuthenticationState) {
    self.keys = RowOpener(search.half(.key), keys, withData: withKeyData, state)
    certificates = RowOpener(search.half(.certificate), keys, withData: true, state)
  }

  var state: AuthenticationState { keys.state }
  var dead: [DeadRow] { keys.dead + certificates.dead }

  func row(_ statement: DatabaseStatement) throws(DatabaseError) -> StoredPair { try StoredPair(statement) }

  mutating func open(_ rows: StoredPair) throws(KeychainStatus) -> IdentityPair? {
    // Either half may have to be authenticated for; a key only with a certificate that is asked for.
    certificates.state = keys.state
    let certificate = try certificates.open(rows.certificate)
    keys.state = certificates.state
    guard let certificate, let key = try keys.open(rows.key) else { return nil }
    let pair = IdentityPair(key: key, certificate: certificate)
    return pair.belongsTogether ? pair : nil
  }
}
