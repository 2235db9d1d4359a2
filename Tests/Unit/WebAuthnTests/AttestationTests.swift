// SPDX-License-Identifier: Apache-2.0
import CBORCoding
import CertificateTrust
import PublishedCeremonies
import Testing
import WebAuthn

@Suite struct AttestationTests {
  /// The statement of a ceremony, changed; the first refusal, if any.
  private func refusal(
    _ name: String, format: String? = nil, policy: (inout RelyingPartyPolicy) -> Void = { _ in },
    _ change: (CBORValue) -> CBORValue = { $0 }
  ) throws -> Refusal? {
    let ceremony = PublishedCeremony.named(name)
    let object = try AttestationObject(ceremony.registration.attestationObject)
    var response = ceremony.registration
    response.attestationObject =
      CBORValue.map([
        .text("fmt"): .text(format ?? object.format), .text("attStmt"): change(object.statement),
        .text("authData"): .bytes(object.authenticatorData.encoded),
      ]).encoded
    var changed = PublishedCeremony.policy
    policy(&changed)
    let verification = try #require(RegistrationVerification(ceremony.creationOptions, changed))
    do {
      _ = try verification.verify(response)
      return nil
    } catch {
      #expect(error.others.isEmpty)
      return error.first
    }
  }

  private func replacing(_ name: String, _ change: @escaping (CBORValue) -> CBORValue?) -> (CBORValue) -> CBORValue {
    { statement in
      guard let map = statement.members else { return statement }
      var bytes: [UInt8] = []
      var count: UInt8 = 0
      for entry in map.entries {
        let value = entry.key == .text(name) ? change(entry.value) : entry.value
        guard let value else { continue }
        bytes += entry.key.encoded + value.encoded
        count += 1
      }
      return (try? CBORReader.read([0xA0 | count] + bytes, AttestationObject.limits)) ?? statement
    }
  }

  private func flipping(_ offset: Int) -> (CBORValue) -> CBORValue? {
    { value in
      guard var bytes = value.byteString else { return value }
      bytes[offset < 0 ? bytes.count + offset : offset] ^= 1
      return .bytes(bytes)
    }
  }

  private func defect(_ name: String, _ change: (CBORValue) -> CBORValue) throws -> AttestationDefect? {
    let refusal = try refusal(name, change)
    #expect(refusal?.reason == .attestationStatement)
    #expect(refusal?.step.number == 22)
    guard case .statement(let defect)? = refusal?.detail else { return nil }
    return defect
  }

  @Test(arguments: [
    ("packed-self-es256", "8.2"), ("packed-es256", "8.2"), ("packed-es384", "8.2"), ("packed-es512", "8.2"),
    ("packed-rs256", "8.2"), ("packed-eddsa", "8.2"), ("packed-ed448", "8.2"), ("tpm-es256", "8.3"),
    ("android-key-es256", "8.4"), ("fido-u2f-es256", "8.6"),
  ])
  func `A changed signature is refused in the format's section`(name: String, section: String) throws {
    let defect = try defect(name, replacing("sig", flipping(-1)))
    #expect(defect?.kind == .signature)
    #expect(defect?.section == section)
  }

  @Test(arguments: ["packed-es256", "tpm-es256", "android-key-es256", "apple-es256", "fido-u2f-es256"])
  func `A statement without its certificates is refused`(name: String) throws {
    let empty = try defect(name, replacing("x5c", { _ in .array([]) }))
    #expect(empty?.kind == .syntax)
    let cut = try defect(
      name,
      replacing("x5c") { value in
        .array((value.elements ?? []).map { .bytes(Array(($0.byteString ?? []).dropLast())) })
      })
    #expect(cut?.kind == .certificate)
  }

  /// The certificate is signed by the root that all share, and its key did not sign.
  @Test func `Another ceremony's certificate is refused`() throws {
    let other = try AttestationObject(PublishedCeremony.named("packed-es384").registration.attestationObject)
    let certificates = try #require(other.statement.members?["x5c"])
    #expect(try defect("packed-es256", replacing("x5c") { _ in certificates })?.kind == .signature)
    #expect(try defect("apple-es256", replacing("x5c") { _ in certificates })?.kind == .proof)
  }

  @Test func `A TPM that certifies something else is refused`() throws {
    #expect(try defect("tpm-es256", replacing("ver") { _ in .text("1.2") })?.kind == .syntax)
    #expect(try defect("tpm-es256", replacing("pubArea", flipping(-1)))?.kind == .syntax)
    #expect(try defect("tpm-es256", replacing("pubArea", flipping(5)))?.kind == .otherKey)
    #expect(try defect("tpm-es256", replacing("certInfo", flipping(0)))?.kind == .signature)
  }

  @Test func `Algorithms of statements that are none of ours are named`() throws {
    let defect = try defect("packed-es256", replacing("alg") { _ in CBORValue(-65535) })
    #expect(defect?.kind == .algorithm(-65535, name: "RS1"))
    #expect(try self.defect("packed-self-es256", replacing("alg") { _ in CBORValue(-35) })?.kind == .otherAlgorithm)
  }

  @Test func `Formats that are retired or unknown are refused`() throws {
    let retired = try refusal("none-es256", format: "android-safetynet")
    #expect(retired?.reason == .attestationFormat)
    #expect(retired?.step.number == 21)
    #expect(retired?.detail == .retired)
    #expect(try refusal("none-es256", format: "None")?.detail == .found("None"))
    #expect(try refusal("none-es256", { _ in .map([.text("x"): .null]) })?.reason == .attestationStatement)
  }

  @Test func `A compound statement proves what all its parts prove`() throws {
    func part(_ format: String, _ statement: CBORValue) -> CBORValue {
      .map([.text("fmt"): .text(format), .text("attStmt"): statement])
    }
    func compound(_ parts: @escaping (CBORValue) -> [CBORValue]) throws -> Refusal? {
      try refusal("packed-es256", format: "compound", policy: { _ in }) { statement in .array(parts(statement)) }
    }
    let none = part("none", .map([:]))
    #expect(try compound { [part("packed", $0), none] } == nil)
    #expect(try compound { [part("packed", $0), part("packed", $0), none] } == nil)
    #expect(try compound { [part("packed", $0)] }?.detail == .statement(AttestationDefect("8.9", .syntax)))
    let changed = replacing("sig", flipping(-1))
    #expect(
      try compound { [none, part("packed", changed($0))] }?.detail == .statement(AttestationDefect("8.2", .signature)))
    #expect(
      try compound { [none, part("compound", .array([part("packed", $0), none]))] }?.detail
        == .statement(AttestationDefect("8.9", .part("compound"))))
  }

  @Test func `Who attests must be trusted where anchors are given, at the time that is given`() throws {
    #expect(try refusal("packed-es256", policy: { $0.anchors = nil }) == nil)
    let unknown = try refusal("packed-es256", policy: { $0.anchors = [] })
    #expect(unknown?.reason == .attestationTrust)
    #expect(unknown?.step.number == 24)
    #expect(unknown?.detail == .trust(.untrusted))
    #expect(try refusal("packed-es256", policy: { $0.time = 1_600_000_000 })?.detail == .trust(.notYetValid))
    // The certificate itself may be an anchor.
    let own = try AttestationObject(PublishedCeremony.named("tpm-es256").registration.attestationObject)
    let leaf = try #require(own.statement.members?["x5c"]?.elements?.first?.byteString)
    #expect(try refusal("tpm-es256", policy: { $0.anchors = [leaf] }) == nil)
    #expect(try refusal("none-es256", policy: { $0.attestation = .required })?.detail == .unattested)
    #expect(try refusal("packed-self-es256", policy: { $0.attestation = .required })?.detail == .unattested)
    #expect(try refusal("packed-es256", policy: { $0.attestation = .required }) == nil)
  }
}
