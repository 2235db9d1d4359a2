// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import AppModel
import AttestedApps
import BrokerMessages
import CallerIdentity
import Events
import FileKeychain
import KeychainAuthorization
import KeychainBackup
import KeychainModel
import KeychainStore
import PromptModel
import PromptQueue
import ProofModel

// What the command line may ask about backups.

extension KeychainHandler {
  /// A backup of all programs' items needs the owner's passcode, if there is one: a program that makes `bailey` run does
  /// not have it. A backup of the caller's own items does not.
  func answer(_ request: BackupRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    switch request {
    case .permit(let number, let use, let key):
      guard authenticator.takeProof(of: number, for: .backup(use, key), in: session.caller.process) else {
        throw .authentication(.failed)
      }
      permits.add(use, key)
      return .done
    case .part(let scope, let name, let place, let first, let key):
      return try passing(scope, .write, key, session) { (groups) throws(KeychainStatus) in
        guard let name else {
          return .keychain(.backupPart(try store.backup(after: place, first: first, key, groups: groups)))
        }
        return .keychain(.backupPart(try files(for: groups).backup(name, after: place, first: first, key)))
      }
    case .groups(let records, let first, let key):
      return try passing(.everything, .restore, key, session) { (_) throws(KeychainStatus) in
        .keychain(.groups(try store.groups(of: records, first: first, key).sorted()))
      }
    case .restore(let scope, let name, let records, let first, let key):
      return try passing(scope, .restore, key, session) { (groups) throws(KeychainStatus) in
        guard let name else {
          try forgetAttestedKeys(of: groups)
          // The caller's own items are nobody else's.
          defer { if groups == nil { ownersChanges.note() } }
          return .keychain(.restored(try store.restore(records, first: first, key, groups: groups)))
        }
        let files = try files(for: groups)
        return .keychain(.restored(try files.restore(name, records, first: first, key, into: session.restored)))
      }
    }
  }

  /// Forgets the attested keys after a restore: apps have the items of the backup, of this machine or another, and none
  /// of the keys that these name. They go first, so that none is left beside restored items.
  private func forgetAttestedKeys(of groups: AccessGroupList?) throws(KeychainStatus) {
    // What cannot be used keeps none.
    guard let attested else { return }
    do throws(AppAttestFailure) {
      guard let groups else { return try attested.forgetAllKeys() }
      for key in Set(try attested.report().keys.map(\.appID)) where groups.mayRead(key) {
        try attested.forgetKeys(of: key)
      }
    } catch { throw .notAvailable }
  }

  /// The items of one keychain are everybody's.
  private func files(for groups: AccessGroupList?) throws(KeychainStatus) -> FileKeychains {
    guard groups == nil else { throw .param }
    guard let fileKeychains else { throw .notAvailable }
    return fileKeychains
  }

  /// The groups whose items are meant; nil for those of everybody.
  private func groups(
    _ scope: BackupScope, _ use: BackupUse, _ key: BackupKey, _ session: BrokerSession
  ) throws(BrokerRefusal) -> AccessGroupList? {
    guard scope == .everything else { return AccessGroupList(session.identity.access.groups) }
    guard permits.holds(use, key) || !authenticator.mayHavePasscode else { throw .authentication(.failed) }
    return nil
  }

  /// A lock takes the permit back, and waits for whoever was found to have it.
  private func passing(
    _ scope: BackupScope, _ use: BackupUse, _ key: BackupKey, _ session: BrokerSession,
    _ body: (AccessGroupList?) throws(KeychainStatus) -> BrokerReply
  ) throws(BrokerRefusal) -> BrokerReply {
    try barrier.pass { () throws(BrokerRefusal) in
      let groups = try groups(scope, use, key, session)
      do throws(KeychainStatus) { return try body(groups) } catch { throw .keychain(error) }
    }
  }
}
