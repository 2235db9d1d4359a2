// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CBORCoding
import CryptoPrimitives
import JSONCoding

/// The steps that both ceremonies have, and what was found wrong so far.
struct CeremonyChecks {
  let steps: CeremonySteps
  let policy: RelyingPartyPolicy
  private(set) var found: [Refusal] = []

  init(_ steps: CeremonySteps, _ policy: RelyingPartyPolicy) {
    self.steps = steps
    self.policy = policy
  }

  mutating func refuse(_ reason: Refusal.Reason, _ number: Int, _ detail: Refusal.Detail? = nil) {
    found.append(Refusal(reason, Refusal.Step(section: steps.section, number: number), detail))
  }

  // MARK: - Client data

  mutating func checkClientData(_ bytes: [UInt8], challenge: [UInt8]) {
    let data: ClientData
    do { data = try ClientData(bytes) } catch { return refuse(.malformed, steps.clientData, .form(error)) }
    if !data.type.isSameText(as: steps.clientDataType) { refuse(.type, steps.type, .found(data.type)) }
    if !data.challenge.isSameText(as: Base64URL.encode(challenge)) { refuse(.challenge, steps.challenge) }
    if !Self.contains(policy.origins, data.origin) { refuse(.origin, steps.origin, .found(data.origin)) }
    if data.isCrossOrigin, policy.framing == .refused { refuse(.crossOrigin, steps.crossOrigin) }
    guard let topOrigin = data.topOrigin else { return }
    if policy.framing == .refused || !Self.contains(policy.topOrigins, topOrigin) {
      refuse(.topOrigin, steps.topOrigin, .found(topOrigin))
    }
  }

  private static func contains(_ origins: [String], _ origin: String) -> Bool {
    origins.contains { $0.isSameText(as: origin) }
  }

  // MARK: - Authenticator data

  mutating func checkRelyingParty(_ data: AuthenticatorData, _ identifier: String) {
    let expected = SHA256.hash(Array(identifier.utf8).span)
    if !equalInConstantTime(data.rpIDHash.span, expected.span) { refuse(.rpIdHash, steps.rpIDHash) }
  }

  mutating func checkFlags(
    _ flags: AuthenticatorFlags, _ requirement: UserVerificationRequirement, _ mediation: Mediation
  ) {
    if mediation == .asked, !flags.contains(.userPresent) { refuse(.userPresence, steps.userPresence) }
    let isRequired = requirement == .required || policy.userVerification == .required
    if isRequired, !flags.contains(.userVerified) { refuse(.userVerification, steps.userVerification) }
    if flags.contains(.backedUp), !flags.contains(.backupEligible) { refuse(.backupFlags, steps.backupFlags) }
  }

  // MARK: - Extensions

  /// Outputs of extensions that are known must have their form; what nobody asked for is ignored or refused, as the policy
  /// says (WebAuthn Level 3, 9 and 10).
  mutating func checkExtensions(
    inputs: [JSONValue.Member], results: [JSONValue.Member], authenticator: CBORMap?
  ) {
    for result in results {
      if !ExtensionOutput.hasItsForm(result) {
        refuse(.extension, steps.extensions, .extension(result.name))
      } else if policy.unrequestedExtensions == .refused,
        !inputs.contains(where: { $0.name.isSameText(as: result.name) })
      {
        refuse(.extension, steps.extensions, .extension(result.name))
      }
    }
    guard policy.unrequestedExtensions == .refused else { return }
    for entry in authenticator?.entries ?? [] {
      let name = entry.key.textString ?? ""
      if !inputs.contains(where: { $0.name.isSameText(as: name) }) {
        refuse(.extension, steps.extensions, .extension(name))
      }
    }
  }
}

/// How a ceremony came about: an automatic upgrade to a passkey needs nobody's presence (WebAuthn Level 3, 7.1, step 15).
package enum Mediation: Sendable { case asked, conditional }
