// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import JSONCoding
package import PasskeyKeys
package import WebAuthn

/// A sign-in as the browser's and the authenticator's side sees it (WebAuthn Level 3, 5.1.4 and 6.3.3).
package struct PasskeySignIn: Sendable {
  package let options: CredentialRequestOptions
  package let relyingPartyID: String
  package let clientData: [UInt8]
  private let prf: PRFRequest?
  package let largeBlob: LargeBlobRequest?

  /// The relying party's identifier is one that this origin may use: whoever calls has seen to it.
  ///
  /// - Throws: What `PRFRequest` and `LargeBlobRequest` throw.
  package init(
    _ options: CredentialRequestOptions, for relyingPartyID: String, at origin: CeremonyOrigin
  ) throws(CeremonyFailure) {
    self.options = options
    self.relyingPartyID = relyingPartyID
    clientData = origin.clientData("webauthn.get", challenge: options.challenge)
    prf = try PRFRequest(options.extensions, at: .signIn(allowed: options.allowedCredentials.map(\.id)))
    largeBlob = try LargeBlobRequest(options.extensions, at: .signIn(allowed: options.allowedCredentials.count))
  }

  /// The hash of the client data, which is signed, and which the person is asked about.
  package var clientDataHash: [UInt8] { ClientData.hash(clientData) }

  /// Whether a passkey of this identifier may answer.
  package func allows(_ id: [UInt8]) -> Bool {
    options.allowedCredentials.isEmpty || options.allowedCredentials.contains { $0.id == id }
  }

  /// The inputs of the function for this credential.
  package func salts(for id: [UInt8]) -> PRFSalts { prf?.salts(for: id) ?? PRFSalts() }

  /// The key is of this relying party: the enclave signs for no other.
  package func use(_ key: PasskeyKey, id: [UInt8]) -> PasskeyUse {
    guard let use = PasskeyUse(key, clientDataHash: clientDataHash, salts: salts(for: id)) else {
      preconditionFailure("a hash has its length")
    }
    return use
  }

  /// `blob` is what the site keeps with the passkey, where it asked for that; `isWritten` whether what it wants kept is kept.
  package func response(
    _ assertion: borrowing PasskeyAssertion, id: [UInt8], userHandle: [UInt8], blob: [UInt8]? = nil,
    isWritten: Bool? = nil
  ) -> AuthenticationResponse {
    var response = AuthenticationResponse(
      id: id, clientData: clientData, authenticatorData: assertion.authenticatorData, signature: assertion.signature,
      userHandle: userHandle)
    response.envelope.attachment = PasskeyAuthenticator.attachment
    if prf != nil {
      let results = assertion.outputs.results().map { [JSONValue.Member("results", $0)] } ?? []
      response.envelope.extensionResults.append(JSONValue.Member("prf", .object(results)))
    }
    if let largeBlob { response.envelope.extensionResults.append(largeBlob.result(blob, isWritten)) }
    return response
  }
}

extension LargeBlobRequest {
  fileprivate func result(_ blob: [UInt8]?, _ isWritten: Bool?) -> JSONValue.Member {
    let members: [JSONValue.Member]
    switch self {
    case .read: members = blob.map { [JSONValue.Member("blob", .string(Base64URL.encode($0)))] } ?? []
    case .write: members = [JSONValue.Member("written", .bool(isWritten ?? false))]
    case .support: members = []
    }
    return JSONValue.Member("largeBlob", .object(members))
  }
}
