// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import COSEKeys
import Foundation
import RepositoryFolder
package import WebAuthn

/// A registration and a sign-in with the same credential, as the W3C publishes them (Web Authentication Level 3, section
/// 16): `Tests/Formats/webauthn/ceremonies.json`.
package struct PublishedCeremony: Sendable, CustomStringConvertible {
  package let name: String
  package let credentialID: [UInt8]
  package let aaguid: [UInt8]
  package private(set) var registration: RegistrationResponse
  package private(set) var registrationChallenge: [UInt8]
  package let authentication: AuthenticationResponse
  package let authenticationChallenge: [UInt8]

  package static let relyingParty = "example.org"
  package static let origin = "https://example.org"
  package static let topOrigin = "https://example.com"
  package static let userHandle: [UInt8] = [1, 2, 3, 4]
  /// In 2026; the certificates are good for a thousand years.
  package static let time = 1_790_000_000

  package var description: String { name }

  package var creationOptions: CreationOptions {
    CreationOptions(
      relyingPartyID: Self.relyingParty, relyingPartyName: "Example",
      user: CreationOptions.User(id: Self.userHandle, name: "ada", displayName: "Ada"),
      challenge: registrationChallenge, algorithms: COSEAlgorithm.allCases)
  }

  package var requestOptions: CredentialRequestOptions {
    CredentialRequestOptions(relyingPartyID: Self.relyingParty, challenge: authenticationChallenge)
  }

  /// That accepts all of them.
  package static var policy: RelyingPartyPolicy {
    var policy = RelyingPartyPolicy(origins: [origin], time: time)
    policy.topOrigins = [topOrigin]
    policy.framing = .allowed
    policy.anchors = [root]
    return policy
  }

  package func register(_ policy: RelyingPartyPolicy = policy) throws -> VerifiedRegistration {
    guard let verification = RegistrationVerification(creationOptions, policy) else {
      throw CocoaError(.featureUnsupported)
    }
    return try verification.verify(registration)
  }

  package func signIn(_ record: CredentialRecord, _ policy: RelyingPartyPolicy = policy) throws -> VerifiedAssertion {
    guard let verification = AuthenticationVerification(requestOptions, policy, .stated) else {
      throw CocoaError(.featureUnsupported)
    }
    return try verification.verify(authentication, stored: record)
  }
}

// MARK: - The file

extension PublishedCeremony {
  package static let all: [PublishedCeremony] = file.ceremonies.map { PublishedCeremony($0) }
  /// The certificate that all attestations chain to, DER.
  package static let root: [UInt8] = bytes(file.attestationRoot)

  package static func named(_ name: String) -> PublishedCeremony {
    guard let found = all.first(where: { $0.name == name }) else { preconditionFailure("no ceremony \(name)") }
    return found
  }

  private init(_ ceremony: File.Ceremony) {
    let (made, used) = (ceremony.registration, ceremony.authentication)
    name = ceremony.name
    credentialID = Self.bytes(made.credentialID)
    aaguid = Self.bytes(made.aaguid)
    registrationChallenge = Self.bytes(made.challenge)
    authenticationChallenge = Self.bytes(used.challenge)
    registration = RegistrationResponse(
      id: credentialID, clientData: Self.bytes(made.clientDataJSON),
      attestationObject: Self.bytes(made.attestationObject),
      transports: ["internal"])
    authentication = AuthenticationResponse(
      id: credentialID, clientData: Self.bytes(used.clientDataJSON),
      authenticatorData: Self.bytes(used.authenticatorData), signature: Self.bytes(used.signature),
      userHandle: Self.userHandle)
  }

  private static let file: File = {
    let url = RepositoryFolder.tests.appending(path: "Formats/webauthn/ceremonies.json")
    guard let data = try? Data(contentsOf: url), let file = try? JSONDecoder().decode(File.self, from: data) else {
      preconditionFailure("the published ceremonies cannot be read")
    }
    return file
  }()

  package static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap { $0.hexDigitValue.map { UInt8($0) } }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private struct File: Decodable {
    let attestationRoot: String
    let ceremonies: [Ceremony]

    struct Ceremony: Decodable {
      let name: String
      let registration: Registration
      let authentication: Authentication
    }

    struct Registration: Decodable {
      let challenge, aaguid, credentialID, clientDataJSON, attestationObject: String
    }

    struct Authentication: Decodable {
      let challenge, authenticatorData, clientDataJSON, signature: String
    }
  }
}

// MARK: - Changed, where nothing is signed

extension PublishedCeremony {
  /// The same registration as the answer to another challenge. Of a ceremony without attestation, whose registration nobody
  /// has signed.
  package func answering(_ challenge: [UInt8]) -> PublishedCeremony {
    var changed = self
    changed.registrationChallenge = challenge
    let members: [String: Any] = [
      "type": "webauthn.create", "challenge": Base64URL.encode(challenge), "origin": Self.origin,
    ]
    changed.registration.clientData = (try? JSONSerialization.data(withJSONObject: members)).map { Array($0) } ?? []
    return changed
  }

  /// The same registration with another counter.
  package func counting(_ signCount: UInt32) -> PublishedCeremony {
    var changed = self
    guard let object = try? AttestationObject(registration.attestationObject),
      let credential = object.authenticatorData.credential
    else { preconditionFailure("a published object cannot be read") }
    let data = AuthenticatorData(
      relyingParty: Self.relyingParty, object.authenticatorData.flags, signCount: signCount, credential: credential)
    changed.registration.attestationObject = AttestationObject(none: data).encoded
    return changed
  }
}
