// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// In the place of a keychain that cannot be used.
struct AbsentKeychain: KeychainService {
  func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? { throw .notAvailable }
  func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] { throw .notAvailable }
  func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus) { throw .notAvailable }
  func delete(_ query: ItemQuery) throws(KeychainStatus) { throw .notAvailable }
}
