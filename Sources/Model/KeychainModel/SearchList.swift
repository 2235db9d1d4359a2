// SPDX-License-Identifier: Apache-2.0

/// Several keychains as one: they are searched in their order, and items are added to one of them.
package struct SearchList: KeychainService {
  private let keychain: any KeychainService
  package let searched: [KeychainKind]
  private let target: KeychainKind

  /// `keychain` serves all of them: `options.kind` says which one a call is for.
  package init(_ keychain: any KeychainService, searched: [KeychainKind], target: KeychainKind) {
    self.keychain = keychain
    self.searched = searched
    self.target = target
  }

  package func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? {
    var addition = addition
    addition.options.kind = target
    return try keychain.add(addition).map { marked($0, target) }
  }

  /// A keychain that fails does not end a search for one item, which may be in a later keychain; a search for more items
  /// throws, because some are missing. After the person has refused a question, or a lock has withdrawn it, no other one
  /// is asked.
  package func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] {
    let limit = query.options.limit ?? .byDefault
    var found: [ItemResult] = []
    var failure: KeychainStatus?
    var choice = query.options.authentication
    for kind in searched where found.count < limit.maximum {
      var rest = query
      rest.options.kind = kind
      rest.options.authentication = choice
      if case .count(let maximum) = limit { rest.options.limit = .count(maximum - UInt32(found.count)) }
      do throws(KeychainStatus) {
        found += try keychain.find(rest).map { marked($0, kind) }
      } catch {
        if error.endsQuestions { choice = choice.withoutQuestion }
        if error != .itemNotFound { failure = failure ?? error }
      }
    }
    if found.isEmpty { throw failure ?? .itemNotFound }
    if let failure, found.count < limit.maximum { throw failure }
    return found
  }

  /// Updates in the keychain that items are added to first: a program updates an item that it could not add because it
  /// exists there.
  package func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus) {
    let order = [target] + searched.filter { $0 != target }
    try first(order, query) { (query) throws(KeychainStatus) in try keychain.update(query, with: changes) }
  }

  package func delete(_ query: ItemQuery) throws(KeychainStatus) {
    try first(searched, query) { (query) throws(KeychainStatus) in try keychain.delete(query) }
  }

  /// Runs the body on each keychain in turn, until one has a matching item.
  private func first(
    _ kinds: [KeychainKind], _ query: ItemQuery, _ body: (ItemQuery) throws(KeychainStatus) -> Void
  ) throws(KeychainStatus) {
    for kind in kinds {
      var query = query
      query.options.kind = kind
      do throws(KeychainStatus) {
        return try body(query)
      } catch {
        guard error == .itemNotFound else { throw error }
      }
    }
    throw .itemNotFound
  }

  private func marked(_ item: ItemResult, _ kind: KeychainKind) -> ItemResult {
    var item = item
    item.kind = kind
    return item
  }
}
