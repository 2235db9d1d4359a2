// SPDX-License-Identifier: Apache-2.0

/// The two keychains of macOS as one: sends each call to the one it is for, or to both, and makes one answer of theirs
/// (Apple's `SecItemCategorizeQuery` and `SecItemMergeResults`).
package struct MacKeychain: KeychainService {
  /// Answers for both, as `options.kind` says.
  private let keychain: any KeychainService

  package init(_ keychain: any KeychainService) { self.keychain = keychain }

  private enum Route { case dataProtection, file, both }

  // MARK: - Where to

  /// What is said of one keychain only, and what is said of the other only, do not go together.
  private func route(
    _ attributes: ItemAttributes, _ options: RequestOptions, _ reference: PersistentReference?, hasClass: Bool
  ) throws(KeychainStatus) -> Route {
    let routing = options.routing
    let synchronizes = attributes[.synchronizable].map { SynchronizableFilter($0) != .only(false) } ?? false
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

  /// The file-based keychain unless something says otherwise. Match keys are not looked at.
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
    let isOne = (query.options.limit ?? .one) == .one
    return try merging(query) { (query) throws(KeychainStatus) in
      guard query.options.kind == .dataProtection || query.options.routing.takesResult else { throw .param }
      let isOfFile = query.options.kind == .file
      var query = query
      // An object that stands for a password is made of its reference.
      if isOfFile, query.options.returns.contains(.reference) { query.options.returns.insert(.persistentReference) }
      return try keychain.find(query).map { marked($0, isOfFile) }
    } both: {
      isOne ? $0 : $0 + $1
    }
  }

  /// What may not be in the query elsewhere is not looked at here.
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

  /// A limit means something to the file-based keychain; the other one takes all.
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

  // MARK: - Two answers

  /// One that succeeds is the answer, and of two failures that of the file-based keychain; that the data protection
  /// keychain is out of this program's reach is no answer.
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
