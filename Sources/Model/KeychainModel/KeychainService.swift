// SPDX-License-Identifier: Apache-2.0

/// The keychain as one caller sees it: the operations of the four `SecItem` functions.
package protocol KeychainService: Sendable {
  /// Adds an item. Returns the parts of it that `options.returns` asks for, or nil if it asks for none.
  func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult?
  /// Returns at least one item, or throws `itemNotFound`. The limit is one unless the query gives another.
  func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult]
  /// Changes every item found, or none.
  func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus)
  /// Deletes every item found, or none.
  func delete(_ query: ItemQuery) throws(KeychainStatus)
  /// Makes all of the changes, in their order, or none. Throws `unimplemented` where a keychain cannot do so.
  func change(_ changes: [KeychainChange]) throws(KeychainStatus)
  /// The secrets of generic passwords of one service, by their accounts: of the first ones, and of at least one, as many as there is
  /// room for.
  func secrets(ofService service: String, _ accounts: [String]) throws(KeychainStatus) -> [FoundSecret]
}

/// A secret, or why it is not had.
package typealias FoundSecret = Result<SecretData, KeychainStatus>

extension KeychainService {
  package func change(_ changes: [KeychainChange]) throws(KeychainStatus) { throw .unimplemented }

  /// The secrets of a service's accounts, read one by one where there is no shorter way.
  package func secrets(ofService service: String, _ accounts: [String]) throws(KeychainStatus) -> [FoundSecret] {
    accounts.map { account in
      Result { () throws(KeychainStatus) in
        guard let data = try find(.secret(ofService: service, account)).first?.data else { throw .itemNotFound }
        return data
      }
    }
  }
}

extension ItemQuery {
  package static func secret(ofService service: String, _ account: String) -> ItemQuery {
    ItemQuery(
      .genericPassword, [.service: .string(service), .account: .string(account)],
      options: RequestOptions(returns: .data))
  }
}
