// SPDX-License-Identifier: Apache-2.0

/// The store of a provider. Each function is one transaction: it is done and on the disk when it returns, or not done
/// at all.
package protocol IdentityStore: NotificationStore, MachineStore, DeviceBitsStore {
  // MARK: Teams, clients and their keys

  func add(_ team: Team) throws(IdentityStoreError)
  func teams() throws(IdentityStoreError) -> [Team]

  /// Adds a client. Its team, and the primary app of a service, must be there already.
  func add(_ client: SignInClient) throws(IdentityStoreError)
  func client(_ id: String) throws(IdentityStoreError) -> SignInClient?
  /// A client, with the keys of all apps of its team, revoked ones too.
  func clientWithKeys(_ id: String) throws(IdentityStoreError) -> (client: SignInClient, keys: [AppKey])?
  func clients() throws(IdentityStoreError) -> [SignInClient]
  func setStage(_ stage: SignInClient.Stage, of client: String) throws(IdentityStoreError)
  /// Removes a client with its keys and redirects. An app that has services is refused. Where people have something with it, the
  /// consents of an app or the tokens of a service, it is refused too, or that is ended with it as if they had; each notification
  /// gets an identifier.
  func removeClient(
    _ id: String, _ kind: SignInClient.Kind, _ holdings: HoldingsOfPeople, at now: Int64, notification: () -> String
  ) throws(IdentityStoreError)

  /// Refuses a third key of one primary app while two are usable.
  func add(_ key: AppKey) throws(IdentityStoreError)
  func revokeKey(_ id: String, at now: Int64) throws(IdentityStoreError)
  /// The keys of all apps of a team, revoked ones too.
  func keys(ofTeam team: String) throws(IdentityStoreError) -> [AppKey]

  func addRedirect(_ address: String, of client: String) throws(IdentityStoreError)
  func removeRedirect(_ address: String, of client: String) throws(IdentityStoreError)
  func redirects(of client: String) throws(IdentityStoreError) -> [String]

  // MARK: People

  /// The number of the new account.
  func add(_ account: Account) throws(IdentityStoreError) -> Int64
  func account(mail: String) throws(IdentityStoreError) -> Account?
  func account(_ id: Int64) throws(IdentityStoreError) -> Account?
  func accounts() throws(IdentityStoreError) -> [Account]
  /// Removes an account with all that is stored of it, and has the apps told that it used; each notification gets an identifier.
  func removeAccount(_ id: Int64, at now: Int64, notification: () -> String) throws(IdentityStoreError)
  /// The subject by which the team's apps know the account: the proposal the first time, and the same ever after.
  func subject(of account: Int64, inTeam team: String, proposing: String) throws(IdentityStoreError) -> String
  /// The same, without making one.
  func knownSubject(of account: Int64, inTeam team: String) throws(IdentityStoreError) -> String?
  /// An account, with the subject by which the team's apps know it; nil while none does.
  func account(
    _ id: Int64, knownIn team: String
  ) throws(IdentityStoreError) -> (account: Account, subject: String?)?

  /// The user handle of the account's passkeys: the proposal the first time, and the same ever after.
  func passkeyHandle(of account: Int64, proposing: [UInt8]) throws(IdentityStoreError) -> [UInt8]
  func account(passkeyHandle: [UInt8]) throws(IdentityStoreError) -> Account?

  /// Stores the secret of the account's one-time codes, sealed; it replaces the former one. The code of `usedStep` is
  /// used already.
  func setCodeSecret(_ sealed: [UInt8], of account: Int64, usedStep: Int64) throws(IdentityStoreError)
  func codeSecret(of account: Int64) throws(IdentityStoreError) -> [UInt8]?
  func removeCodeSecret(of account: Int64) throws(IdentityStoreError)
  /// Uses a code; true where neither the code of this step nor a later one was used before.
  func useCode(ofStep step: Int64, account: Int64) throws(IdentityStoreError) -> Bool

  func add(_ session: BrowserSession) throws(IdentityStoreError)
  func session(_ digest: TokenDigest, at now: Int64) throws(IdentityStoreError) -> BrowserSession?
  func endSession(_ digest: TokenDigest) throws(IdentityStoreError)
  /// The sessions that have not ended, the newest first.
  func sessions(of account: Int64, at now: Int64) throws(IdentityStoreError) -> [BrowserSession]
  /// Ends all sessions of an account but one.
  func endSessions(of account: Int64, but digest: TokenDigest?) throws(IdentityStoreError)

  /// Counts a try under this key as a failure, before it is known to be one; `delay` says for how many milliseconds so many forbid
  /// another. Where one is forbidden now nothing is counted, and the time is given from which on it is not.
  func beginTry(
    _ key: TokenDigest, at now: Int64, delay: (Int64) -> Int64
  ) throws(IdentityStoreError) -> Int64?
  func forgetTries(_ key: TokenDigest) throws(IdentityStoreError)

  // MARK: Codes and tokens

  /// Stores the consent and the code together, while client and account are there.
  func grant(_ grant: CodeGrant, at now: Int64) throws(IdentityStoreError) -> ConsentOccasion
  /// Nobody can have the same code again. One that was used before ends its family.
  /// The tokens of one that is good are stored with it: whoever comes second finds them, and ends them.
  func takeCode(
    _ code: TokenDigest, at now: Int64, tokens: (CodeGrant) -> [StoredToken]
  ) throws(IdentityStoreError) -> CodeOutcome
  /// Nothing is stored where the consent is gone meanwhile, or their code was brought a second time.
  func add(_ tokens: [StoredToken]) throws(IdentityStoreError) -> ConsentPresence
  func token(_ digest: TokenDigest) throws(IdentityStoreError) -> StoredToken?
  /// Uses a token; true for the first use on this day, counted from 1970.
  func useRefreshToken(_ digest: TokenDigest, onDay day: Int64) throws(IdentityStoreError) -> Bool

  func hasConsent(primaryApp: String, account: Int64) throws(IdentityStoreError) -> ConsentPresence
  func consents(of account: Int64) throws(IdentityStoreError) -> [Consent]
  /// Ends the consent and all codes and tokens that come from it. Where there was one, and the app has an endpoint, a
  /// notification of this identifier is stored with it.
  func endConsent(
    primaryApp: String, account: Int64, at now: Int64, notification: String
  ) throws(IdentityStoreError)

  // MARK: The provider's own

  func add(_ key: StoredSigningKey) throws(IdentityStoreError)
  func signingKeys() throws(IdentityStoreError) -> [StoredSigningKey]

  func log(_ request: LoggedRequest) throws(IdentityStoreError)
  /// The newest first.
  func loggedRequests(id: String?, atMost limit: Int) throws(IdentityStoreError) -> [LoggedRequest]

  /// Ends what an older copy of the database makes new again: sessions, codes, tokens, tries of signing in, what browsers were
  /// asked, and notifications that wait. Accounts and consents stay.
  func endEverything(at now: Int64) throws(IdentityStoreError)

  /// Removes what has been over for a day or more: codes, sessions, tries.
  func removeExpired(at now: Int64) throws(IdentityStoreError)
}

extension IdentityStore {
  /// Takes a code, and gives nothing for it.
  package func takeCode(_ code: TokenDigest, at now: Int64) throws(IdentityStoreError) -> CodeOutcome {
    try takeCode(code, at: now) { _ in [] }
  }
}

/// What becomes of that which people have with a client that is removed.
package enum HoldingsOfPeople: Sendable { case refuse, end }

/// A store that can be copied while it is used.
package protocol CopyingStore: Sendable {
  /// Copies all that is stored now into an empty file, and checks the copy.
  func copy(to path: String) throws(IdentityStoreError)
}

package enum ConsentPresence: Sendable, Equatable { case present, gone }

/// Why nothing was stored or found.
package enum IdentityStoreError: Error, Equatable, Sendable {
  /// Something with this name is there already.
  case exists(String)
  case unknown(String)
  /// The most that there may be are there already.
  case tooMany(String)
  /// The number of people who have a consent or a token with it.
  case usedByPeople(Int64)
  /// Services belong to it; one of them.
  case hasServices(String)
  /// The database cannot be reached, read or written now.
  case unavailable
  /// A newer version of the program wrote it.
  case newer
}
