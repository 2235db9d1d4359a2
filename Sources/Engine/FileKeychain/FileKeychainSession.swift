// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
import KeychainStore

/// The file-based keychain as one caller sees it: the calls of the other keychain with the differences that macOS has.
package struct FileKeychainSession: KeychainService {
  private static let tries = 3

  let keychain: FileKeychain
  let caller: KeychainCaller
  let passwords: any KeychainPasswordSource

  package func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? {
    guard addition.itemClass != .identity else { throw .param }
    if keychain.condition == .absent { try create(addition.options.authentication) }
    let plain = FileRules.plain(addition)
    let added = try unlocking(plain.options.authentication) { (items) throws(KeychainStatus) in try items.add(plain) }
    return added.map(FileRules.asOfFile)
  }

  package func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] {
    let plain = FileRules.plain(query)
    return try found(plain).map(FileRules.asOfFile)
  }

  /// As many as `kSecMatchLimit` says, and without it one, which the other keychain does not do.
  package func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus) {
    for reference in try references(query) {
      let changes = FileRules.plain(changes, of: reference.itemClass)
      try unlocking(query.options.authentication) { (items) throws(KeychainStatus) in
        try items.update(ItemQuery(nil, persistentReference: reference), with: changes)
      }
    }
  }

  /// The same.
  package func delete(_ query: ItemQuery) throws(KeychainStatus) {
    for reference in try references(query) {
      try unlocking(query.options.authentication) { (items) throws(KeychainStatus) in
        try items.delete(ItemQuery(nil, persistentReference: reference))
      }
    }
  }

  // MARK: - Parts

  private func references(_ query: ItemQuery) throws(KeychainStatus) -> [PersistentReference] {
    var search = FileRules.plain(query)
    search.options.match = MatchFilters()
    search.options.returns = .persistentReference
    return try found(search).compactMap(\.persistentReference)
  }

  private func found(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] {
    guard keychain.condition != .absent else { throw .itemNotFound }
    return try unlocking(query.options.authentication) { (items) throws(KeychainStatus) in try items.find(query) }
  }

  /// Runs the body, again where it takes the password and the person gives it.
  private func unlocking<Result>(
    _ choice: AuthenticationChoice, _ body: (KeychainSession) throws(KeychainStatus) -> Result
  ) throws(KeychainStatus) -> Result {
    let items = try keychain.store().session(for: caller)
    do {
      return try body(items)
    } catch .interactionNotAllowed {
      guard keychain.condition == .locked else { throw .interactionNotAllowed }
      try unlock(choice)
      return try body(items)
    }
  }

  private func unlock(_ choice: AuthenticationChoice) throws(KeychainStatus) {
    guard choice.prompt != .skip else { throw .itemNotFound }
    for round in 0..<Self.tries {
      let password = try ask(round == 0 ? .unlock : .again, choice)
      do throws(PasswordRecord.Defect) {
        return try password.withSecret { (secret) throws(PasswordRecord.Defect) in try keychain.keys.unlock(secret) }
      } catch .wrongPassword {
        continue
      } catch {
        throw .notAvailable
      }
    }
    throw .authFailed
  }

  private func create(_ choice: AuthenticationChoice) throws(KeychainStatus) {
    let password = try ask(.new, choice)
    do {
      try password.withSecret { (secret) throws(PasswordRecord.Defect) in try keychain.keys.create(secret) }
    } catch {
      throw .notAvailable
    }
  }

  private func ask(
    _ occasion: KeychainPasswordOccasion, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> SecretData {
    guard choice.prompt == .allow else { throw .interactionNotAllowed }
    let password = try passwords.password(occasion, choice)
    guard password.count > 0 else { throw .authFailed }
    return password
  }
}
