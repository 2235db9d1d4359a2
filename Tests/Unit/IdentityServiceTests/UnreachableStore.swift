// SPDX-License-Identifier: Apache-2.0
import IdentityModel

/// A store whose database is away.
struct UnreachableStore: IdentityStore {
  func add(_ team: Team) throws(IdentityStoreError) { throw .unavailable }
  func teams() throws(IdentityStoreError) -> [Team] { throw .unavailable }
  func add(_ client: SignInClient) throws(IdentityStoreError) { throw .unavailable }
  func client(_ id: String) throws(IdentityStoreError) -> SignInClient? { throw .unavailable }
  func clientWithKeys(_ id: String) throws(IdentityStoreError) -> (client: SignInClient, keys: [AppKey])? {
    throw .unavailable
  }
  func clients() throws(IdentityStoreError) -> [SignInClient] { throw .unavailable }
  func setStage(_ stage: SignInClient.Stage, of client: String) throws(IdentityStoreError) { throw .unavailable }
  func removeClient(
    _ id: String, _ kind: SignInClient.Kind, _ holdings: HoldingsOfPeople, at now: Int64, notification: () -> String
  ) throws(IdentityStoreError) { throw .unavailable }
  func add(_ key: AppKey) throws(IdentityStoreError) { throw .unavailable }
  func revokeKey(_ id: String, at now: Int64) throws(IdentityStoreError) { throw .unavailable }
  func keys(ofTeam team: String) throws(IdentityStoreError) -> [AppKey] { throw .unavailable }
  func addRedirect(_ address: String, of client: String) throws(IdentityStoreError) { throw .unavailable }
  func removeRedirect(_ address: String, of client: String) throws(IdentityStoreError) { throw .unavailable }
  func redirects(of client: String) throws(IdentityStoreError) -> [String] { throw .unavailable }
  func add(_ account: Account) throws(IdentityStoreError) -> Int64 { throw .unavailable }
  func account(mail: String) throws(IdentityStoreError) -> Account? { throw .unavailable }
  func account(_ id: Int64) throws(IdentityStoreError) -> Account? { throw .unavailable }
  func accounts() throws(IdentityStoreError) -> [Account] { throw .unavailable }
  func removeAccount(_ id: Int64, at now: Int64, notification: () -> String) throws(IdentityStoreError) {
    throw .unavailable
  }
  func subject(of account: Int64, inTeam team: String, proposing: String) throws(IdentityStoreError) -> String {
    throw .unavailable
  }
  func knownSubject(of account: Int64, inTeam team: String) throws(IdentityStoreError) -> String? {
    throw .unavailable
  }
  func account(
    _ id: Int64, knownIn team: String
  ) throws(IdentityStoreError) -> (account: Account, subject: String?)? { throw .unavailable }
  func passkeyHandle(of account: Int64, proposing: [UInt8]) throws(IdentityStoreError) -> [UInt8] {
    throw .unavailable
  }
  func account(passkeyHandle: [UInt8]) throws(IdentityStoreError) -> Account? { throw .unavailable }
  func setCodeSecret(_ sealed: [UInt8], of account: Int64, usedStep: Int64) throws(IdentityStoreError) {
    throw .unavailable
  }
  func codeSecret(of account: Int64) throws(IdentityStoreError) -> [UInt8]? { throw .unavailable }
  func removeCodeSecret(of account: Int64) throws(IdentityStoreError) { throw .unavailable }
  func useCode(ofStep step: Int64, account: Int64) throws(IdentityStoreError) -> Bool { throw .unavailable }
  func add(_ session: BrowserSession) throws(IdentityStoreError) { throw .unavailable }
  func session(_ digest: TokenDigest, at now: Int64) throws(IdentityStoreError) -> BrowserSession? {
    throw .unavailable
  }
  func endSession(_ digest: TokenDigest) throws(IdentityStoreError) { throw .unavailable }
  func sessions(of account: Int64, at now: Int64) throws(IdentityStoreError) -> [BrowserSession] { throw .unavailable }
  func endSessions(of account: Int64, but digest: TokenDigest?) throws(IdentityStoreError) { throw .unavailable }
  func beginTry(
    _ key: TokenDigest, at now: Int64, delay: (Int64) -> Int64
  ) throws(IdentityStoreError) -> Int64? { throw .unavailable }
  func forgetTries(_ key: TokenDigest) throws(IdentityStoreError) { throw .unavailable }
  func grant(_ grant: CodeGrant, at now: Int64) throws(IdentityStoreError) -> ConsentOccasion { throw .unavailable }
  func takeCode(
    _ code: TokenDigest, at now: Int64, tokens: (CodeGrant) -> [StoredToken]
  ) throws(IdentityStoreError) -> CodeOutcome { throw .unavailable }
  func add(_ tokens: [StoredToken]) throws(IdentityStoreError) -> ConsentPresence { throw .unavailable }
  func token(_ digest: TokenDigest) throws(IdentityStoreError) -> StoredToken? { throw .unavailable }
  func useRefreshToken(_ digest: TokenDigest, onDay day: Int64) throws(IdentityStoreError) -> Bool {
    throw .unavailable
  }
  func hasConsent(primaryApp: String, account: Int64) throws(IdentityStoreError) -> ConsentPresence {
    throw .unavailable
  }
  func consents(of account: Int64) throws(IdentityStoreError) -> [Consent] { throw .unavailable }
  func endConsent(
    primaryApp: String, account: Int64, at now: Int64, notification: String
  ) throws(IdentityStoreError) { throw .unavailable }
  func setEndpoint(_ address: String?, of primaryApp: String) throws(IdentityStoreError) { throw .unavailable }
  func endpoints() throws(IdentityStoreError) -> [NotificationEndpoint] { throw .unavailable }
  func add(_ notification: StoredNotification) throws(IdentityStoreError) { throw .unavailable }
  func notifications(id: String?, atMost limit: Int) throws(IdentityStoreError) -> [StoredNotification] {
    throw .unavailable
  }
  func leaseNotification(
    for holder: String, at now: Int64, until end: Int64
  ) throws(IdentityStoreError) -> LeasedNotification? { throw .unavailable }
  func finish(_ lease: LeasedNotification, _ outcome: DeliveryOutcome, at now: Int64) throws(IdentityStoreError) {
    throw .unavailable
  }
  func replayNotification(_ id: String, at now: Int64) throws(IdentityStoreError) { throw .unavailable }
  func add(_ key: StoredSigningKey) throws(IdentityStoreError) { throw .unavailable }
  func signingKeys() throws(IdentityStoreError) -> [StoredSigningKey] { throw .unavailable }
  func log(_ request: LoggedRequest) throws(IdentityStoreError) { throw .unavailable }
  func loggedRequests(id: String?, atMost limit: Int) throws(IdentityStoreError) -> [LoggedRequest] {
    throw .unavailable
  }
  func endEverything(at now: Int64) throws(IdentityStoreError) { throw .unavailable }
  func removeExpired(at now: Int64) throws(IdentityStoreError) { throw .unavailable }

  // MARK: - Machines

  func add(_ machine: Machine) throws(IdentityStoreError) { throw .unavailable }
  func machines() throws(IdentityStoreError) -> [Machine] { throw .unavailable }
  func machine(_ id: String) throws(IdentityStoreError) -> Machine? { throw .unavailable }
  func machine(endorsement: [UInt8]) throws(IdentityStoreError) -> Machine? { throw .unavailable }
  func revokeMachine(_ id: String, at now: Int64) throws(IdentityStoreError) { throw .unavailable }
  func removeMachine(_ id: String) throws(IdentityStoreError) { throw .unavailable }
  func add(_ authority: EndorsementAuthority) throws(IdentityStoreError) { throw .unavailable }
  func endorsementAuthorities() throws(IdentityStoreError) -> [EndorsementAuthority] { throw .unavailable }
  func removeEndorsementAuthority(_ id: String) throws(IdentityStoreError) { throw .unavailable }
  func begin(
    _ enrolment: PendingEnrolment, atMost limit: Int, ofAll all: Int, at now: Int64
  ) throws(IdentityStoreError) -> Bool { throw .unavailable }
  func finishEnrolment(
    _ id: String, secretHash: [UInt8], proposing machine: String, at now: Int64
  ) throws(IdentityStoreError) -> EnrolmentOutcome { throw .unavailable }
  func formerKeys(of machine: String) throws(IdentityStoreError) -> [[UInt8]] { throw .unavailable }
  func forgetFormerKeys(of machine: String, replacedBy key: [UInt8]) throws(IdentityStoreError) { throw .unavailable }
  func add(_ key: IssuedKey, atMost limit: Int, within time: Int64) throws(IdentityStoreError) -> IssuedKeyOutcome {
    throw .unavailable
  }
  func issuedKey(_ id: [UInt8]) throws(IdentityStoreError) -> IssuedKey? { throw .unavailable }
  func countKeys(ofApp app: String, on machine: String, since time: Int64) throws(IdentityStoreError) -> Int {
    throw .unavailable
  }
  func keep(_ authority: StoredAuthority) throws(IdentityStoreError) -> StoredAuthority { throw .unavailable }
  func authority() throws(IdentityStoreError) -> StoredAuthority? { throw .unavailable }
  func note(_ id: [UInt8], exchangeableUntil time: Int64) throws(IdentityStoreError) { throw .unavailable }
  func tidyKeys(issuedBefore time: Int64, at now: Int64) throws(IdentityStoreError) -> Int { throw .unavailable }
  func deviceBits(ofTeam team: String, on endorsement: [UInt8]) throws(IdentityStoreError) -> DeviceBits? {
    throw .unavailable
  }
  func set(_ bits: DeviceBits, ofTeam team: String, on endorsement: [UInt8]) throws(IdentityStoreError) {
    throw .unavailable
  }
}
