// SPDX-License-Identifier: Apache-2.0
import AppModel
import AuthenticationModel
import BrokerMessages
import KeychainBackup
import KeychainModel
import KeychainStore
import PersonAuthentication

// What the command line may ask about backups.

extension BrokerHandler {
  /// What is everybody's takes the owner's passcode, where there is one: a program that makes `bailey` run does not have
  /// it. The caller's own items do not.
  func answer(_ request: BackupRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    switch request {
    case .permit(let number, let key):
      guard authenticator.takeProof(of: number) else { throw .authentication(.failed) }
      permits.add(key)
      return .done
    case .part(let scope, let place, let first, let key):
      let groups = try groups(scope, key, session)
      return try passing { () throws(KeychainStatus) in
        .backupPart(try store.backup(after: place, first: first, key, groups: groups))
      }
    case .restore(let scope, let records, let first, let key):
      let groups = try groups(scope, key, session)
      return try passing { () throws(KeychainStatus) in
        .restored(try store.restore(records, first: first, key, groups: groups))
      }
    }
  }

  /// Nil for those of everybody.
  private func groups(
    _ scope: BackupScope, _ key: BackupKey, _ session: BrokerSession
  ) throws(BrokerRefusal) -> AccessGroupList? {
    guard scope == .everything else { return AccessGroupList(session.access.groups) }
    guard permits.holds(key) || !hasPasscode() else { throw .authentication(.failed) }
    return nil
  }

  private func passing(_ body: () throws(KeychainStatus) -> BrokerReply) throws(BrokerRefusal) -> BrokerReply {
    do { return try fence.pass(body) } catch { throw .keychain(error) }
  }
}
