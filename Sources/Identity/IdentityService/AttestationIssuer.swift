// SPDX-License-Identifier: Apache-2.0
import AppAttest
import CertificateTrust
import CryptoPrimitives
import DERCoding
package import IdentityModel
import KeyFormats
import MachineEnrolment
package import SecretMemory
import X509Certificates

/// Enrols machines by their TPMs, and vouches for the keys of their apps.
///
/// What it vouches for is what the machine said: that its TPM said so is what is proved.
package struct AttestationIssuer: Sendable {
  private let authority: AppAuthority
  let store: any IdentityStore
  private let challenges: IssuerChallenges
  let tokens: DeviceTokens
  private let calls = CallRates()

  /// How long the TPM has for an answer, in milliseconds.
  private static let enrolmentTime: Int64 = 5 * 60 * 1000
  private static let mostOfOne = 4
  private static let mostPending = 256
  /// Keys that a machine gets in an hour.
  package static let mostKeys = 100
  /// Answers that a machine gets once more in a minute.
  package static let mostRepetitions: Int64 = 20
  private static let hour: Int64 = 60 * 60 * 1000
  private static let riskTime: Int64 = 30 * 24 * hour
  private static let receiptTime = Int64(IssuedReceipt.lifetime) * 1000
  /// Receipts that a team exchanges in a minute.
  package static let mostExchanges: Int64 = 300
  /// The seconds by which a machine's clock may differ.
  private static let tolerance = 300

  /// The issuer with the authority of the store; where it has none, one is made.
  package init(
    in store: any IdentityStore, sealedBy key: borrowing SecretBytes, at now: Int64
  ) throws(SigningKeyRing.Failure) {
    self.store = store
    challenges = IssuerChallenges(key)
    tokens = DeviceTokens(key)
    do throws(IdentityStoreError) {
      let stored: StoredAuthority
      if let known = try store.authority() {
        stored = known
      } else {
        stored = try store.keep(try Self.made(sealedBy: key, at: now))
      }
      guard let authority = Self.opened(stored, by: key) else { throw .unknown("") }
      self.authority = authority
    } catch .unknown {
      throw .notOurs(keyID: "attestation")
    } catch {
      throw .store(error)
    }
  }

  /// The root certificate that servers need, DER.
  package var root: [UInt8] { authority.root }

  // MARK: - Sealing

  private enum Name {
    static let key = "attestation"
    static let receiptKey = "receipts"
  }

  private static func made(
    sealedBy key: borrowing SecretBytes, at now: Int64
  ) throws(IdentityStoreError) -> StoredAuthority {
    guard let made = try? AppAuthority(.organisation, at: Int(now / 1000)), let signing = try? made.keptKey(),
      let receipts = try? made.keptReceiptKey(),
      let sealed = try? StoredSecret.seal(signing, as: Name.key, by: key),
      let sealedReceipts = try? StoredSecret.seal(receipts, as: Name.receiptKey, by: key)
    else { throw .unavailable }
    return StoredAuthority(
      root: made.root, intermediate: made.intermediate, receiptSigner: made.receiptSigner, sealedKey: sealed,
      sealedReceiptKey: sealedReceipts)
  }

  private static func opened(_ stored: StoredAuthority, by key: borrowing SecretBytes) -> AppAuthority? {
    guard let signing = StoredSecret.open(stored.sealedKey, as: Name.key, by: key),
      let receipts = StoredSecret.open(stored.sealedReceiptKey, as: Name.receiptKey, by: key)
    else { return nil }
    return signing.withBytes { signing in
      receipts.withBytes { receipts in
        try? AppAuthority(
          .organisation, root: stored.root, intermediate: stored.intermediate, receiptSigner: stored.receiptSigner,
          key: signing, receiptKey: receipts)
      }
    }
  }

  // MARK: - Enrolment

  struct Challenge {
    let id: String
    let credential: ProtectedCredential
  }

  /// Gives a secret that the machine's TPM alone gives back, and only while it has the key that is to speak for it.
  func begin(_ request: EnrolmentRequest, at now: Int64) throws(IssuerRefusal) -> Challenge {
    let known = try asking { () throws(IdentityStoreError) in try store.machine(endorsement: request.endorsement) }
    guard known?.revokedAt == nil else { throw .machineRevoked }
    if known == nil { try checkCertificate(of: request, at: now) }
    let secret = SystemRandom.secret(ProtectedCredential.secretSize)
    guard let credential = try? ProtectedCredential(secret, for: request.endorsementKey, name: request.key.name) else {
      throw .unavailable
    }
    let enrolment = PendingEnrolment(
      id: RandomText.token("e"), endorsement: request.endorsement, attestationKey: request.key.area,
      secretHash: secret.withBytes { SHA256.hash($0) }, expiresAt: now + Self.enrolmentTime)
    let hasRoom = try asking { () throws(IdentityStoreError) in
      try store.begin(enrolment, atMost: Self.mostOfOne, ofAll: Self.mostPending, at: now)
    }
    guard hasRoom else { throw .tooMany(seconds: Int(Self.enrolmentTime / 1000)) }
    return Challenge(id: enrolment.id, credential: credential)
  }

  /// tcg-kp-EKCertificate (TCG EK Credential Profile 2.5).
  private static let endorsementUse = OID(2, 23, 133, 8, 1)

  private func checkCertificate(of request: EnrolmentRequest, at now: Int64) throws(IssuerRefusal) {
    guard let encoded = request.certificate else { throw .endorsementKeyUnknown }
    // An authority may certify other keys too, of which their holders are no TPMs.
    guard let certificate = try? Certificate(encoded.span), certificate.publicKey == request.endorsementKey.publicKey,
      certificate.extendedKeyUses?.contains(Self.endorsementUse) == true
    else { throw .endorsementCertificate }
    let authorities = try asking { () throws(IdentityStoreError) in try store.endorsementAuthorities() }
    var question = TrustQuestion(encoded, at: Int(now / 1000))
    question.anchors = authorities.map(\.certificate)
    question.trustsSystem = false
    guard !authorities.isEmpty, TrustEvaluation.answer(question).defect == nil else { throw .endorsementCertificate }
  }

  func finish(_ id: String, proof: [UInt8], at now: Int64) throws(IssuerRefusal) -> Machine {
    let outcome = try asking { () throws(IdentityStoreError) in
      try store.finishEnrolment(
        id, secretHash: SHA256.hash(proof.span), proposing: RandomText.identifier(10), at: now)
    }
    switch outcome {
    case .enrolled(let machine): return machine
    case .unknown: throw .enrolmentUnknown
    case .wrongProof: throw .proof
    case .revoked: throw .machineRevoked
    }
  }

  // MARK: - Keys of apps

  /// A challenge for one request of a machine; one that is not known gets one too.
  func challenge(for machine: String, at now: Int64) -> [UInt8] { challenges.make(for: machine, at: now) }

  /// The attestation of an app's key. The same request is answered again: a machine that did not hear the answer has not
  /// lost the key. `address` is where machines reach this issuer: what their requests have to be for.
  func attestation(of vouched: VouchedRequest, for address: String, at now: Int64) throws(IssuerRefusal) -> [UInt8] {
    let request = try AppKeyRequest(vouched.request)
    let machine = try vouchingMachine(
      request.machine, vouched, request.vouchedDigest(of: vouched.request), for: request.issuer == address)
    let seconds = Int(now / 1000)
    guard (seconds - Self.tolerance...seconds + Self.tolerance).contains(request.time) else { throw .clockDiffers }
    guard challenges.isGood(request.challenge, for: machine.id, at: now) else { throw .challenge }
    guard request.environment == .development || request.basis == .tpm else { throw .environment }
    guard let statement = request.statement else { throw .unavailable }
    let issued = IssuedKey(
      id: request.keyID, machine: machine.id, appID: request.appID, request: request.digest, issuedAt: now)
    try take(issued, at: now)
    guard let attestation = try? authority.attestation(statement, request.basis, at: seconds) else {
      throw .unavailable
    }
    return attestation
  }

  /// The machine whose TPM vouches for a request.
  private func vouchingMachine(
    _ id: String, _ vouched: VouchedRequest, _ digest: [UInt8], for isForThisIssuer: Bool
  ) throws(IssuerRefusal) -> Machine {
    let machine = try asking { () throws(IdentityStoreError) in try store.machine(id) }
    guard let machine, let key = machine.attestationKey else { throw .machineUnknown }
    let former = try asking { () throws(IdentityStoreError) in try store.formerKeys(of: machine.id) }
    func hasSpoken(_ area: [UInt8]) -> Bool {
      MachineKey(area)?.vouches(forDigest: digest, quote: vouched.quote, signature: vouched.signature) == true
    }
    // A machine that was killed before it kept its newest key speaks with the one that it has.
    guard hasSpoken(key) || former.contains(where: hasSpoken) else { throw .machineSignature }
    guard machine.revokedAt == nil else { throw .machineRevoked }
    guard isForThisIssuer else { throw .otherIssuer }
    if !former.isEmpty, hasSpoken(key) {
      try asking { () throws(IdentityStoreError) in try store.forgetFormerKeys(of: machine.id, replacedBy: key) }
    }
    return machine
  }

  // MARK: - Tokens of devices

  /// A token by which the team of the app asks about the machine.
  func deviceToken(of vouched: VouchedRequest, for address: String, at now: Int64) throws(IssuerRefusal) -> [UInt8] {
    let request = try DeviceTokenRequest(vouched.request)
    let machine = try vouchingMachine(
      request.machine, vouched, request.vouchedDigest(of: vouched.request), for: request.issuer == address)
    guard challenges.isGood(request.challenge, for: machine.id, at: now) else { throw .challenge }
    if let wait = calls.begin("machine " + machine.id, atMost: DeviceTokens.mostOfMachine, at: now) {
      throw .tooMany(seconds: wait)
    }
    guard let team = request.appID.split(separator: ".").first else { throw .malformed }
    return try tokens.make(for: machine.endorsement, team: String(team), at: now)
  }

  /// How many seconds a team has to wait that asked about devices too often; nil where it may ask.
  func wait(ofTeam team: String, at now: Int64) -> Int? {
    calls.begin("bits " + team, atMost: DeviceTokens.mostOfTeam, at: now)
  }

  private func take(_ key: IssuedKey, at now: Int64) throws(IssuerRefusal) {
    let outcome = try asking { () throws(IdentityStoreError) in
      try store.add(key, atMost: Self.mostKeys, within: Self.hour)
    }
    switch outcome {
    case .added:
      // Of no key that is older than the first receipt's time is anything asked, unless a later receipt was given.
      let old = now - Self.receiptTime
      _ = try asking { () throws(IdentityStoreError) in try store.tidyKeys(issuedBefore: old, at: now) }
    case .again:
      // Each is signed anew.
      if let wait = calls.begin("again " + key.machine, atMost: Self.mostRepetitions, at: now) {
        throw .tooMany(seconds: wait)
      }
    case .taken: throw .keyTaken
    case .tooMany(let time): throw .tooMany(seconds: Int(max(1, (time - now + 999) / 1000)))
    case .revoked: throw .machineRevoked
    }
  }

  // MARK: - Receipts

  enum ReceiptOutcome {
    case renewed([UInt8])
    case notYet(seconds: Int)
    /// The receipt is of another authority, has expired, or is of an app of another team.
    case refused(String)
    /// Nothing is known of its key any more.
    case unknown
  }

  /// Exchanges a receipt for one that has the risk metric.
  func exchange(_ encoded: [UInt8], ofTeam team: String, at now: Int64) throws(IssuerRefusal) -> ReceiptOutcome {
    if let wait = calls.begin("receipts " + team, atMost: Self.mostExchanges, at: now) { throw .tooMany(seconds: wait) }
    let seconds = Int(now / 1000)
    let receipt: AppReceipt
    do { receipt = try AppReceipt(encoded, anchors: [authority.root], at: seconds) } catch {
      return .refused("\(error)")
    }
    guard let appID = receipt.appID, let leaf = receipt[AppReceipt.Number.certificate],
      let hash = receipt[AppReceipt.Number.clientDataHash], case .ec(let key)? = try? Certificate(leaf.span).publicKey,
      let environment = receipt[AppReceipt.Number.environment]
        .flatMap({ String(validating: $0, as: UTF8.self) }).flatMap({ AppEnvironment(rawValue: $0) })
    else { return .refused("contents") }
    guard appID.hasPrefix(team + ".") else { return .refused("team") }
    if let first = receipt.notBefore, seconds < first { return .notYet(seconds: first - seconds) }
    let known = try asking { () throws(IdentityStoreError) in try store.issuedKey(SHA256.hash(key.x963.span)) }
    guard let known, known.appID == appID else { return .unknown }
    let (machine, risk) = try asking { () throws(IdentityStoreError) in
      (
        try store.machine(known.machine),
        try store.countKeys(ofApp: appID, on: known.machine, since: now - Self.riskTime)
      )
    }
    // Of a machine that is not trusted any more nothing is vouched for.
    guard let machine, machine.revokedAt == nil else { return .unknown }
    let renewed = IssuedReceipt(
      appID: appID, certificate: leaf, clientDataHash: hash, environment, risk: risk)
    guard let signed = try? authority.signed(renewed, at: seconds) else { throw .unavailable }
    let until = now + Self.receiptTime
    try asking { () throws(IdentityStoreError) in try store.note(known.id, exchangeableUntil: until) }
    return .renewed(signed)
  }

  func asking<Result>(
    _ body: () throws(IdentityStoreError) -> Result
  ) throws(IssuerRefusal) -> Result {
    do { return try body() } catch { throw .unavailable }
  }
}
