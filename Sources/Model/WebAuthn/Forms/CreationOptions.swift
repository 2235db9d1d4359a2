// SPDX-License-Identifier: Apache-2.0
import Base64Coding
package import COSEKeys
package import JSONCoding

/// `PublicKeyCredentialCreationOptionsJSON` (WebAuthn Level 3, 5.1.9): what a relying party asks for at a registration.
package struct CreationOptions: Sendable, Equatable {
  /// The identifier of the relying party; nil where the origin's host is meant.
  package var relyingPartyID: String?
  package var relyingPartyName: String
  package var user: User
  package var challenge: [UInt8]
  /// The numbers of the algorithms, the best first. None means ES256 and RS256 (WebAuthn Level 3, 5.1.3).
  package var algorithms: [Int]
  package var excludedCredentials: [CredentialDescriptor] = []
  package var userVerification = UserVerificationRequirement.preferred
  /// `required`, `preferred` or `discouraged`; nil leaves it to `requireResidentKey`.
  package var residentKey: String?
  package var attachment: String?
  /// `none`, `indirect`, `direct` or `enterprise`.
  package var attestation = "none"
  package var hints: [String] = []
  /// The timeout in milliseconds.
  package var timeout: Int?
  /// Client extension inputs, as they are.
  package var extensions: [JSONValue.Member] = []

  package struct User: Sendable, Equatable {
    /// The user handle: at most 64 bytes, which say nothing of the person.
    package var id: [UInt8]
    package var name: String
    package var displayName: String

    package static let longestID = 64

    package init(id: [UInt8], name: String, displayName: String) {
      self.id = id
      self.name = name
      self.displayName = displayName
    }
  }

  package init(
    relyingPartyID: String?, relyingPartyName: String, user: User, challenge: [UInt8],
    algorithms: [COSEAlgorithm] = [.es256, .edDSA, .rs256]
  ) {
    self.relyingPartyID = relyingPartyID
    self.relyingPartyName = relyingPartyName
    self.user = user
    self.challenge = challenge
    self.algorithms = algorithms.map(\.rawValue)
  }

  /// The algorithms that a response may use.
  package var acceptedAlgorithms: [Int] {
    algorithms.isEmpty ? [COSEAlgorithm.es256.rawValue, COSEAlgorithm.rs256.rawValue] : algorithms
  }
}

// MARK: - JSON

extension CreationOptions {
  package init(_ value: JSONValue) throws(FormError) { try self.init(FormReader(value)) }

  package init(_ form: FormReader) throws(FormError) {
    let (party, person) = try (form.object("rp"), form.object("user"))
    relyingPartyID = try party.optionalString("id")
    relyingPartyName = try party.string("name")
    user = User(
      id: try person.bytes("id"), name: try person.string("name"), displayName: try person.string("displayName"))
    guard (1...User.longestID).contains(user.id.count) else { throw .wrongType(person.path(of: "id")) }
    challenge = try form.bytes("challenge")
    algorithms = []
    for parameter in try form.objects("pubKeyCredParams") where try parameter.string("type") == publicKeyType {
      guard let number = try parameter.optionalNumber("alg") else { throw .missing(parameter.path(of: "alg")) }
      algorithms.append(number)
    }
    excludedCredentials = try CredentialDescriptor.list(form.optionalObjects("excludeCredentials"))
    let selection = try form.optionalObject("authenticatorSelection")
    userVerification = UserVerificationRequirement(word: try selection?.optionalString("userVerification"))
    residentKey = try selection?.optionalString("residentKey")
    attachment = try selection?.optionalString("authenticatorAttachment")
    if residentKey == nil, try selection?.optionalBool("requireResidentKey") == true { residentKey = "required" }
    attestation = try form.optionalString("attestation") ?? "none"
    hints = try form.optionalStrings("hints") ?? []
    timeout = try form.optionalNumber("timeout")
    extensions = try form.optionalObject("extensions")?.members ?? []
  }

  package var json: JSONValue {
    var party = [JSONValue.Member("name", .string(relyingPartyName))]
    if let relyingPartyID { party.append(JSONValue.Member("id", .string(relyingPartyID))) }
    var selection = [JSONValue.Member("userVerification", .string(userVerification.rawValue))]
    if let residentKey {
      selection.append(JSONValue.Member("residentKey", .string(residentKey)))
      selection.append(JSONValue.Member("requireResidentKey", .bool(residentKey == "required")))
    }
    if let attachment { selection.append(JSONValue.Member("authenticatorAttachment", .string(attachment))) }
    var members = [
      JSONValue.Member("rp", .object(party)), JSONValue.Member("user", user.json),
      JSONValue.Member("challenge", .string(Base64URL.encode(challenge))),
      JSONValue.Member(
        "pubKeyCredParams",
        .array(algorithms.map { .members(["type": .string(publicKeyType), "alg": .number($0)]) })),
      JSONValue.Member("excludeCredentials", .array(excludedCredentials.map(\.json))),
      JSONValue.Member("authenticatorSelection", .object(selection)),
      JSONValue.Member("attestation", .string(attestation)),
    ]
    if !hints.isEmpty { members.append(JSONValue.Member("hints", .strings(hints))) }
    if let timeout { members.append(JSONValue.Member("timeout", .number(timeout))) }
    if !extensions.isEmpty { members.append(JSONValue.Member("extensions", .object(extensions))) }
    return .object(members)
  }
}

extension CreationOptions.User {
  fileprivate var json: JSONValue {
    .members([
      "id": .string(Base64URL.encode(id)), "name": .string(name), "displayName": .string(displayName),
    ])
  }
}
