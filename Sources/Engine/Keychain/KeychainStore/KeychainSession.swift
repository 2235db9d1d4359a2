// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// The store as one caller sees it.
package struct KeychainSession: PagedKeychain {
  let store: KeychainStore
  let caller: KeychainCaller
  let authorizer: any ItemAuthorizer

  package func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? {
    if addition.itemClass == .identity { return try addIdentity(addition) }
    let new = try NewItem(addition, by: caller, authorizer)
    let added = try store.add(new)
    return addition.options.returns.isEmpty ? nil : added.result(addition.options.returns)
  }

  package func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] {
    var page = ItemPage.unlimited
    return try find(query, &page)
  }

  package func find(_ query: ItemQuery, _ page: inout ItemPage) throws(KeychainStatus) -> [ItemResult] {
    let search = try ItemSearch(finding: query, by: caller)
    let empty = page
    return try authenticating(query.options.authentication) { (state) throws(KeychainStatus) in
      page = empty
      return search.itemClass == .identity
        ? try store.findIdentities(search, &state, &page) : try store.find(search, &state, &page)
    }
  }

  package func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus) {
    try ItemUpdate.reserved(changes)
    let search = try ItemSearch(updating: query, by: caller)
    let halves: [ItemClass] = search.itemClass == .identity ? [.certificate, .key] : [search.itemClass]
    var updates: [ItemClass: ItemUpdate] = [:]
    for half in halves { updates[half] = try ItemUpdate(changes, for: half, by: caller, authorizer) }
    try authenticating(query.options.authentication) { (state) throws(KeychainStatus) in
      try store.update(search, updates, &state)
    }
  }

  package func delete(_ query: ItemQuery) throws(KeychainStatus) {
    if query.itemClass == .identity, query.persistentReference == nil, !query.isOfObject {
      // Both classes get the same attributes, so an attribute that only one of them has is an error.
      let searches = try [ItemClass.certificate, .key].map { (half) throws(KeychainStatus) in
        var part = query
        part.itemClass = half
        return try ItemSearch(deleting: part, by: caller)
      }
      return try store.delete(searches)
    }
    let search = try ItemSearch(deleting: query, by: caller)
    search.itemClass == .identity ? try store.deleteIdentities(search) : try store.delete([search])
  }

  package func change(_ changes: [KeychainChange]) throws(KeychainStatus) {
    let prepared = try changes.map { (change) throws(KeychainStatus) in
      try store.prepare(change, by: caller, authorizer)
    }
    try authenticating(RequestOptions().authentication) { (state) throws(KeychainStatus) in
      try store.make(prepared, &state)
    }
  }

  // MARK: - Identities

  private func addIdentity(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? {
    guard let part = addition.certificate else { throw .param }
    var key = addition
    key.itemClass = .key
    var certificate = ItemAddition(.certificate, part.attributes, data: part.data, options: addition.options)
    certificate.persistentReference = addition.persistentReference
    let added = try store.add(
      certificate: try NewItem(certificate, by: caller, authorizer), key: try NewItem(key, by: caller, authorizer))
    let returns = addition.options.returns
    guard !returns.isEmpty else { return nil }
    let half = added.certificate.result(returns.union(.persistentReference))
    return ItemResult(key: added.key.result(returns), certificate: half, returns)
  }

  // MARK: - Authentication

  /// A call that needs more rounds than this is defective.
  private static let maximumRounds = 20

  /// Repeats the body until none of its items waits for authentication, or the person has refused.
  private func authenticating<Result>(
    _ choice: AuthenticationChoice, _ body: (inout AuthenticationState) throws(KeychainStatus) -> Result
  ) throws(KeychainStatus) -> Result {
    var state = AuthenticationState()
    for _ in 0..<Self.maximumRounds {
      var outcome: Swift.Result<Result, KeychainStatus>
      do { outcome = .success(try body(&state)) } catch { outcome = .failure(error) }
      guard state.isWaiting, outcome.allowsAuthentication else { return try outcome.get() }
      try state.settle(authorizer, choice)
    }
    throw .authFailed
  }
}

extension Result where Failure == KeychainStatus {
  /// Whether authentication may complete the result. Any other failure is reported without asking the person.
  fileprivate var allowsAuthentication: Bool {
    switch self {
    case .success, .failure(.itemNotFound), .failure(.authenticationNeeded): true
    case .failure: false
    }
  }
}
