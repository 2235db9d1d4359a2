// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
import KeychainStore

extension FileKeychains {
  /// Whether any keychain has items in a group. A locked one tells too: its rows bear their groups, and no password is needed
  /// to read these. Throws where that cannot be told of every keychain.
  package func hasItems(in group: String) throws(KeychainStatus) -> Bool {
    guard listDefect == nil else { throw .invalidKeychain }
    for name in listing.entries.map(\.name) {
      guard let keychain = known(name) else { throw .invalidKeychain }
      // Of the login keychain: it was never made.
      if keychain.condition == .absent { continue }
      if try keychain.store().hasItems(in: group) { return true }
    }
    return false
  }
}
