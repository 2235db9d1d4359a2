// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
import KeychainStore

/// File-based keychains as one caller sees them. Calls behave as on macOS, where they differ from those of the data
/// protection keychain.
package struct FileKeychainSession: PagedKeychain {
  private static let tries = 3

  /// The keychains that are searched, in their order.
  let keychains: [FileKeychain]
  /// The keychain that new items are added to.
  let target: Result<FileKeychain, KeychainStatus>
  let caller: KeychainCaller
  let passwords: any KeychainPasswordSource

  /// A keychain and the moment at which a call began to use it. If the keychain is locked after that, the call neither
  /// asks for its password nor opens it, because the lock waits for the call to end.
  private struct KeychainInCall {
    let keychain: FileKeychain
    let began: PasswordKeys.Moment

    init(_ keychain: FileKeychain) {
      self.keychain = keychain
      began = keychain.keys.now
    }

    var isOvertaken: Bool { keychain.keys.now != began }
  }

  private struct Found {
    let origin: KeychainInCall
    let item: ItemResult
  }

  package func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? {
    guard addition.itemClass != .identity else { throw .param }
    let used = KeychainInCall(try target.get())
    let plain = FileRules.plain(addition)
    let choice = plain.options.authentication
    if used.keychain.condition == .absent {
      do throws(KeychainStatus) {
        try used.keychain.create(try ask(used, .new, choice), since: used.began)
      } catch {
        // Another call has created the keychain meanwhile, with another password than the one that was typed here.
        throw error == .duplicateKeychain ? .authFailed : error
      }
    }
    let added = try unlocking(used, choice) { (items) throws(KeychainStatus) in
      try items.add(plain)
    }
    return added.map(FileRules.asOfFile)
  }

  package func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] {
    var page = ItemPage.unlimited
    return try find(query, &page)
  }

  package func find(_ query: ItemQuery, _ page: inout ItemPage) throws(KeychainStatus) -> [ItemResult] {
    let plain = FileRules.plain(query)
    return try found(plain, &page).map { FileRules.asOfFile($0.item) }
  }

  /// Updates as many items as `kSecMatchLimit` says, and one without it. The data protection keychain updates all.
  package func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus) {
    for (used, reference) in try references(query) {
      let changes = FileRules.plain(changes, of: reference.itemClass)
      try unlocking(used, query.options.authentication) { (items) throws(KeychainStatus) in
        try items.update(ItemQuery(nil, persistentReference: reference), with: changes)
      }
    }
  }

  /// Deletes as many items as `kSecMatchLimit` says, and one without it. The data protection keychain deletes all.
  package func delete(_ query: ItemQuery) throws(KeychainStatus) {
    for (used, reference) in try references(query) {
      try unlocking(used, query.options.authentication) { (items) throws(KeychainStatus) in
        try items.delete(ItemQuery(nil, persistentReference: reference))
      }
    }
  }

  // MARK: - Parts

  private func references(_ query: ItemQuery) throws(KeychainStatus) -> [(KeychainInCall, PersistentReference)] {
    var search = FileRules.plain(query)
    search.options.match = MatchFilters()
    search.options.returns = .persistentReference
    var page = ItemPage.unlimited
    return try found(search, &page).compactMap { found in found.item.persistentReference.map { (found.origin, $0) } }
  }

  /// Searches one keychain after the other. A keychain that fails does not end a search for one item, which may be in a
  /// later keychain; a search for more items throws, because some are missing. After the person has refused a password,
  /// or a lock has interrupted the question, no other one is asked for.
  private func found(_ query: ItemQuery, _ page: inout ItemPage) throws(KeychainStatus) -> [Found] {
    var found: [Found] = []
    var failure: KeychainStatus?
    var choice = query.options.authentication
    for (index, used) in keychains.map(KeychainInCall.init).enumerated() where used.keychain.condition != .absent {
      guard let rest = query.limited(after: found.count) else { break }
      guard let first = page.part(ofKeychain: index) else { continue }
      do throws(KeychainStatus) {
        var part = first
        let items = try unlocking(used, choice) { (items) throws(KeychainStatus) in
          part = first
          return try items.find(rest, &part)
        }
        page.take(part, ofKeychain: index)
        found += items.map { Found(origin: used, item: $0) }
        if page.end != .complete { break }
      } catch {
        if error.endsQuestions { choice = choice.withoutQuestion }
        if error != .itemNotFound { failure = failure ?? error }
      }
    }
    if case .needsRoom = page.end { return [] }
    if found.isEmpty, page.end == .complete, page.start == nil || failure != nil { throw failure ?? .itemNotFound }
    if let failure, query.limited(after: found.count) != nil { throw failure }
    return found
  }

  /// Runs the body. If it fails because the keychain is locked, asks for the password and runs the body again.
  private func unlocking<Result>(
    _ used: KeychainInCall, _ choice: AuthenticationChoice,
    _ body: (KeychainSession) throws(KeychainStatus) -> Result
  ) throws(KeychainStatus) -> Result {
    let items = try used.keychain.store().session(for: caller)
    do {
      return try body(items)
    } catch .interactionNotAllowed {
      guard used.keychain.condition == .locked else { throw .interactionNotAllowed }
      try unlock(used, choice)
      return try body(items)
    }
  }

  private func unlock(_ used: KeychainInCall, _ choice: AuthenticationChoice) throws(KeychainStatus) {
    guard choice.prompt != .skip else { throw .itemNotFound }
    for round in 0..<Self.tries {
      let password = try ask(used, round == 0 ? .unlock : .again, choice)
      do throws(KeychainStatus) {
        return try used.keychain.unlock(password, since: used.began)
      } catch {
        guard error == .authFailed else { throw error }
      }
    }
    throw .authFailed
  }

  private func ask(
    _ used: KeychainInCall, _ occasion: KeychainPasswordOccasion, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> SecretData {
    guard choice.prompt == .allow, !used.isOvertaken else { throw .interactionNotAllowed }
    let password = try passwords.password(of: used.keychain.name, occasion, choice)
    guard password.count > 0 else { throw .authFailed }
    return password
  }
}

extension ItemQuery {
  /// The query for the items still missing after `count` have been found; nil if none are.
  fileprivate func limited(after count: Int) -> ItemQuery? {
    var rest = self
    switch options.limit ?? .byDefault {
    case .all: break
    case .one: if count > 0 { return nil }
    case .count(let maximum):
      guard count < maximum || count == 0 else { return nil }
      rest.options.limit = .count(maximum - UInt32(count))
    }
    return rest
  }
}
