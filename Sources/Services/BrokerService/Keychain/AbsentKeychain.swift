// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// A keychain in the place of one that cannot be used, or is not there.
struct AbsentKeychain: PagedKeychain {
  var status = KeychainStatus.notAvailable

  func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? { throw status }
  func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] { throw status }
  func find(_ query: ItemQuery, _ page: inout ItemPage) throws(KeychainStatus) -> [ItemResult] { throw status }
  func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus) { throw status }
  func delete(_ query: ItemQuery) throws(KeychainStatus) { throw status }
}
