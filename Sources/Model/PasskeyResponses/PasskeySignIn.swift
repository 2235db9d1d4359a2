// SPDX-License-Identifier: Apache-2.0
import JSONCoding
package import PasskeyKeys
package import WebAuthn

/// A sign-in as the browser's and the authenticator's side sees it (WebAuthn Level 3, 5.1.4 and 6.3.3).
package struct PasskeySignIn: Sendable {
  package let options: RequestOptions
  package let relyingPartyID: String
  package let clientData: [UInt8]
  private let prf: PRFRequest?

  /// The relying party's identifier is one that this origin may use: whoever calls has seen to it.
  ///
  /// - Throws: What `PRFRequest` throws.
  package init(
    _ options: RequestOptions, for relyingPartyID: String, at origin: CeremonyOrigin
  ) throws(CeremonyFailure) {
    self.options = options
    self.relyingPartyID = relyingPartyID
    clientData = origin.clientData("webauthn.get", challenge: options.challenge)
    prf = try PRFRequest(options.extensions, at: .signIn(allowed: options.allowedCredentials.map(\.id)))
  }

  /// What is signed of it, and what the person is asked about.
  package var clientDataHash: [UInt8] { ClientData.hash(clientData) }

  /// Whether a passkey of this identifier may answer.
  package func allows(_ id: [UInt8]) -> Bool {
    options.allowedCredentials.isEmpty || options.allowedCredentials.contains { $0.id == id }
  }

  /// The key is of this relying party: the enclave signs for no other.
  package func use(_ key: PasskeyKey, id: [UInt8]) -> PasskeyUse {
    guard let use = PasskeyUse(key, clientDataHash: clientDataHash, salts: prf?.salts(for: id) ?? PRFSalts()) else {
      preconditionFailure("a hash has its length")
    }
    return use
  }

  package func response(
    _ assertion: borrowing PasskeyAssertion, id: [UInt8], userHandle: [UInt8]
  ) -> AuthenticationResponse {
    var response = AuthenticationResponse(
      id: id, clientData: clientData, authenticatorData: assertion.authenticatorData, signature: assertion.signature,
      userHandle: userHandle)
    response.envelope.attachment = PasskeyAuthenticator.attachment
    guard prf != nil else { return response }
    let results = assertion.outputs.results().map { [JSONValue.Member("results", $0)] } ?? []
    response.envelope.extensionResults = [JSONValue.Member("prf", .object(results))]
    return response
  }
}
