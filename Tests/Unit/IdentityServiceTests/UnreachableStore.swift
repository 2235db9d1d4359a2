// SPDX-License-Identifier: Apache-2.0
import IdentityModel

/// A store whose database is away.
struct UnreachableStore: IdentityStore {
  private func away<Result>() throws(IdentityStoreError) -> Result { throw .unavailable }

  func add(_ team: Team) throws(IdentityStoreError) { try away() }
  func teams() throws(IdentityStoreError) -> [Team] { try away() }
  func add(_ client: SignInClient) throws(IdentityStoreError) { try away() }
  func client(_ id: String) throws(IdentityStoreError) -> SignInClient? { try away() }
  func clients() throws(IdentityStoreError) -> [SignInClient] { try away() }
  func setStage(_ stage: SignInClient.Stage, of client: String) throws(IdentityStoreError) { try away() }
  func add(_ key: AppKey) throws(IdentityStoreError) { try away() }
  func revokeKey(_ id: String, at now: Int64) throws(IdentityStoreError) { try away() }
  func keys(ofTeam team: String) throws(IdentityStoreError) -> [AppKey] { try away() }
  func addRedirect(_ address: String, of client: String) throws(IdentityStoreError) { try away() }
  func removeRedirect(_ address: String, of client: String) throws(IdentityStoreError) { try away() }
  func redirects(of client: String) throws(IdentityStoreError) -> [String] { try away() }
  func add(_ account: Account) throws(IdentityStoreError) -> Int64 { try away() }
  func account(mail: String) throws(IdentityStoreError) -> Account? { try away() }
  func account(_ id: Int64) throws(IdentityStoreError) -> Account? { try away() }
  func accounts() throws(IdentityStoreError) -> [Account] { try away() }
  func subject(of account: Int64, inTeam team: String, proposing: String) throws(IdentityStoreError) -> String {
    try away()
  }
  func add(_ session: BrowserSession) throws(IdentityStoreError) { try away() }
  func session(_ digest: TokenDigest, at now: Int64) throws(IdentityStoreError) -> BrowserSession? { try away() }
  func endSession(_ digest: TokenDigest) throws(IdentityStoreError) { try away() }
  func beginTry(
    _ key: TokenDigest, at now: Int64, delay: (Int64) -> Int64
  ) throws(IdentityStoreError) -> Int64? { try away() }
  func forgetTries(_ key: TokenDigest) throws(IdentityStoreError) { try away() }
  func grant(_ grant: CodeGrant, at now: Int64) throws(IdentityStoreError) -> ConsentOccasion { try away() }
  func takeCode(_ code: TokenDigest, at now: Int64) throws(IdentityStoreError) -> CodeOutcome { try away() }
  func add(_ tokens: [StoredToken]) throws(IdentityStoreError) -> ConsentPresence { try away() }
  func token(_ digest: TokenDigest) throws(IdentityStoreError) -> StoredToken? { try away() }
  func useRefreshToken(_ digest: TokenDigest, onDay day: Int64) throws(IdentityStoreError) -> Bool { try away() }
  func hasConsent(primaryApp: String, account: Int64) throws(IdentityStoreError) -> ConsentPresence { try away() }
  func consents(of account: Int64) throws(IdentityStoreError) -> [Consent] { try away() }
  func endConsent(primaryApp: String, account: Int64, at now: Int64) throws(IdentityStoreError) { try away() }
  func add(_ key: StoredSigningKey) throws(IdentityStoreError) { try away() }
  func signingKeys() throws(IdentityStoreError) -> [StoredSigningKey] { try away() }
  func log(_ request: LoggedRequest) throws(IdentityStoreError) { try away() }
  func loggedRequests(id: String?, atMost limit: Int) throws(IdentityStoreError) -> [LoggedRequest] { try away() }
  func removeExpired(at now: Int64) throws(IdentityStoreError) { try away() }
}
