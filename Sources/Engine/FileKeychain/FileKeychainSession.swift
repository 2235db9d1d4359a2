// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
import KeychainStore

/// File-based keychains as one caller sees them: the calls of the other keychain with the differences that macOS has.
package struct FileKeychainSession: KeychainService {
  private static let tries = 3

  /// Those that are searched, in their order.
  let keychains: [FileKeychain]
  /// Where new items go.
  let target: Result<FileKeychain, KeychainStatus>
  let caller: KeychainCaller
  let passwords: any KeychainPasswordSource

  /// A keychain in one call. What is locked after the call began is not asked for and not opened by it: the lock waits
  /// for the call.
  private struct Meant {
    let keychain: FileKeychain
    let began: PasswordKeys.Moment

    init(_ keychain: FileKeychain) {
      self.keychain = keychain
      began = keychain.keys.now
    }

    var isOvertaken: Bool { keychain.keys.now != began }
  }

  private struct Found {
    let meant: Meant
    let item: ItemResult
  }

  package func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? {
    guard addition.itemClass != .identity else { throw .param }
    let meant = Meant(try target.get())
    let plain = FileRules.plain(addition)
    let choice = plain.options.authentication
    if meant.keychain.condition == .absent {
      do throws(KeychainStatus) {
        try meant.keychain.create(try ask(meant, .new, choice), since: meant.began)
      } catch {
        // Another call made it meanwhile: what was typed here is not its password.
        throw error == .duplicateKeychain ? .authFailed : error
      }
    }
    let added = try unlocking(meant, choice) { (items) throws(KeychainStatus) in
      try items.add(plain)
    }
    return added.map(FileRules.asOfFile)
  }

  package func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] {
    let plain = FileRules.plain(query)
    return try found(plain).map { FileRules.asOfFile($0.item) }
  }

  /// As many as `kSecMatchLimit` says, and without it one, which the other keychain does not do.
  package func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus) {
    for (meant, reference) in try references(query) {
      let changes = FileRules.plain(changes, of: reference.itemClass)
      try unlocking(meant, query.options.authentication) { (items) throws(KeychainStatus) in
        try items.update(ItemQuery(nil, persistentReference: reference), with: changes)
      }
    }
  }

  /// The same.
  package func delete(_ query: ItemQuery) throws(KeychainStatus) {
    for (meant, reference) in try references(query) {
      try unlocking(meant, query.options.authentication) { (items) throws(KeychainStatus) in
        try items.delete(ItemQuery(nil, persistentReference: reference))
      }
    }
  }

  // MARK: - Parts

  private func references(_ query: ItemQuery) throws(KeychainStatus) -> [(Meant, PersistentReference)] {
    var search = FileRules.plain(query)
    search.options.match = MatchFilters()
    search.options.returns = .persistentReference
    return try found(search).compactMap { found in found.item.persistentReference.map { (found.meant, $0) } }
  }

  /// One that is looked for may be in a keychain that comes after one which does not answer; all of them are not known
  /// then. Who refused one password, or was interrupted by a lock, is not asked for the next one.
  private func found(_ query: ItemQuery) throws(KeychainStatus) -> [Found] {
    var found: [Found] = []
    var failure: KeychainStatus?
    var choice = query.options.authentication
    for meant in keychains.map(Meant.init) where meant.keychain.condition != .absent {
      guard let rest = query.limited(after: found.count) else { break }
      do throws(KeychainStatus) {
        let items = try unlocking(meant, choice) { (items) throws(KeychainStatus) in
          try items.find(rest)
        }
        found += items.map { Found(meant: meant, item: $0) }
      } catch {
        if error.endsQuestions { choice = choice.withoutQuestion }
        if error != .itemNotFound { failure = failure ?? error }
      }
    }
    if found.isEmpty { throw failure ?? .itemNotFound }
    if let failure, query.limited(after: found.count) != nil { throw failure }
    return found
  }

  /// Runs the body, again where it takes the password and the person gives it.
  private func unlocking<Result>(
    _ meant: Meant, _ choice: AuthenticationChoice,
    _ body: (KeychainSession) throws(KeychainStatus) -> Result
  ) throws(KeychainStatus) -> Result {
    let items = try meant.keychain.store().session(for: caller)
    do {
      return try body(items)
    } catch .interactionNotAllowed {
      guard meant.keychain.condition == .locked else { throw .interactionNotAllowed }
      try unlock(meant, choice)
      return try body(items)
    }
  }

  private func unlock(_ meant: Meant, _ choice: AuthenticationChoice) throws(KeychainStatus) {
    guard choice.prompt != .skip else { throw .itemNotFound }
    for round in 0..<Self.tries {
      let password = try ask(meant, round == 0 ? .unlock : .again, choice)
      do throws(KeychainStatus) {
        return try meant.keychain.unlock(password, since: meant.began)
      } catch {
        guard error == .authFailed else { throw error }
      }
    }
    throw .authFailed
  }

  private func ask(
    _ meant: Meant, _ occasion: KeychainPasswordOccasion, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> SecretData {
    guard choice.prompt == .allow, !meant.isOvertaken else { throw .interactionNotAllowed }
    let password = try passwords.password(of: meant.keychain.name, occasion, choice)
    guard password.count > 0 else { throw .authFailed }
    return password
  }
}

extension ItemQuery {
  /// What is left to look for when so many have been found; nil for nothing.
  fileprivate func limited(after count: Int) -> ItemQuery? {
    var rest = self
    switch options.limit {
    case .all: break
    case .one, nil: if count > 0 { return nil }
    case .count(let most):
      guard count < most || count == 0 else { return nil }
      rest.options.limit = .count(most - UInt32(count))
    }
    return rest
  }
}
