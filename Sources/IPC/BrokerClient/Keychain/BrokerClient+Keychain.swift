// SPDX-License-Identifier: Apache-2.0
package import BrokerMessages
package import KeychainBackup
package import KeychainModel
package import PromptModel

extension BrokerClient: KeychainService, SearchExaminer {
  package func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? {
    guard case .keychain(.added(let item)) = try ask(.add(addition)) else { throw .internalError }
    return item
  }

  package func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] {
    guard case .keychain(.items(let items, _)) = try ask(.find(query)) else { throw .internalError }
    return items
  }

  package func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus) {
    guard case .done = try ask(.update(query, changes)) else { throw .internalError }
  }

  package func delete(_ query: ItemQuery) throws(KeychainStatus) {
    guard case .done = try ask(.delete(query)) else { throw .internalError }
  }

  package func change(_ changes: [KeychainChange]) throws(KeychainStatus) {
    guard case .done = try ask(.change(changes)) else { throw .internalError }
  }

  package func secrets(ofService service: String, _ accounts: [String]) throws(KeychainStatus) -> [FoundSecret] {
    guard case .keychain(.secrets(let found)) = try ask(.secrets(ofService: service, accounts)) else {
      throw .internalError
    }
    return found
  }

  /// The rows that a search would consider, without the search.
  package func examine(_ query: ItemQuery) throws(KeychainStatus) -> SearchReport {
    guard case .keychain(.examined(let report)) = try ask(.examine(query)) else { throw .internalError }
    return report
  }

  func ask(_ request: KeychainRequest) throws(KeychainStatus) -> BrokerReply {
    do { return try exchange(.keychain(request)) } catch { throw KeychainStatus(error) }
  }
}

// MARK: - The whole keychain

extension BrokerClient {
  /// The next part of a backup. For `bailey` only, as is restoring one.
  package func backup(
    _ scope: BackupScope, of keychain: KeychainName? = nil, after place: BackupPosition?, first: UInt64,
    _ key: BackupKey
  ) throws(BrokerClientError) -> BackupPart {
    let request = BackupRequest.part(scope, of: keychain, after: place, first: first, key: key)
    guard case .keychain(.backupPart(let part)) = try exchange(.keychain(.backup(request))) else {
      throw .unexpectedReply
    }
    return part
  }

  /// Permits that everybody's items are written or restored, once, where there is a passcode.
  package func permitBackup(
    _ use: BackupUse, _ key: BackupKey, provedAs number: QuestionNumber
  ) throws(BrokerClientError) {
    guard case .done = try exchange(.keychain(.backup(.permit(number, use, key: key)))) else { throw .unexpectedReply }
  }

  /// The access groups of the items in a backup's records.
  package func groups(
    of records: [[UInt8]], first: UInt64, _ key: BackupKey
  ) throws(BrokerClientError) -> [String] {
    let request = BackupRequest.groups(records, first: first, key: key)
    guard case .keychain(.groups(let groups)) = try exchange(.keychain(.backup(request))) else {
      throw .unexpectedReply
    }
    return groups
  }

  package func restore(
    _ scope: BackupScope, of keychain: KeychainName? = nil, _ records: [[UInt8]], first: UInt64, _ key: BackupKey
  ) throws(BrokerClientError) -> RestoreCounts {
    let request = BackupRequest.restore(scope, of: keychain, records, first: first, key: key)
    guard case .keychain(.restored(let counts)) = try exchange(.keychain(.backup(request))) else {
      throw .unexpectedReply
    }
    return counts
  }

  /// Looks at every item of a file-based keychain, or of the one under the lock state. For `bailey` only.
  package func verifyKeychain(_ name: KeychainName? = nil) throws(BrokerClientError) -> StoreReport {
    guard case .keychain(.verification(let report)) = try exchange(.keychain(.verify(name))) else {
      throw .unexpectedReply
    }
    return report
  }

  /// Removes items from the list of the lost ones, once the owner has been told of them. For `bailey` only.
  package func forgetLost(_ told: [LostItem], of name: KeychainName? = nil) throws(BrokerClientError) {
    guard case .done = try exchange(.keychain(.forgetLost(name, told))) else { throw .unexpectedReply }
  }

  // MARK: - The owner's view, for the console

  /// The passcode was given to the enclave under this number: until the next lock, and for five minutes, this process may
  /// see everybody's items.
  package func permitOwner(_ number: QuestionNumber) throws(BrokerClientError) {
    guard case .done = try exchange(.keychain(.owner(.permit(number)))) else { throw .unexpectedReply }
  }

  /// The attributes of all items of a class, and references to them.
  package func ownersItems(_ itemClass: ItemClass) throws(BrokerClientError) -> [ItemResult] {
    guard case .keychain(.items(let items, _)) = try exchange(.keychain(.owner(.list(itemClass)))) else {
      throw .unexpectedReply
    }
    return items
  }

  /// The secret of a password, or a certificate; nil for an item without one.
  package func revealToOwner(_ reference: PersistentReference) throws(BrokerClientError) -> SecretData? {
    guard case .keychain(.items(let items, _)) = try exchange(.keychain(.owner(.reveal(reference)))) else {
      throw .unexpectedReply
    }
    return items.first?.data
  }

  package func deleteForOwner(_ reference: PersistentReference) throws(BrokerClientError) {
    guard case .done = try exchange(.keychain(.owner(.delete(reference)))) else { throw .unexpectedReply }
  }

  /// A new password, among those of the command line.
  package func addForOwner(_ addition: ItemAddition) throws(BrokerClientError) {
    guard case .done = try exchange(.keychain(.owner(.add(addition)))) else { throw .unexpectedReply }
  }

  /// What a password is called, and its secret.
  package func changeForOwner(
    _ reference: PersistentReference, _ changes: ItemChanges
  ) throws(BrokerClientError) {
    guard case .done = try exchange(.keychain(.owner(.change(reference, changes)))) else { throw .unexpectedReply }
  }

  /// The count of the owner's changes to items of others, once it differs from `count` or the time is over. It answers
  /// `bailey-secrets` alone.
  package func ownersChanges(otherThan count: UInt64, seconds: UInt16) throws(BrokerClientError) -> UInt64 {
    let request = KeychainRequest.ownersChanges(otherThan: count, seconds: seconds)
    guard case .keychain(.ownersChanges(let count)) = try exchange(.keychain(request)) else { throw .unexpectedReply }
    return count
  }

  // MARK: - File-based keychains

  /// The list of keychains. For `bailey` only.
  package func keychainFiles() throws(KeychainStatus) -> KeychainListing {
    guard case .keychain(.keychains(let listing)) = try ask(.file(.list)) else { throw .internalError }
    return listing
  }

  /// Any request about file-based keychains that is answered with nothing more than that it was done.
  package func perform(_ request: KeychainFileRequest) throws(KeychainStatus) {
    guard case .done = try ask(.file(request)) else { throw .internalError }
  }
}

extension KeychainStatus {
  /// The status to which Apple maps failures of the connection to `securityd`.
  init(_ error: BrokerClientError) {
    switch error {
    case .refused(.keychain(let status)): self = status
    case .refused(.tooManyRequests), .unreachable, .closed: self = .notAvailable
    case .tooLarge: self = .param
    case .refused, .unexpectedReply: self = .internalError
    }
  }
}
