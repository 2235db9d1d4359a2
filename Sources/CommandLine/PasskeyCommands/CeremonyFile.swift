// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import JSONCoding
import KeychainObjects
import WebAuthn

/// The file that `bailey passkey verify` reads: one ceremony with all that decides about it.
struct CeremonyFile {
  let ceremony: Ceremony
  let policy: RelyingPartyPolicy
  let mediation: Mediation

  enum Ceremony {
    case registration(CreationOptions, RegistrationResponse)
    case authentication(CredentialRequestOptions, AuthenticationResponse, CredentialRecord?)
  }

  static let limits = JSONLimits(bytes: 1 << 20, depth: 32, values: 1 << 14)

  init(_ bytes: [UInt8], now: Int) throws(FormError) {
    let form = try FormReader(bytes, Self.limits)
    let (options, response) = try (form.object("options"), form.object("response"))
    if try response.object("response").value("attestationObject") != nil {
      ceremony = .registration(try CreationOptions(options), try RegistrationResponse(response))
    } else {
      let stored = try form.optionalObject("stored")
      ceremony = .authentication(
        try CredentialRequestOptions(options), try AuthenticationResponse(response),
        try stored.map { form throws(FormError) in try CredentialRecord(form) })
    }
    mediation = try form.optionalString("mediation") == "conditional" ? .conditional : .asked
    policy = try Self.policy(form.object("policy"), now)
  }

  private static func policy(_ form: FormReader, _ now: Int) throws(FormError) -> RelyingPartyPolicy {
    guard let origins = try form.optionalStrings("origins") else { throw .missing(form.path(of: "origins")) }
    var policy = RelyingPartyPolicy(origins: origins, time: try form.optionalNumber("time") ?? now)
    policy.topOrigins = try form.optionalStrings("topOrigins") ?? []
    if try form.optionalBool("allowCrossOrigin") == true { policy.framing = .allowed }
    if try form.optionalBool("requireUserVerification") == true { policy.userVerification = .required }
    if try form.optionalBool("requireAttestation") == true { policy.attestation = .required }
    guard let anchors = try form.optionalStrings("anchors") else { return policy }
    var certificates: [[UInt8]] = []
    for anchor in anchors {
      guard let certificate = certificate(anchor) else { throw .wrongType(form.path(of: "anchors")) }
      certificates.append(certificate)
    }
    policy.anchors = certificates
    return policy
  }

  /// DER in base64, with PEM's lines around it or without.
  private static func certificate(_ text: String) -> [UInt8]? {
    let lines = text.split { $0.isNewline }.filter { !$0.hasPrefix("-----") }
    return Base64.decode(lines.map { $0.filter { !$0.isWhitespace } }.joined())
  }
}
