// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import Foundation
import KeychainModel
import Security

/// The four functions against a keychain of the test's.
struct Calls {
  let keychain: any KeychainService

  func add(_ item: NSDictionary) -> (status: OSStatus, result: AnyObject?) {
    Keychain.$replacement.withValue(keychain) {
      var result: AnyObject?
      let status = unsafe SecItemAdd(item, &result)
      return (status, result)
    }
  }

  func find(_ query: NSDictionary) -> (status: OSStatus, result: AnyObject?) {
    Keychain.$replacement.withValue(keychain) {
      var result: AnyObject?
      let status = unsafe SecItemCopyMatching(query, &result)
      return (status, result)
    }
  }

  func update(_ query: NSDictionary, to changes: NSDictionary) -> OSStatus {
    Keychain.$replacement.withValue(keychain) { SecItemUpdate(query, changes) }
  }

  func delete(_ query: NSDictionary) -> OSStatus {
    Keychain.$replacement.withValue(keychain) { SecItemDelete(query) }
  }
}
