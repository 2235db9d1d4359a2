// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CBORCoding
import COSEKeys
import JSONCoding
import PublishedCeremonies
import WebAuthn

/// A published ceremony that was changed somewhere, and whether it is accepted here.
struct MutatedCeremony {
  let name: String
  let question: JSONValue
  let isAccepted: Bool

  /// As it was published where it is not changed.
  static func registration(_ ceremony: PublishedCeremony, _ generator: inout SeededGenerator, changed: Bool) -> Self {
    var response = ceremony.registration
    if changed {
      change(&response, &generator)
      // What the attestation object says of its credential is what the response says, or nobody would look further.
      if let credential = try? AttestationObject(response.attestationObject).authenticatorData.credential {
        response.envelope.id = credential.id
      }
    }
    let verification = RegistrationVerification(ceremony.creationOptions, PublishedCeremony.policy)
    return MutatedCeremony(
      name: ceremony.name,
      question: .members([
        "kind": .string("registration"), "challenge": .string(Base64URL.encode(ceremony.registrationChallenge)),
        "response": response.json,
      ]), isAccepted: (try? verification?.verify(response)) != nil)
  }

  static func authentication(
    _ ceremony: PublishedCeremony, _ record: CredentialRecord, _ generator: inout SeededGenerator, changed: Bool
  ) -> Self {
    var (response, stored) = (ceremony.authentication, record)
    if changed {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: flip(&response.clientData, &generator)
      case 1: flip(&response.authenticatorData, &generator)
      case 2: flip(&response.signature, &generator)
      case 3: stored.signCount = UInt32.random(in: 0...1, using: &generator)
      default: response.signature = resized(response.signature, &generator)
      }
    }
    let verification = AuthenticationVerification(ceremony.requestOptions, PublishedCeremony.policy, .stated)
    return MutatedCeremony(
      name: ceremony.name,
      question: .members([
        "kind": .string("authentication"), "challenge": .string(Base64URL.encode(ceremony.authenticationChallenge)),
        "response": response.json, "publicKey": .string(Base64URL.encode(stored.publicKey.encoded)),
        "signCount": .number(Int(stored.signCount)),
      ]), isAccepted: (try? verification?.verify(response, stored: stored)) != nil)
  }

  // MARK: - Changes

  private static func change(_ response: inout RegistrationResponse, _ generator: inout SeededGenerator) {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: flip(&response.clientData, &generator)
    case 1: flip(&response.attestationObject, &generator)
    case 2: response.attestationObject = resized(response.attestationObject, &generator)
    case 3: response.attestationObject = withoutAttestation(response, &generator)
    case 4: response.attestationObject = withOtherStatement(response, &generator)
    default: for _ in 0..<3 { flip(&response.attestationObject, &generator) }
    }
  }

  /// Authenticator data that nobody has signed, with a bit turned.
  private static func withoutAttestation(
    _ response: RegistrationResponse, _ generator: inout SeededGenerator
  ) -> [UInt8] {
    guard let object = try? AttestationObject(response.attestationObject) else { return [] }
    var data = object.authenticatorData.encoded
    // The head and the model: the rest is an identifier and a key.
    let index = Int.random(in: 0..<min(data.count, 53), using: &generator)
    data[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    return CBORValue.map([
      .text("fmt"): .text("none"), .text("attStmt"): .map([:]), .text("authData"): .bytes(data),
    ]).encoded
  }

  private static func withOtherStatement(
    _ response: RegistrationResponse, _ generator: inout SeededGenerator
  ) -> [UInt8] {
    guard let object = try? AttestationObject(response.attestationObject),
      let other = PublishedCeremony.all.randomElement(using: &generator),
      let statement = try? AttestationObject(other.registration.attestationObject)
    else { return [] }
    return CBORValue.map([
      .text("fmt"): .text(statement.format), .text("attStmt"): statement.statement,
      .text("authData"): .bytes(object.authenticatorData.encoded),
    ]).encoded
  }

  private static func flip(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    guard let index = bytes.indices.randomElement(using: &generator) else { return }
    bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
  }

  private static func resized(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    let count = Int.random(in: 1...4, using: &generator)
    return Bool.random(using: &generator)
      ? Array(bytes.dropLast(count)) : bytes + (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
