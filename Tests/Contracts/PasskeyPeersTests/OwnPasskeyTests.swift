// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import COSEKeys
import JSONCoding
import Keybag
import PasskeyKeys
import PasskeyResponses
import ProtectionModelTesting
import PublishedCeremonies
import Testing
import WebAuthn

/// Passkeys of the enclave's own, at three verifiers.
@Suite struct OwnPasskeyTests {
  private let keyring = PasskeyKeyring(FakeClassKeys())
  private let id = [UInt8](repeating: 7, count: 32)
  private let origin = CeremonyOrigin(PublishedCeremony.origin)
  private let site = PublishedCeremony.relyingParty

  private var policy: RelyingPartyPolicy {
    var policy = RelyingPartyPolicy(origins: [PublishedCeremony.origin], time: PublishedCeremony.time)
    policy.userVerification = .required
    policy.unrequestedExtensions = .refused
    return policy
  }

  private static let prf = JSONValue.Member(
    "prf", .members(["eval": .members(["first": .string("AQIDBA"), "second": .string("BQYHCA")])]))

  private func options() -> CreationOptions {
    var options = PublishedCeremony.named("none-es256").creationOptions
    options.extensions = [JSONValue.Member("credProps", .bool(true)), Self.prf]
    return options
  }

  private func register() throws -> (response: RegistrationResponse, key: PasskeyKey) {
    let registration = try PasskeyRegistration(options(), for: site, at: origin)
    let new = try keyring.make(registration.creation(.portable))
    return (try registration.response(new, id: id), new.key)
  }

  private func signIn(
    _ key: PasskeyKey, _ extensions: [JSONValue.Member] = [prf]
  ) throws -> (CredentialRequestOptions, AuthenticationResponse) {
    var request = CredentialRequestOptions(
      relyingPartyID: site, challenge: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])
    request.extensions = extensions
    request.allowedCredentials = [CredentialDescriptor(id: id)]
    let signIn = try PasskeySignIn(request, for: site, at: origin)
    #expect(signIn.allows(id) && !signIn.allows([1]))
    let assertion = try keyring.assertion(signIn.use(key, id: id))
    return (request, signIn.response(assertion, id: id, userHandle: PublishedCeremony.userHandle))
  }

  @Test func `They register and sign in, with the function's outputs at both`() throws {
    let (response, key) = try register()
    let verification = try #require(RegistrationVerification(options(), policy))
    let record = try verification.verify(response).record
    #expect(record.aaguid == PasskeyAuthenticator.aaguid && record.isBackupEligible && !record.isBackedUp)
    let (request, assertion) = try signIn(key)
    let person = AuthenticationVerification.Person.known(PublishedCeremony.userHandle)
    let signedIn = try #require(AuthenticationVerification(request, policy, person)).verify(assertion, stored: record)
    #expect(signedIn.isUserVerified)
    let made = response.envelope.extensionResults.first { $0.name == "prf" }
    let later = assertion.envelope.extensionResults.first { $0.name == "prf" }
    #expect(value("results", of: made) != nil && value("results", of: made) == value("results", of: later))
    #expect(value("enabled", of: made) == .bool(true) && value("enabled", of: later) == nil)
  }

  @Test(.enabled(if: Peers.areThere, "python-fido2 and py_webauthn cannot be installed here"))
  func `python-fido2 and py_webauthn accept both, from the forms alone`() throws {
    let (response, key) = try register()
    let record = try #require(RegistrationVerification(options(), policy)).verify(response).record
    let (request, assertion) = try signIn(key)
    let answers = try Peers.answers(to: [
      .members([
        "kind": .string("registration"), "challenge": .string(Base64URL.encode(options().challenge)),
        "response": response.json,
      ]),
      .members([
        "kind": .string("authentication"), "challenge": .string(Base64URL.encode(request.challenge)),
        "response": assertion.json, "publicKey": .string(Base64URL.encode(record.publicKey.encoded)),
        "signCount": .number(0),
      ]),
    ])
    #expect(answers.count == 2)
    for answer in answers { #expect(answer.fido2 == nil && answer.webauthn == nil, "\(answer)") }
  }

  @Test func `Inputs of the function that the standard refuses are refused by its names`() throws {
    let key = try register().key
    func failure(_ prf: JSONValue, named: Bool = true) -> CeremonyFailure? {
      var request = CredentialRequestOptions(relyingPartyID: site, challenge: [1])
      request.extensions = [JSONValue.Member("prf", prf)]
      request.allowedCredentials = named ? [CredentialDescriptor(id: id)] : []
      do throws(CeremonyFailure) {
        _ = try PasskeySignIn(request, for: site, at: origin)
        return nil
      } catch { return error }
    }
    let one = JSONValue.members(["first": .string("AQ")])
    let own = Base64URL.encode(id)
    #expect(failure(.object([])) == nil)
    #expect(failure(.object([.init("evalByCredential", .object([.init(own, one)]))])) == nil)
    #expect(failure(.object([.init("evalByCredential", .object([.init(own, one)]))]), named: false) == .notSupported)
    #expect(failure(.object([.init("evalByCredential", .object([.init("AQ", one)]))])) == .syntax)
    #expect(failure(.object([.init("evalByCredential", .object([.init("", one)]))])) == .syntax)
    #expect(failure(.object([.init("eval", .object([]))])) == .syntax)
    #expect(failure(.object([.init("eval", .members(["first": .string("A")]))])) == .syntax)
    // What is asked for one credential counts for it before what is asked for all.
    let both = JSONValue.object([.init("eval", one), .init("evalByCredential", .object([.init(own, one)]))])
    let (_, answer) = try signIn(key, [JSONValue.Member("prf", both)])
    #expect(value("results", of: answer.envelope.extensionResults.first) != nil)
  }

  @Test func `At a registration there are no values by credential, not even none`() {
    for extra in [JSONValue.object([]), .members(["AQ": .members(["first": .string("AQ")])])] {
      var other = options()
      other.extensions = [JSONValue.Member("prf", .object([.init("evalByCredential", extra)]))]
      #expect(throws: CeremonyFailure.notSupported) { try PasskeyRegistration(other, for: site, at: origin) }
    }
  }

  @Test func `A key for another site or account is answered to nobody`() throws {
    var other = options()
    other.user.id = [1]
    let foreign = try keyring.make(PasskeyRegistration(other, for: site, at: origin).creation(.portable))
    let elsewhere = try keyring.make(PasskeyRegistration(options(), for: "example.com", at: origin).creation(.portable))
    let registration = try PasskeyRegistration(options(), for: site, at: origin)
    #expect(throws: CeremonyFailure.notAllowed) { try registration.response(foreign, id: id) }
    #expect(throws: CeremonyFailure.notAllowed) { try registration.response(elsewhere, id: id) }
  }

  @Test func `A site that does not take ES256 gets no passkey`() throws {
    var other = options()
    other.algorithms = [-257]
    #expect(throws: CeremonyFailure.notSupported) { try PasskeyRegistration(other, for: site, at: origin) }
    other.algorithms = []
    #expect(throws: Never.self) { try PasskeyRegistration(other, for: site, at: origin) }
  }

  @Test func `Client data names the page, and the page around it`() throws {
    let inside = CeremonyOrigin("https://pay.example", inside: "https://shop.example")
    let registration = try PasskeyRegistration(options(), for: "pay.example", at: inside)
    let data = try ClientData(registration.clientData)
    #expect(data.origin == "https://pay.example" && data.isCrossOrigin && data.topOrigin == "https://shop.example")
    let alone = try PasskeyRegistration(options(), for: site, at: origin)
    #expect(
      String(decoding: alone.clientData, as: UTF8.self)
        == #"{"type":"webauthn.create","challenge":"\#(Base64URL.encode(options().challenge))","#
        + #""origin":"https://example.org","crossOrigin":false}"#)
  }

  private func value(_ name: String, of member: JSONValue.Member?) -> JSONValue? {
    guard case .object(let members)? = member?.value else { return nil }
    return members.first { $0.name == name }?.value
  }
}
