// SPDX-License-Identifier: Apache-2.0
import CBORCoding
import COSEKeys
import JSONCoding
import PublishedCeremonies
import Testing
import WebAuthn

@Suite struct RegistrationRefusalTests {
  private static let ceremony = PublishedCeremony.named("none-es256")

  /// The reasons and their steps, of a registration that was changed in one way.
  private func refusals(
    of ceremony: PublishedCeremony = ceremony, options: (inout CreationOptions) -> Void = { _ in },
    policy: (inout RelyingPartyPolicy) -> Void = { _ in }, mediation: Mediation = .asked,
    isRegistered: Bool = false, response: (inout RegistrationResponse) -> Void = { _ in }
  ) throws -> [Refusal] {
    var (changedOptions, changedPolicy) = (ceremony.creationOptions, PublishedCeremony.policy)
    var changed = ceremony.registration
    options(&changedOptions)
    policy(&changedPolicy)
    response(&changed)
    let verification = try #require(RegistrationVerification(changedOptions, changedPolicy, mediation))
    do {
      _ = try verification.verify(changed, isRegistered: { _ in isRegistered })
      return []
    } catch { return error.all }
  }

  private func summary(_ refusals: [Refusal]) -> [String] {
    refusals.map { "\($0.reason.rawValue) \($0.step.section.rawValue)/\($0.step.number)" }
  }

  private static func clientData(_ text: String) -> (inout RegistrationResponse) -> Void {
    { $0.clientData = Array(text.utf8) }
  }

  /// The authenticator data of the ceremony, changed, in an object without attestation.
  private static func data(_ change: @escaping (inout [UInt8]) -> Void) -> (inout RegistrationResponse) -> Void {
    { response in
      guard let object = try? AttestationObject(response.attestationObject) else { return }
      var bytes = object.authenticatorData.encoded
      change(&bytes)
      response.attestationObject =
        CBORValue.map([
          .text("fmt"): .text("none"), .text("attStmt"): .map([:]), .text("authData"): .bytes(bytes),
        ]).encoded
    }
  }

  @Test func `Client data that is not the ceremony's is refused, each member by its step`() throws {
    func refused(_ members: String, framing: RelyingPartyPolicy.Framing = .refused) throws -> [String] {
      summary(
        try refusals(policy: { $0.framing = framing }, response: Self.clientData("{\(members)}")))
    }
    let own = try ClientData(Self.ceremony.registration.clientData).challenge
    let (type, origin) = (#""type":"webauthn.create""#, #""origin":"https://example.org""#)
    #expect(try refused(#"\#(type),"challenge":"\#(own)",\#(origin)"#) == [])
    #expect(try refused(#""type":"webauthn.get","challenge":"\#(own)",\#(origin)"#) == ["type 7.1/7"])
    #expect(try refused(#"\#(type),"challenge":"\#(own)=",\#(origin)"#) == ["challenge 7.1/8"])
    #expect(
      try refused(#"\#(type),"challenge":"\#(own)","origin":"https://example.org:8443""#) == ["origin 7.1/9"])
    #expect(
      try refused(#"\#(type),"challenge":"\#(own)","origin":"https://example.org.evil.test""#) == ["origin 7.1/9"])
    #expect(try refused(#"\#(type),"challenge":"\#(own)",\#(origin),"crossOrigin":true"#) == ["crossOrigin 7.1/10"])
    #expect(
      try refused(#"\#(type),"challenge":"\#(own)",\#(origin),"topOrigin":"https://example.com""#)
        == ["topOrigin 7.1/11"])
    #expect(
      try refused(
        #"\#(type),"challenge":"\#(own)",\#(origin),"crossOrigin":true,"topOrigin":"https://evil.test""#,
        framing: .allowed) == ["topOrigin 7.1/11"])
    // What browsers add is no reason, and neither is a byte order mark.
    #expect(try refused(#"\#(type),"challenge":"\#(own)",\#(origin),"other_keys_can_be_added_here":{"x":[1]}"#) == [])
    #expect(
      summary(
        try refusals(response: { $0.clientData = [0xEF, 0xBB, 0xBF] + $0.clientData })) == [])
  }

  @Test(arguments: [
    "", "null", "[]", "{", #"{"type":"webauthn.create"}"#, #"{"type":1,"challenge":"","origin":""}"#,
    #"{"type":"a","type":"b","challenge":"","origin":""}"#,
    #"{"type":"a","challenge":"","origin":"","crossOrigin":"yes"}"#, String(repeating: "[", count: 10_000),
    String(repeating: " ", count: 1 << 17),
  ])
  func `Client data that is no client data is malformed`(text: String) throws {
    #expect(summary(try refusals(response: Self.clientData(text))) == ["malformed 7.1/6"])
  }

  @Test func `Flags and the relying party are refused by their steps`() throws {
    #expect(summary(try refusals(options: { $0.relyingPartyID = "example.com" })) == ["rpIdHash 7.1/14"])
    let absent = Self.data { $0[32] &= ~1 }
    #expect(summary(try refusals(response: absent)) == ["userPresence 7.1/15"])
    #expect(summary(try refusals(mediation: .conditional, response: absent)) == [])
    #expect(
      summary(try refusals(options: { $0.userVerification = .required })) == ["userVerification 7.1/16"])
    #expect(summary(try refusals(policy: { $0.userVerification = .required })) == ["userVerification 7.1/16"])
    #expect(summary(try refusals(response: Self.data { $0[32] &= ~8 })) == ["backupFlags 7.1/17"])
  }

  @Test func `Algorithms that were not offered, or are none of ours, are refused by name`() throws {
    let found = try refusals(options: { $0.algorithms = [-257] })
    #expect(summary(found) == ["algorithm 7.1/20"])
    #expect(found.first?.detail == .algorithm(-7, name: "ES256"))
    // The defaults of an empty list.
    #expect(summary(try refusals(options: { $0.algorithms = [] })) == [])
    let other = try refusals(
      response: Self.data { bytes in
        let key: CBORValue = .map([CBORValue(1): CBORValue(2), CBORValue(3): CBORValue(-47)])
        bytes = Array(bytes.prefix(37 + 16 + 2 + 32)) + key.encoded
      })
    #expect(summary(other) == ["algorithm 7.1/20"])
    #expect(other.first?.detail == .algorithm(-47, name: "ES256K"))
  }

  @Test func `Keys off the curve, cut objects and data without a credential are malformed`() throws {
    #expect(summary(try refusals(response: Self.data { $0[$0.count - 1] ^= 1 })) == ["malformed 7.1/13"])
    #expect(summary(try refusals(response: Self.data { $0.append(0) })) == ["malformed 7.1/13"])
    #expect(summary(try refusals(response: Self.data { $0[32] |= 0x80 })) == ["malformed 7.1/13"])
    #expect(
      summary(
        try refusals(
          response: Self.data {
            $0 = Array($0.prefix(37)); $0[32] &= ~0x40
          })) == ["malformed 7.1/13"])
    #expect(summary(try refusals(response: { $0.attestationObject.removeLast() })) == ["malformed 7.1/13"])
    #expect(summary(try refusals(response: { $0.envelope.id = [1] })) == ["malformed 7.1/13"])
  }

  @Test func `Identifiers that are too long or taken are refused`() throws {
    let long = Self.data { bytes in
      bytes = Array(bytes[..<53]) + [4, 0] + [UInt8](repeating: 7, count: 1024) + bytes[87...]
    }
    let found = try refusals(response: {
      long(&$0)
      $0.envelope.id = [UInt8](repeating: 7, count: 1024)
    })
    #expect(summary(found) == ["credentialIdLength 7.1/25"])
    #expect(summary(try refusals(isRegistered: true)) == ["credentialIdTaken 7.1/26"])
  }

  @Test func `Outputs of extensions are ignored or refused`() throws {
    func refused(
      _ text: String, _ mode: RelyingPartyPolicy.UnrequestedExtensions = .ignored, asked: [JSONValue.Member] = []
    ) throws -> [String] {
      let value = try JSONReader.read(Array(text.utf8), ResponseEnvelope.limits)
      guard case .object(let members) = value else { return ["no object"] }
      return summary(
        try refusals(
          options: { $0.extensions = asked }, policy: { $0.unrequestedExtensions = mode },
          response: { $0.envelope.extensionResults = members }))
    }
    #expect(try refused(#"{"credProps":{"rk":true},"prf":{"enabled":true},"nobody.knows":7}"#) == [])
    #expect(try refused(#"{"credProps":{"rk":1}}"#) == ["extension 7.1/28"])
    #expect(try refused(#"{"prf":{"results":{"first":"AA"}}}"#) == ["extension 7.1/28"])
    #expect(try refused(#"{"credProps":{"rk":true}}"#, .refused) == ["extension 7.1/28"])
    let asked = [JSONValue.Member("credProps", .bool(true))]
    #expect(try refused(#"{"credProps":{"rk":true}}"#, .refused, asked: asked) == [])
  }

  @Test func `All reasons are listed in the order of their steps, and the first decides`() throws {
    let found = try refusals(
      options: {
        $0.relyingPartyID = "other.test"
        $0.challenge = [9]
        $0.algorithms = [-8]
      },
      policy: {
        $0.origins = ["https://other.test"]
        $0.userVerification = .required
      }, isRegistered: true)
    #expect(
      summary(found) == [
        "challenge 7.1/8", "origin 7.1/9", "rpIdHash 7.1/14", "userVerification 7.1/16", "algorithm 7.1/20",
        "credentialIdTaken 7.1/26",
      ])
  }
}
