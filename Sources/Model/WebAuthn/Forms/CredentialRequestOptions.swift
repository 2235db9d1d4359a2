// SPDX-License-Identifier: Apache-2.0
import Base64Coding
package import JSONCoding

/// `PublicKeyCredentialRequestOptionsJSON` (WebAuthn Level 3, 5.1.10): what a relying party asks for at a sign-in.
package struct CredentialRequestOptions: Sendable, Equatable {
  package var challenge: [UInt8]
  /// The identifier of the relying party; nil where the origin's host is meant.
  package var relyingPartyID: String?
  /// The credentials that may sign; empty where any discoverable credential of the relying party will do.
  package var allowedCredentials: [CredentialDescriptor] = []
  package var userVerification = UserVerificationRequirement.preferred
  package var hints: [String] = []
  /// The timeout in milliseconds.
  package var timeout: Int?
  /// Client extension inputs, as they are.
  package var extensions: [JSONValue.Member] = []

  package init(relyingPartyID: String?, challenge: [UInt8]) {
    self.relyingPartyID = relyingPartyID
    self.challenge = challenge
  }
}

// MARK: - JSON

extension CredentialRequestOptions {
  package init(_ value: JSONValue) throws(FormError) { try self.init(FormReader(value)) }

  package init(_ form: FormReader) throws(FormError) {
    challenge = try form.bytes("challenge")
    relyingPartyID = try form.optionalString("rpId")
    allowedCredentials = try CredentialDescriptor.list(form.optionalObjects("allowCredentials"))
    userVerification = UserVerificationRequirement(word: try form.optionalString("userVerification"))
    hints = try form.optionalStrings("hints") ?? []
    timeout = try form.optionalNumber("timeout")
    extensions = try form.optionalObject("extensions")?.members ?? []
  }

  package var json: JSONValue {
    var members = [JSONValue.Member("challenge", .string(Base64URL.encode(challenge)))]
    if let relyingPartyID { members.append(JSONValue.Member("rpId", .string(relyingPartyID))) }
    members.append(JSONValue.Member("allowCredentials", .array(allowedCredentials.map(\.json))))
    members.append(JSONValue.Member("userVerification", .string(userVerification.rawValue)))
    if !hints.isEmpty { members.append(JSONValue.Member("hints", .strings(hints))) }
    if let timeout { members.append(JSONValue.Member("timeout", .number(timeout))) }
    if !extensions.isEmpty { members.append(JSONValue.Member("extensions", .object(extensions))) }
    return .object(members)
  }
}
