// SPDX-License-Identifier: Apache-2.0
import AppAttest
package import AppAttestKeys
import COSEKeys
import CryptoPrimitives
import KeyFormats
package import ProtectionModel
package import SQLiteDatabase
import SealedRecords
import Threads
import X509Certificates

/// The keys with which apps prove to their servers that they are those apps: made and used in the enclave, and certified here by an
/// authority of this instance's own, which is one of development.
///
/// What is kept is on the disk before a call returns. It is in no backup: another machine could not use it.
package final class AttestedApps: Sendable {
  /// Keys that an app may have.
  package static let mostKeys = 256
  /// The number of counters that are taken from the disk at once. A crash leaves the rest unused: a counter has to
  /// rise, and no more.
  private static let counters: Int64 = 64
  /// How far back the clock may go.
  private static let tolerance: Int64 = 86_400
  /// How long an attestation is given again, in seconds: its certificate is good until two days after it was made.
  private static let repeatable: Int64 = 86_400
  /// How long a key that was not attested keeps its room where there is none left, in seconds.
  private static let unattestedLifetime: Int64 = 86_400

  private struct State {
    var authority: DevelopmentAuthority?
    /// Keys that were attested and used. What is read while keys are forgotten is not kept.
    var rows: [[UInt8]: AppKeyRow] = [:]
    var forgotten: UInt64 = 0
    /// The counters that were reserved for a key and are left.
    var counters: [[UInt8]: Range<UInt32>] = [:]
    /// Keys that were attested since this process began: their apps had the answer.
    var answered: Set<[UInt8]> = []
    var refusals: [AttestRefusalNote] = []
  }

  private let records: RecordDatabase
  private let keys: any AppAttestKeyService
  private let classKeys: any ClassKeyService
  /// The version of the system, as certificates state it.
  let version: String
  /// The clock, in seconds since 1970.
  let clock: @Sendable () -> Int64
  private let state = Locked(State())

  /// Opens the database at a path, and makes it where there is none.
  package init(
    _ path: String, keys: any AppAttestKeyService, classKeys: any ClassKeyService, version: String,
    clock: @escaping @Sendable () -> Int64
  ) throws(DatabaseOpeningError) {
    (self.keys, self.classKeys, self.version, self.clock) = (keys, classKeys, version, clock)
    records = try RecordDatabase(path, DatabaseConnection.attestedKeys)
  }

  // MARK: - For apps

  /// The identifier of a new key: SHA-256 of its point.
  package func makeKey(of app: AttestedApp) throws(AppAttestFailure) -> [UInt8] {
    let key = try newKey(of: app)
    let id = SHA256.hash(key.publicKey.span)
    let row = AppKeyRow(id: id, appID: app.appID, key: key, made: clock(), attested: nil)
    let isKept = try writing { (connection) throws(SealedRecordsError) in
      if try connection.keep(row, atMost: Self.mostKeys) { return true }
      try connection.forgetUnattestedKeys(of: app.appID, madeBefore: row.made - Self.unattestedLifetime)
      return try connection.keep(row, atMost: Self.mostKeys)
    }
    guard isKept else { throw .tooManyKeys }
    return id
  }

  func newKey(of app: AttestedApp) throws(AppAttestFailure) -> AppAttestKey {
    try enclave { () throws(ClassKeyError) in try keys.makeAppKey(of: Self.hash(app)) }
  }

  /// The attestation of a key that has none yet. What is kept says so before anybody has it: no key is attested twice.
  ///
  /// Where this process ended before the app had its answer, the same question gets the same answer once more: else
  /// the key would be lost, attested and of no use.
  ///
  /// With an enrolment an organisation's issuer attests, and this instance does not.
  package func attest(
    _ id: [UInt8], of app: AttestedApp, clientDataHash: [UInt8], enrolment: IssuerEnrolment? = nil
  ) throws(AppAttestFailure) -> AttestStep {
    try Self.check(clientDataHash)
    let row = try row(id, of: app)
    let request = SHA256.hash((SHA256.hash(clientDataHash.span) + app.launch.encoded).span)
    guard row.attested == nil else { return .attested(try unheardAttestation(of: id, request)) }
    if let enrolment {
      guard try isRight(clock(), nil) else { throw .clockWrong }
      // As below: the enclave can use the key for this app as it is.
      _ = try signature(row, app, counter: 0, clientDataHash)
      return .asks(
        IssuerQuestion(row: row, app: app, clientDataHash: clientDataHash, request: request, enrolment: enrolment))
    }
    let authority = try authority()
    let now = clock()
    guard try isRight(now, authority) else { throw .clockWrong }
    // A certificate for a key that nobody can use would lead its server astray: with this counter it accepts nothing.
    _ = try signature(row, app, counter: 0, clientDataHash)
    let attestation: [UInt8]
    do {
      let publicKey = try COSEKey(.es256, .ec(ECPublicKey(.p256, x963: row.key.publicKey.span)))
      let statement = AppKeyStatement(
        appID: app.appID, .development, publicKey, clientDataHash: clientDataHash, app.launch, systemVersion: version,
        platform: "linux")
      attestation = try authority.attestation(statement, at: Int(now))
    } catch { throw .unavailable }
    return .attested(try keep(attestation, request, of: id, at: now))
  }

  /// Notes an attestation that is about to be given.
  func keep(
    _ attestation: [UInt8], _ request: [UInt8], of id: [UInt8], at now: Int64
  ) throws(AppAttestFailure) -> [UInt8] {
    // Before it is written, so that nobody finds it unheard meanwhile.
    state.withLock { _ = $0.answered.insert(id) }
    let kept = UnheardAttestation(request: request, object: attestation, made: now)
    guard try writing({ (connection) throws(SealedRecordsError) in try connection.note(kept, of: id) }) else {
      throw .alreadyAttested
    }
    return attestation
  }

  private func unheardAttestation(of id: [UInt8], _ request: [UInt8]) throws(AppAttestFailure) -> [UInt8] {
    guard state.withLock({ $0.answered.insert(id).inserted }) else { throw .alreadyAttested }
    let kept = try reading { (connection) throws(SealedRecordsError) in try connection.unheardAttestation(of: id) }
    let now = clock()
    guard let kept, kept.request == request, (kept.made - Self.tolerance...kept.made + Self.repeatable).contains(now)
    else { throw .alreadyAttested }
    return kept.object
  }

  package func assertion(
    by id: [UInt8], of app: AttestedApp, clientDataHash: [UInt8]
  ) throws(AppAttestFailure) -> [UInt8] {
    try Self.check(clientDataHash)
    let row = try row(id, of: app)
    guard row.attested != nil else { throw .notAttested }
    let (signature, data) = try signature(row, app, counter: nextCounter(of: id), clientDataHash)
    return AppAssertionObject(signature: signature, authenticatorData: data).encoded
  }

  // MARK: - For the owner

  package func report() throws(AppAttestFailure) -> AttestReport {
    let listings = try reading { (connection) throws(SealedRecordsError) in try connection.appKeys() }
    // Before the first unlock nobody knows it.
    let authority = try? keptAuthority()
    return AttestReport(
      keys: listings, refusals: state.withLock { $0.refusals }, root: authority?.root,
      isClockRight: (try? isRight(clock(), authority)) ?? true)
  }

  /// The root certificate that servers need, in DER: on the disk when this returns.
  package func root() throws(AppAttestFailure) -> [UInt8] { try authority().root }

  package func note(_ failure: AppAttestFailure, of program: String) {
    let note = AttestRefusalNote(
      program: String(program.prefix(AttestRefusalNote.longestProgram / 4)), failure, time: clock())
    state.withLock { $0.refusals = ($0.refusals + [note]).suffix(AttestReport.mostRefusals) }
  }

  /// How many keys the app had.
  @discardableResult package func forgetKeys(of appID: String) throws(AppAttestFailure) -> Int {
    defer { forgetRows() }
    return try writing { (connection) throws(SealedRecordsError) in try connection.forgetAppKeys(of: appID) }
  }

  /// Forgets all keys after a restore: apps have the keychain of the backup, and none of the keys that it names.
  package func forgetAllKeys() throws(AppAttestFailure) {
    defer { forgetRows() }
    _ = try writing { (connection) throws(SealedRecordsError) in try connection.forgetAppKeys() }
  }

  // MARK: - Keys

  private static func hash(_ app: AttestedApp) -> [UInt8] { SHA256.hash(Array(app.appID.utf8).span) }

  private static func check(_ clientDataHash: [UInt8]) throws(AppAttestFailure) {
    guard clientDataHash.count >= AppAttestKeyUse.hashLengths.lowerBound else { throw .hashTooShort }
    guard clientDataHash.count <= AppAttestKeyUse.hashLengths.upperBound else { throw .hashTooLong }
  }

  /// Another app's key is none.
  private func row(_ id: [UInt8], of app: AttestedApp) throws(AppAttestFailure) -> AppKeyRow {
    guard let row = try row(id), row.appID == app.appID else { throw .keyGone }
    return row
  }

  private func row(_ id: [UInt8]) throws(AppAttestFailure) -> AppKeyRow? {
    let (kept, forgotten) = state.withLock { ($0.rows[id], $0.forgotten) }
    if let kept { return kept }
    let row = try reading { (connection) throws(SealedRecordsError) in try connection.appKey(id) }
    guard let row, row.key.appIDHash == SHA256.hash(Array(row.appID.utf8).span) else { return nil }
    guard row.attested != nil else { return row }
    state.withLock { state in
      guard state.forgotten == forgotten else { return }
      if state.rows.count >= Self.mostKeys { state.rows = [:] }
      state.rows[id] = row
    }
    return row
  }

  private func forgetRows() {
    state.withLock { state in
      (state.rows, state.counters) = ([:], [:])
      state.forgotten += 1
    }
  }

  private func signature(
    _ row: AppKeyRow, _ app: AttestedApp, counter: UInt32, _ clientDataHash: [UInt8]
  ) throws(AppAttestFailure) -> (signature: [UInt8], data: [UInt8]) {
    guard
      let use = AppAttestKeyUse(
        row.key, counter: counter, launch: app.launch.encoded, clientDataHash: clientDataHash)
    else { throw .unavailable }
    return (try enclave { () throws(ClassKeyError) in try keys.signature(use) }, use.authenticatorData)
  }

  private func nextCounter(of id: [UInt8]) throws(AppAttestFailure) -> UInt32 {
    try state.withLock { state throws(AppAttestFailure) in
      if let next = state.counters[id]?.popFirst() { return next }
      let last = try writing { (connection) throws(SealedRecordsError) in
        try connection.takeCounters(Self.counters, of: id)
      }
      guard let last, let first = UInt32(exactly: last - Self.counters + 1), let end = UInt32(exactly: last + 1) else {
        throw .keyGone
      }
      state.counters[id] = first + 1..<end
      return first
    }
  }

  // MARK: - The authority

  private func isRight(_ now: Int64, _ authority: DevelopmentAuthority?) throws(AppAttestFailure) -> Bool {
    let latest = try reading { (connection) throws(SealedRecordsError) in try connection.latestAttestation() }
    if let latest, now < latest - Self.tolerance { return false }
    guard let authority else { return true }
    guard let root = try? Certificate(authority.root.span) else { throw .unavailable }
    return (root.firstSecond...root.lastSecond).contains(Int(now))
  }

  private func keptAuthority() throws(AppAttestFailure) -> DevelopmentAuthority? {
    try state.withLock { state throws(AppAttestFailure) in
      if state.authority == nil { state.authority = try KeptAuthority.read(records, classKeys) }
      return state.authority
    }
  }

  private func authority() throws(AppAttestFailure) -> DevelopmentAuthority {
    if let kept = try keptAuthority() { return kept }
    return try state.withLock { state throws(AppAttestFailure) in
      if let other = state.authority { return other }
      let made = try KeptAuthority.make(records, classKeys, at: Int(clock()))
      state.authority = made
      return made
    }
  }

  // MARK: - Failures

  private func enclave<Value>(_ body: () throws(ClassKeyError) -> Value) throws(AppAttestFailure) -> Value {
    do { return try body() } catch {
      switch error {
      case .damaged: throw .keyGone
      case .refusedByLockState: throw .locked
      case .noSuchKey, .unavailable: throw .unavailable
      }
    }
  }

  private func reading<Value>(
    _ body: (DatabaseConnection) throws(SealedRecordsError) -> Value
  ) throws(AppAttestFailure) -> Value {
    do throws(SealedRecordsError) {
      try records.checkVersion()
      return try records.database.read(body)
    } catch { throw AppAttestFailure(error) }
  }

  private func writing<Value: Sendable>(
    _ body: (DatabaseConnection) throws(SealedRecordsError) -> Value
  ) throws(AppAttestFailure) -> Value {
    do throws(SealedRecordsError) {
      try records.checkVersion()
      return try records.database.write(body)
    } catch { throw AppAttestFailure(error) }
  }
}

extension AppAttestFailure {
  init(_ error: SealedRecordsError) {
    self = error == .locked ? .locked : .unavailable
  }
}
