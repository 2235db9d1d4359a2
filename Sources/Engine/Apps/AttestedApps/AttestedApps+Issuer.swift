// SPDX-License-Identifier: Apache-2.0
import AppAttest
package import AppAttestKeys
import AsymmetricKeys
import CryptoPrimitives
import JSONCoding
import MachineEnrolment
import ProtectionModel

// The steps of an attestation by an organisation's issuer. Between them a network is waited for: nothing is held meanwhile, and
// each step holds by itself, so that what ends in between is begun again with the same key.

extension AttestedApps {
  /// The request to the issuer, with what this machine's TPM signed about it and the key.
  package func vouched(
    _ question: IssuerQuestion, challenge: [UInt8], by machine: any MachineKeyService
  ) throws(AppAttestFailure) -> [UInt8] {
    guard AppKeyRequest.challengeLengths.contains(challenge.count) else { throw .issuerUnavailable }
    guard let publicKey = try? ECPublicKey(.p256, x963: question.row.key.publicKey.span) else { throw .keyGone }
    let (app, enrolment) = (question.app, question.enrolment)
    let request = AppKeyRequest(
      issuer: enrolment.server, challenge: challenge, machine: enrolment.machine, appID: app.appID,
      publicKey: publicKey, clientDataHash: question.clientDataHash, category: app.category,
      bundleVersion: app.bundleVersion, systemVersion: version, environment: app.environment, basis: .tpm,
      time: Int(clock()))
    return try vouched(Array(request.json.text.utf8), question.row.key, enrolment, machine)
  }

  /// The request for a token by which the app's server asks about this machine: with a key of the app that is for this request alone.
  package func deviceRequest(
    of app: AttestedApp, _ enrolment: IssuerEnrolment, challenge: [UInt8], by machine: any MachineKeyService
  ) throws(AppAttestFailure) -> [UInt8] {
    guard AppKeyRequest.challengeLengths.contains(challenge.count) else { throw .issuerUnavailable }
    let key = try newKey(of: app)
    guard let publicKey = try? ECPublicKey(.p256, x963: key.publicKey.span) else { throw .unavailable }
    let request = DeviceTokenRequest(
      issuer: enrolment.server, challenge: challenge, machine: enrolment.machine, appID: app.appID, publicKey: publicKey
    )
    return try vouched(Array(request.json.text.utf8), key, enrolment, machine)
  }

  private func vouched(
    _ octets: [UInt8], _ key: AppAttestKey, _ enrolment: IssuerEnrolment, _ machine: any MachineKeyService
  ) throws(AppAttestFailure) -> [UInt8] {
    guard let voucher = MachineVoucher(for: key, by: enrolment.key, request: SHA256.hash(octets.span)) else {
      throw .unavailable
    }
    let quote: MachineQuote
    do { quote = try machine.vouch(voucher) } catch {
      switch error {
      case .refusedByLockState: throw .locked
      // The machine's key is another TPM's, or the TPM is asked too often at this moment: the app's own key was used before.
      case .damaged: throw .issuerRefused
      case .noSuchKey, .unavailable: throw .issuerUnavailable
      }
    }
    guard let signature = try? ECDSASignature.der(fromRaw: quote.signature.span, .p256) else { throw .unavailable }
    let whole = VouchedRequest(request: octets, quote: quote.statement, signature: signature)
    return Array(whole.json.text.utf8)
  }

  /// Takes what the issuer answered, where a server would under the issuer's root: else the key would be attested and of no use.
  package func take(_ attestation: [UInt8], for question: IssuerQuestion) throws(AppAttestFailure) -> [UInt8] {
    let now = clock()
    var policy = AppAttestPolicy(
      appID: question.app.appID, question.app.environment, anchors: [question.enrolment.root], time: Int(now))
    (policy.bases, policy.receiptAnchors) = ([.tpm], [question.enrolment.root])
    policy.categories = [question.app.category]
    do {
      _ = try AppAttestationVerification(policy).verify(
        attestation, keyID: question.row.id, clientDataHash: question.clientDataHash)
    } catch {
      throw error.all.contains { $0.reason == .leafExpired } ? .clockWrong : .issuerUnavailable
    }
    return try keep(attestation, question.request, of: question.row.id, at: now)
  }
}
