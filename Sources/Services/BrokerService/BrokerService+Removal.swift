// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import ConsentAuthority
import ConsentModel
import KeychainModel
import KeychainStore
import ProtectionModel
import SealedRecords

extension BrokerService {
  /// Removes every item of a group, those that synchronise too. The lock state does not matter: nothing is opened.
  static func removeItems(of group: String, in store: KeychainStore) throws(BrokerRefusal) {
    let session = store.session(for: KeychainCaller(groups: AccessGroupList([group])))
    for itemClass in ItemClass.stored {
      let query = ItemQuery(
        itemClass, [.accessGroup: .string(group), .synchronizable: SynchronizableFilter.anyValue])
      do {
        try session.delete(query)
      } catch .itemNotFound {
        continue
      } catch {
        throw .keychain(error)
      }
    }
  }

  /// Removes what was answered to an app that is removed, and what it was handed of the person's files.
  ///
  /// An app can be removed in every lock state, and a refusal be forgotten in the unlocked one alone: in the others what was
  /// given goes, and what was refused stays. What cannot be read now could be read when the app is back, so that nothing is
  /// removed then.
  static func removeAnswers(
    to app: String, in authority: ConsentAuthority?, _ gate: DeedGate
  ) throws(BrokerRefusal) {
    guard let authority else { throw .consent(.unavailable) }
    let client = ConsentClient.Key(kind: .bundle, identifier: app)
    let isUnlocked = try isUnlocked(by: gate)
    do throws(SealedRecordsError) {
      if isUnlocked { _ = try authority.reset(nil, client) }
      try authority.takeBack(from: client)
    } catch {
      throw .consent(ConsentRefusal(error))
    }
  }

  /// On any error, assume so, so that the passcode is asked for.
  static func hasAnswers(to app: String, in authority: ConsentAuthority?) -> Bool {
    let client = ConsentClient.Key(kind: .bundle, identifier: app)
    guard let rows = try? authority?.rows() else { return true }
    return rows.contains { $0.client.key == client }
  }

  private static func isUnlocked(by gate: DeedGate) throws(BrokerRefusal) -> Bool {
    do {
      try gate.permit(.forgetAnswers)
      return true
    } catch {
      guard case .locked = error else { throw error }
      return false
    }
  }
}
