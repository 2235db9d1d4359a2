// SPDX-License-Identifier: Apache-2.0
import COSEKeys
import CertificateTrust
import CryptoPrimitives
import KeyFormats
import WebAuthn
import X509Certificates

/// Verifies what `attestKey` gave an app, by the steps of "Validating apps that connect to your server".
package struct AppAttestationVerification: Sendable {
  package let policy: AppAttestPolicy

  package init(_ policy: AppAttestPolicy) { self.policy = policy }

  /// `clientDataHash` are the bytes that the app gave to `attestKey`: what they hash is the server's own affair.
  package func verify(
    _ attestation: [UInt8], keyID: [UInt8], clientDataHash: [UInt8]
  ) throws(AppAttestRefusals) -> VerifiedAppAttestation {
    let object: AppAttestationObject
    let data: AppAuthenticatorData
    do {
      object = try AppAttestationObject(attestation)
      data = try AppAuthenticatorData(object.authenticatorData, .attestation)
    } catch { throw AppAttestRefusals(error) }
    var checks = AppChecks(policy)
    checks.checkApp(data)
    let leaf = Self.checkChain(object.certificates, &checks)
    if let leaf { Self.checkNonce(leaf, data.encoded + clientDataHash, &checks) }
    let key = leaf.flatMap { Self.checkKey($0, data, keyID, &checks) }
    if let leaf { Self.checkStatements(leaf, &checks) }
    if data.counter != 0 { checks.refuse(.counterNotZero, .found("\(data.counter)")) }
    if data.credential?.aaguid != policy.environment.aaguid { checks.refuse(.environment) }
    if data.credential?.id != keyID { checks.refuse(.credentialId) }
    checks.checkLaunch(data.launch)
    let receipt = Self.checkReceipt(object, clientDataHash, &checks)
    if let refusals = AppAttestRefusals(checks.found) { throw refusals }
    guard let leaf, let key else { preconditionFailure("what is missing was refused") }
    return VerifiedAppAttestation(
      AttestedAppKey(id: keyID, appID: policy.appID, policy.environment, key, counter: 0), leaf, data.launch,
      receipt: object.receipt, receipt)
  }

  /// Step 1: the key's certificate and its issuer's, which one of the anchors has issued.
  private static func checkChain(_ certificates: [[UInt8]], _ checks: inout AppChecks) -> AttestedLeaf? {
    guard certificates.count == 2 else {
      checks.refuse(.chain, .certificateCount(certificates.count))
      return certificates.first.flatMap { AttestedLeaf($0) }
    }
    guard let leaf = AttestedLeaf(certificates[0]) else {
      checks.refuse(.chain, .trust(.unreadable))
      return nil
    }
    var question = TrustQuestion(certificates[0], at: checks.policy.time)
    question.others = [certificates[1]]
    question.anchors = checks.policy.anchors
    question.trustsSystem = false
    if let defect = TrustEvaluation.answer(question).defect {
      let isOfLeaf = defect.depth == 0 && [.expired, .notYetValid].contains(defect.kind)
      checks.refuse(isOfLeaf ? .leafExpired : .chain, .trust(defect.kind))
    } else if leaf.certificate.mayIssueCertificates || leaf.certificate.version != 3 {
      checks.refuse(.chain, .trust(.wrongUse))
    }
    return leaf
  }

  /// Steps 2 and 3.
  private static func checkNonce(_ leaf: AttestedLeaf, _ composite: [UInt8], _ checks: inout AppChecks) {
    guard let first = leaf.nonces.first, let nonce = first else { return checks.refuse(.nonceMissing) }
    guard leaf.nonces.count == 1 else { return checks.refuse(.nonce, .repeated(leaf.nonces.count)) }
    let expected = SHA256.hash(composite.span)
    if !equalInConstantTime(nonce.span, expected.span) { checks.refuse(.nonce) }
  }

  /// Step 4, and that the authenticator data is of the same key.
  private static func checkKey(
    _ leaf: AttestedLeaf, _ data: AppAuthenticatorData, _ keyID: [UInt8], _ checks: inout AppChecks
  ) -> COSEKey? {
    guard case .ec(let point)? = leaf.key, point.curve == .p256 else {
      checks.refuse(.keyId, .otherCurve)
      return nil
    }
    if SHA256.hash(point.x963.span) != keyID { checks.refuse(.keyId) }
    guard let key = try? data.credential?.key(), key.algorithm == .es256, key.material == leaf.key else {
      checks.refuse(.keyId, .otherKey)
      return nil
    }
    return key
  }

  /// Checks the certificate's own statements about the app (step 5), and about what the key's use depends on (step 10).
  private static func checkStatements(_ leaf: AttestedLeaf, _ checks: inout AppChecks) {
    switch leaf.appID {
    case .stated(let name): if name != checks.policy.appID { checks.refuse(.appId, .found(name)) }
    case .unreadable: checks.refuse(.appId, .member("certificate"))
    case .unstated: break
    }
    switch leaf.basis {
    case .stated(let basis):
      if !checks.policy.bases.contains(basis) { checks.refuse(.basis, .found(basis.rawValue)) }
    case .unreadable: checks.refuse(.basis, .member("certificate"))
    case .unstated: break
    }
    guard let allowed = checks.policy.accessControls else { return }
    switch leaf.accessControl {
    case .stated(let list): if !allowed.contains(list) { checks.refuse(.accessControl) }
    case .unstated: checks.refuse(.accessControl, .unstated)
    case .unreadable: checks.refuse(.accessControl, .member("certificate"))
    }
  }

  /// Checks that the receipt is of this attestation, where the policy says whose receipts count.
  private static func checkReceipt(
    _ object: AppAttestationObject, _ clientDataHash: [UInt8], _ checks: inout AppChecks
  ) -> AppReceipt? {
    guard let anchors = checks.policy.receiptAnchors else { return nil }
    let receipt: AppReceipt
    do { receipt = try AppReceipt(object.receipt, anchors: anchors, at: checks.policy.time) } catch {
      checks.refuse(.receipt, .receipt(error))
      return nil
    }
    let expected = [
      (AppReceipt.Number.appID, Array(checks.policy.appID.utf8)),
      (AppReceipt.Number.certificate, object.certificates.first ?? []),
      (AppReceipt.Number.clientDataHash, clientDataHash),
      (AppReceipt.Number.kind, Array(AppReceipt.Kind.attestation.rawValue.utf8)),
    ]
    for (number, value) in expected where receipt[number] != value { checks.refuse(.receipt, .receiptField(number)) }
    return receipt
  }
}
