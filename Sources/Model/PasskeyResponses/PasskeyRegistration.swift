// SPDX-License-Identifier: Apache-2.0
import COSEKeys
import CryptoPrimitives
import JSONCoding
import KeyFormats
package import PasskeyKeys
package import WebAuthn

/// A registration as the browser's and the authenticator's side sees it (WebAuthn Level 3, 5.1.3 and 6.3.2): from a site's
/// options to what the enclave is asked for, and from its answer to the response.
package struct PasskeyRegistration: Sendable {
  package let options: CreationOptions
  package let relyingPartyID: String
  package let clientData: [UInt8]
  private let prf: PRFRequest?
  private let largeBlob: LargeBlobRequest?

  /// The relying party's identifier is one that this origin may use: whoever calls has seen to it.
  ///
  /// - Throws: `notSupported` where ES256 is not among the algorithms, and what `PRFRequest` and
  ///   `LargeBlobRequest` throw.
  package init(
    _ options: CreationOptions, for relyingPartyID: String, at origin: CeremonyOrigin
  ) throws(CeremonyFailure) {
    guard options.acceptedAlgorithms.contains(COSEAlgorithm.es256.rawValue) else { throw .notSupported }
    self.options = options
    self.relyingPartyID = relyingPartyID
    clientData = origin.clientData("webauthn.create", challenge: options.challenge)
    prf = try PRFRequest(options.extensions, at: .creation)
    largeBlob = try LargeBlobRequest(options.extensions, at: .creation)
  }

  /// The hash of the client data, which is signed, and which the person is asked about.
  package var clientDataHash: [UInt8] { ClientData.hash(clientData) }

  private var relyingPartyHash: [UInt8] { SHA256.hash(Array(relyingPartyID.utf8).span) }

  package func creation(_ portability: PasskeyKey.Portability) -> PasskeyCreation {
    guard
      let creation = PasskeyCreation(
        relyingPartyHash: relyingPartyHash, userHash: SHA256.hash(options.user.id.span), portability,
        clientDataHash: clientDataHash, salts: prf?.salts(for: nil) ?? PRFSalts())
    else { preconditionFailure("a hash has its length") }
    return creation
  }

  /// The response with attestation `none`. `id` is the credential's, which nobody else has.
  ///
  /// - Throws: `notAllowed` for a key that is none, or that is another account's.
  package func response(_ new: borrowing NewPasskey, id: [UInt8]) throws(CeremonyFailure) -> RegistrationResponse {
    guard new.key.relyingPartyHash == relyingPartyHash, new.key.userHash == SHA256.hash(options.user.id.span) else {
      throw .notAllowed
    }
    let point = new.key.publicKey
    guard let key = try? COSEKey(.es256, .ec(ECPublicKey(.p256, x963: point.span))) else { throw .notAllowed }
    let head = new.key.head(.registration)
    let data = AuthenticatorData(
      relyingParty: relyingPartyID, AuthenticatorFlags(rawValue: head[PasskeyKey.hashSize]),
      credential: AttestedCredential(PasskeyAuthenticator.aaguid, id: id, key))
    var response = RegistrationResponse(
      id: id, clientData: clientData, attestationObject: AttestationObject(none: data).encoded,
      transports: PasskeyAuthenticator.transports)
    response.envelope.attachment = PasskeyAuthenticator.attachment
    response.envelope.extensionResults = results(new.outputs)
    return response
  }

  /// The results of extensions: every passkey can be found without its identifier, and has the `prf` function.
  private func results(_ outputs: borrowing PRFOutputs) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if options.extensions.contains(where: { $0.name == "credProps" && $0.value == .bool(true) }) {
      members.append(JSONValue.Member("credProps", .members(["rk": .bool(true)])))
    }
    if largeBlob != nil { members.append(JSONValue.Member("largeBlob", .members(["supported": .bool(true)]))) }
    guard prf != nil else { return members }
    var prf = [JSONValue.Member("enabled", .bool(true))]
    if let results = outputs.results() { prf.append(JSONValue.Member("results", results)) }
    members.append(JSONValue.Member("prf", .object(prf)))
    return members
  }
}
