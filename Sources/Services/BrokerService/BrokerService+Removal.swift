// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import KeychainModel
import KeychainStore

extension BrokerService {
  /// Removes every item of a group, those that synchronise too. The lock state does not matter: nothing is opened.
  static func removeItems(of group: String, in store: KeychainStore) throws(BrokerRefusal) {
    let session = store.session(for: KeychainCaller(groups: AccessGroupList([group])))
    for itemClass in ItemClass.stored {
      let query = ItemQuery(
        itemClass, [.accessGroup: .string(group), .synchronizable: SynchronizableFilter.anyValue],
        options: RequestOptions(limit: .all))
      do {
        try session.delete(query)
      } catch .itemNotFound {
        continue
      } catch {
        throw .keychain(error)
      }
    }
  }
}
