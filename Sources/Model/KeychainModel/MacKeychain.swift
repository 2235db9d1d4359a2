// SPDX-License-Identifier: Apache-2.0

/// The two keychains of macOS as one: sends each call to the keychain it is for, or to both, and merges their results (as
/// Apple's `SecItemCategorizeQuery` and `SecItemMergeResults` do).
package struct MacKeychain: KeychainService {
  /// Serves both keychains: `options.kind` says which one a call is for.
  private let keychain: any KeychainService

  package init(_ keychain: any KeychainService) { self.keychain = keychain }

  private enum Route { case dataProtection, file, both }

  // MARK: - Routing

  /// Decides which keychain a call is for. A request that needs both a feature of the one and a feature of the other is an
  /// error.
  private func route(
    _ attributes: ItemAttributes, _ options: RequestOptions, _ reference: PersistentReference?, hasClass: Bool
  ) throws(KeychainStatus) -> Route {
    let routing = options.routing
    // `kSecAttrSynchronizableAny` takes in items that do not synchronise, which file-based keychains have.
    let synchronizes = attributes[.synchronizable].flatMap { SynchronizableFilter($0) } == .only(true)
    let isOfToken = attributes[.tokenID] != nil || attributes[.accessGroup] == .string("com.apple.token")
    let needsProtection =
      synchronizes || isOfToken || attributes[.accessControl] != nil || attributes[.sharingGroup] != nil
      || reference != nil && options.kind == .dataProtection
    let needsFile = routing.needsFile || options.kind == .file || !hasClass && reference == nil
    switch (routing.usesDataProtection, needsProtection, needsFile) {
    case (true?, _, true), (false?, true, _), (nil, true, true): throw .param
    case (true?, _, false), (nil, true, false): return .dataProtection
    case (false?, false, _), (nil, false, true): return .file
    case (nil, false, false): return .both
    }
  }

  private func route(_ query: ItemQuery) throws(KeychainStatus) -> Route {
    try route(query.attributes, query.options, query.persistentReference, hasClass: query.itemClass != nil)
  }

  private func query(_ query: ItemQuery, of kind: KeychainKind) -> ItemQuery {
    var query = query
    query.options.kind = kind
    return query
  }

  // MARK: - KeychainService

  /// Adds to the file-based keychain unless the request needs the other one. Match keys are ignored.
  package func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? {
    var addition = addition
    (addition.options.match, addition.options.limit) = (MatchFilters(), nil)
    let route = try route(addition.attributes, addition.options, nil, hasClass: addition.itemClass != nil)
    addition.options.kind = route == .dataProtection ? .dataProtection : .file
    let isOfFile = addition.options.kind == .file
    if isOfFile, addition.options.returns.contains(.reference) { addition.options.returns.insert(.persistentReference) }
    return try keychain.add(addition).map { marked($0, isOfFile) }
  }

  package func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] {
    let isOne = (query.options.limit ?? .byDefault) == .one
    return try merging(query) { (query) throws(KeychainStatus) in
      let isOfFile = query.options.kind == .file
      var query = query
      // References to passwords are made of their persistent references.
      if isOfFile, query.options.returns.contains(.reference) { query.options.returns.insert(.persistentReference) }
      return try keychain.find(query).map { marked($0, isOfFile) }
    } both: {
      isOne ? $0 : $0 + $1
    }
  }

  /// Ignores match and return keys, which are errors in the query of an update of the data protection keychain.
  package func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus) {
    var plain = stripped(query)
    plain.options.returns = []
    try merging(plain) { (query) throws(KeychainStatus) in
      try keychain.update(unlimited(query), with: changes)
    } both: { _, _ in
    }
  }

  package func delete(_ query: ItemQuery) throws(KeychainStatus) {
    try merging(stripped(query)) { (query) throws(KeychainStatus) in
      try keychain.delete(unlimited(query))
    } both: {
      _, _ in
    }
  }

  /// Removes the limit for the data protection keychain, which changes all items found. File-based keychains obey it.
  private func unlimited(_ query: ItemQuery) -> ItemQuery {
    var query = query
    if query.options.kind == .dataProtection { query.options.limit = nil }
    return query
  }

  private func stripped(_ query: ItemQuery) -> ItemQuery {
    var query = query
    query.options.match = MatchFilters()
    return query
  }

  private func marked(_ result: ItemResult, _ isOfFile: Bool) -> ItemResult {
    var result = result
    result.kind = isOfFile ? .file : .dataProtection
    return result
  }

  // MARK: - Merging

  /// Merges two results. If one keychain fails, the result is the other's; if both fail, the error is the file-based
  /// keychain's.
  private func merging<Answer>(
    _ query: ItemQuery, _ ask: (ItemQuery) throws(KeychainStatus) -> Answer, both: (Answer, Answer) -> Answer
  ) throws(KeychainStatus) -> Answer {
    switch try route(query) {
    case .dataProtection: return try ask(self.query(query, of: .dataProtection))
    case .file: return try ask(self.query(query, of: .file))
    case .both: break
    }
    let protected = outcome { () throws(KeychainStatus) in try ask(self.query(query, of: .dataProtection)) }
    let ofFile = outcome { () throws(KeychainStatus) in try ask(self.query(query, of: .file)) }
    switch (protected, ofFile) {
    case (.success(let first), .success(let second)): return both(first, second)
    case (.success(let answer), .failure): return answer
    case (.failure, let answer): return try answer.get()
    }
  }

  private func outcome<Answer>(_ body: () throws(KeychainStatus) -> Answer) -> Result<Answer, KeychainStatus> {
    Result { () throws(KeychainStatus) in try body() }
  }
}
