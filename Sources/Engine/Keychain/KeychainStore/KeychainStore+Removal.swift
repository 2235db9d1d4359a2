// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

extension KeychainStore {
  /// Removes every item of a group, those that synchronise too. The lock state does not matter: nothing is opened.
  package func removeItems(of group: String) throws(KeychainStatus) {
    let session = self.session(for: KeychainCaller(groups: AccessGroupList([group])))
    for itemClass in ItemClass.stored {
      let query = ItemQuery(
        itemClass, [.accessGroup: .string(group), .synchronizable: SynchronizableFilter.anyValue])
      do { try session.delete(query) } catch .itemNotFound { continue }
    }
  }
}
