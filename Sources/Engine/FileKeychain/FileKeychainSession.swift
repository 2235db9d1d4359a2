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

  private struct Found {
    let keychain: FileKeychain
    let item: ItemResult
  }

  package func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? {
    guard addition.itemClass != .identity else { throw .param }
    let target = try target.get()
    let plain = FileRules.plain(addition)
    var choice = plain.options.authentication
    if target.condition == .absent {
      let began = target.keys.now
      try target.create(try ask(target, .new, choice), since: began)
      // Locked again by now, it is not asked for what was typed a moment ago.
      choice = choice.withoutQuestion
    }
    let added = try unlocking(target, choice) { (items) throws(KeychainStatus) in
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
    for (keychain, reference) in try references(query) {
      let changes = FileRules.plain(changes, of: reference.itemClass)
      try unlocking(keychain, query.options.authentication) { (items) throws(KeychainStatus) in
        try items.update(ItemQuery(nil, persistentReference: reference), with: changes)
      }
    }
  }

  /// The same.
  package func delete(_ query: ItemQuery) throws(KeychainStatus) {
    for (keychain, reference) in try references(query) {
      try unlocking(keychain, query.options.authentication) { (items) throws(KeychainStatus) in
        try items.delete(ItemQuery(nil, persistentReference: reference))
      }
    }
  }

  // MARK: - Parts

  private func references(_ query: ItemQuery) throws(KeychainStatus) -> [(FileKeychain, PersistentReference)] {
    var search = FileRules.plain(query)
    search.options.match = MatchFilters()
    search.options.returns = .persistentReference
    return try found(search).compactMap { found in found.item.persistentReference.map { (found.keychain, $0) } }
  }

  /// One that is looked for may be in a keychain that comes after one which does not answer; all of them are not known
  /// then. Who refused one password, or was interrupted by a lock, is not asked for the next one.
  private func found(_ query: ItemQuery) throws(KeychainStatus) -> [Found] {
    var found: [Found] = []
    var failure: KeychainStatus?
    var choice = query.options.authentication
    for keychain in keychains where keychain.condition != .absent {
      guard let rest = query.limited(after: found.count) else { break }
      do throws(KeychainStatus) {
        let items = try unlocking(keychain, choice) { (items) throws(KeychainStatus) in
          try items.find(rest)
        }
        found += items.map { Found(keychain: keychain, item: $0) }
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
    _ keychain: FileKeychain, _ choice: AuthenticationChoice,
    _ body: (KeychainSession) throws(KeychainStatus) -> Result
  ) throws(KeychainStatus) -> Result {
    let items = try keychain.store().session(for: caller)
    do {
      return try body(items)
    } catch .interactionNotAllowed {
      guard keychain.condition == .locked else { throw .interactionNotAllowed }
      try unlock(keychain, choice)
      return try body(items)
    }
  }

  /// A password that somebody was asked for before a lock, and gave in that moment, opens nothing after it.
  private func unlock(_ keychain: FileKeychain, _ choice: AuthenticationChoice) throws(KeychainStatus) {
    guard choice.prompt != .skip else { throw .itemNotFound }
    let began = keychain.keys.now
    for round in 0..<Self.tries {
      let password = try ask(keychain, round == 0 ? .unlock : .again, choice)
      do throws(KeychainStatus) {
        return try keychain.unlock(password, since: began)
      } catch {
        guard error == .authFailed else { throw error }
      }
    }
    throw .authFailed
  }

  private func ask(
    _ keychain: FileKeychain, _ occasion: KeychainPasswordOccasion, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> SecretData {
    guard choice.prompt == .allow else { throw .interactionNotAllowed }
    let password = try passwords.password(of: keychain.name, occasion, choice)
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
