// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel
import ProtectionModel
import SQLiteDatabase

// MARK: - Identities

/// Identities are not stored as such: a private key and a certificate for it make one.
extension KeychainStore {
  func findIdentities(
    _ search: ItemSearch, _ state: inout AuthenticationState, _ page: inout ItemPage
  ) throws(KeychainStatus) -> [ItemResult] {
    let selection = RowSelection(identities: search, try digests())
    var opener = IdentityOpener(search, keys, withKeyData: search.options.returns.wantsData(of: .key), state)
    return try find(search, selection, &opener, &state, &page)
  }

  /// The certificates and keys that form the identities found, each once.
  func halves(
    _ search: ItemSearch, _ connection: DatabaseConnection, _ digests: LookupDigests,
    _ state: inout AuthenticationState, _ unrecoverable: inout [UnrecoverableRow]
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
    unrecoverable += opener.unrecoverable
    return Array(certificates.values) + Array(keys.values)
  }

  // MARK: - Adding

  /// Stores both halves or none. One of them may be in the keychain already, but not both.
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

/// A private key and a certificate for it.
struct IdentityPair: FoundItem {
  let key: OpenedItem
  let certificate: OpenedItem

  /// Whether the sealed attributes say that the two belong together. The columns that joined them are not authenticated.
  var belongsTogether: Bool {
    guard let label = key.contents.attributes[.applicationLabel]?.comparedBytes, !label.isEmpty else { return false }
    return label == certificate.contents.attributes[.publicKeyHash]?.comparedBytes
  }

  var examined: SecretData? { certificate.contents.data }

  func result(_ returns: ReturnSelection) -> ItemResult {
    ItemResult(key: key.result(returns), certificate: certificate.result(returns.union(.persistentReference)), returns)
  }
}

/// Opens pairs of rows for one search.
struct IdentityOpener: SelectionOpener {
  /// Synchronisation and accessibility select by the key.
  private var keys: RowOpener
  private var certificates: RowOpener

  init(_ search: ItemSearch, _ keys: any ClassKeyService, withKeyData: Bool, _ state: AuthenticationState) {
    self.keys = RowOpener(search.half(.key), keys, withData: withKeyData, state)
    certificates = RowOpener(search.half(.certificate), keys, withData: true, state)
  }

  var state: AuthenticationState { keys.state }
  var unrecoverable: [UnrecoverableRow] { keys.unrecoverable + certificates.unrecoverable }

  func row(_ statement: DatabaseStatement) throws(DatabaseError) -> StoredPair { try StoredPair(statement) }

  func place(_ statement: DatabaseStatement) throws(DatabaseError) -> ItemPage.Place {
    ItemPage.Place(row: try statement.integer(0), otherRow: try statement.integer(StoredRow.columnCount))
  }

  func size(_ statement: DatabaseStatement) -> Int {
    StoredRow.size(statement) + StoredRow.size(statement, from: StoredRow.columnCount)
  }

  mutating func open(_ rows: StoredPair) throws(KeychainStatus) -> IdentityPair? {
    // Either half may need authentication. The key is opened only if its certificate matches, so that nobody is asked
    // for a key that is not wanted.
    certificates.state = keys.state
    let certificate = try certificates.open(rows.certificate)
    keys.state = certificates.state
    guard let certificate, let key = try keys.open(rows.key) else { return nil }
    let pair = IdentityPair(key: key, certificate: certificate)
    return pair.belongsTogether ? pair : nil
  }
}
