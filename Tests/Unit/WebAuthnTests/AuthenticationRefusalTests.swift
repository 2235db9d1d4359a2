// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import PublishedCeremonies
import Testing
import WebAuthn

@Suite struct AuthenticationRefusalTests {
  private static let ceremony = PublishedCeremony.named("none-es256")

  private func refusals(
    options: (inout CredentialRequestOptions) -> Void = { _ in }, policy: (inout RelyingPartyPolicy) -> Void = { _ in },
    person: AuthenticationVerification.Person = .stated, stored: (inout CredentialRecord?) -> Void = { _ in },
    response: (inout AuthenticationResponse) -> Void = { _ in }
  ) throws -> [String] {
    let ceremony = Self.ceremony
    var (changedOptions, changedPolicy) = (ceremony.requestOptions, PublishedCeremony.policy)
    var record: CredentialRecord? = try ceremony.register().record
    var changed = ceremony.authentication
    options(&changedOptions)
    policy(&changedPolicy)
    stored(&record)
    response(&changed)
    let verification = try #require(AuthenticationVerification(changedOptions, changedPolicy, person))
    do {
      _ = try verification.verify(changed, stored: record)
      return []
    } catch { return error.all.map { "\($0.reason.rawValue) \($0.step.section.rawValue)/\($0.step.number)" } }
  }

  private func record(
    signCount: UInt32 = 0, isBackupEligible: Bool? = nil
  ) -> (inout CredentialRecord?) -> Void {
    { record in
      guard let old = record else { return }
      record = CredentialRecord(
        id: old.id, publicKey: old.publicKey, signCount: signCount, isUserVerificationInitialized: false,
        transports: [], isBackupEligible: isBackupEligible ?? old.isBackupEligible, isBackedUp: false,
        aaguid: old.aaguid, userHandle: old.userHandle)
    }
  }

  @Test func `A credential that is not allowed, not known or another person's is refused`() throws {
    let other = CredentialDescriptor(id: [1])
    let own = CredentialDescriptor(id: Self.ceremony.credentialID)
    #expect(try refusals() == [])
    #expect(try refusals(options: { $0.allowedCredentials = [other] }) == ["credentialNotAllowed 7.2/5"])
    #expect(try refusals(options: { $0.allowedCredentials = [other, own] }) == [])
    #expect(try refusals(stored: { $0 = nil }) == ["credentialNotAllowed 7.2/6"])
    #expect(try refusals(person: .known([9]), response: { $0.userHandle = nil }) == ["credentialNotAllowed 7.2/6"])
    #expect(try refusals(person: .known(PublishedCeremony.userHandle), response: { $0.userHandle = nil }) == [])
    #expect(
      try refusals(person: .known(PublishedCeremony.userHandle), response: { $0.userHandle = [9] }) == [
        "userHandle 7.2/6"
      ])
    #expect(try refusals(response: { $0.userHandle = nil }) == ["userHandle 7.2/6"])
    #expect(try refusals(response: { $0.userHandle = [9] }) == ["userHandle 7.2/6"])
  }

  @Test func `Client data of another ceremony is refused, and its signature with it`() throws {
    let registered = Self.ceremony.registration.clientData
    #expect(
      try refusals(response: { $0.clientData = registered }) == [
        "type 7.2/10", "challenge 7.2/11", "signature 7.2/21",
      ])
    #expect(try refusals(options: { $0.challenge = [1] }) == ["challenge 7.2/11"])
    #expect(try refusals(policy: { $0.origins = [] }) == ["origin 7.2/12"])
    #expect(try refusals(response: { $0.clientData = [0x7B] }) == ["malformed 7.2/9", "signature 7.2/21"])
  }

  @Test func `Flags, counters and signatures are refused by their steps`() throws {
    #expect(try refusals(options: { $0.relyingPartyID = "example.com" }) == ["rpIdHash 7.2/15"])
    #expect(
      try refusals(response: { $0.authenticatorData[32] &= ~1 }) == ["userPresence 7.2/16", "signature 7.2/21"])
    #expect(try refusals(options: { $0.userVerification = .required }) == ["userVerification 7.2/17"])
    #expect(
      try refusals(response: { $0.authenticatorData[32] &= ~8 }) == [
        "backupFlags 7.2/18", "backupEligibilityChanged 7.2/19", "signature 7.2/21",
      ])
    #expect(try refusals(stored: record(isBackupEligible: false)) == ["backupEligibilityChanged 7.2/19"])
    #expect(try refusals(response: { $0.signature[10] ^= 1 }) == ["signature 7.2/21"])
    #expect(try refusals(stored: record(signCount: 1)) == ["signCount 7.2/22"])
    #expect(try refusals(policy: { $0.equalCounters = .accepted }, stored: record(signCount: 1)) == [])
    #expect(try refusals(response: { $0.authenticatorData.removeLast() }) == ["malformed 7.2/7"])
  }

  /// Section 10.1.1: a credential of U2F days is of an application, where the options name it and the browser says so.
  @Test func `An application's identifier counts where it was asked for and used`() throws {
    let used = [JSONValue.Member("appid", .bool(true))]
    let asked = [JSONValue.Member("appid", .string("https://example.org/u2f"))]
    #expect(try refusals(response: { $0.envelope.extensionResults = used }) == [])
    #expect(
      try refusals(options: { $0.extensions = asked }, response: { $0.envelope.extensionResults = used })
        == ["rpIdHash 7.2/15"])
    let own = [JSONValue.Member("appid", .string("example.org"))]
    #expect(
      try refusals(
        options: {
          $0.extensions = own
          $0.relyingPartyID = "example.net"
        }, response: { $0.envelope.extensionResults = used }) == [])
  }
}
