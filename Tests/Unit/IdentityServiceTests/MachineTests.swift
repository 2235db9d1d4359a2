// SPDX-License-Identifier: Apache-2.0
import AppAttest
import AsymmetricKeys
import CryptoPrimitives
import DERCoding
import Foundation
import IdentityModel
import IdentityService
import JOSECoding
import JSONCoding
import MachineEnrolment
import SecretMemory
import SoftwareTPM
import Testing
import TrustedPlatformModule
import WebServer
import X509Certificates

/// Machines with a TPM each, an issuer that the test's clock rules, and what each of them may not do.
@Suite(.enabled(if: SoftwareTPM.isInstalled, "swtpm is not installed")) struct MachineTests {
  private static let appID = "TEAM000001.com.example.app"
  private static let hash = TestMachine.hash

  private func withMachine(_ body: (TestMachine, ProviderUnderTest) throws -> Void) throws {
    try SoftwareTPM.run { software in
      let provider = try ProviderUnderTest()
      let machine = try TestMachine(software, provider)
      try body(machine, provider)
    }
  }

  @Test func `A TPM enrols by its key of RSA under the authority of its maker, and under no other`() throws {
    try SoftwareTPM.run(.certified) { software in
      let provider = try ProviderUnderTest()
      // The authority's certificates begin now.
      provider.pass(seconds: Int(Date.now.timeIntervalSince1970) - provider.now + 60)
      let machine = try TestMachine(software, provider)
      let certificate = try machine.tpm.endorsementCertificate(.rsa2048)
      let without = try machine.enrol(nil, .rsa2048)
      #expect(without.status == 403 && without.json.text("error") == "endorsementKeyUnknown")
      #expect(try machine.enrol(certificate, .rsa2048).json.text("error") == "endorsementCertificate")
      try SoftwareTPM.run(.certified) { another in
        try provider.store.add(EndorsementAuthority(id: "1", certificate: another.authorityBytes()))
        #expect(try machine.enrol(certificate, .rsa2048).json.text("error") == "endorsementCertificate")
      }
      try provider.store.add(EndorsementAuthority(id: "2", certificate: software.authorityBytes()))
      // It certifies that key alone.
      #expect(try machine.enrol(certificate, .p256).json.text("error") == "endorsementCertificate")
      #expect(try machine.enrol(certificate, .rsa2048).status == 200)
      let key = try ECPrivateKey(.p256)
      _ = try verify(machine.attest(machine.request(key)), key, provider)
    }
  }

  private func verify(
    _ answer: WebResponse, _ key: ECPrivateKey, _ provider: ProviderUnderTest, bases: Set<KeyBasis> = [.tpm],
    _ environment: AppEnvironment = .production
  ) throws -> VerifiedAppAttestation {
    let object = try #require(answer.json.text("attestation").flatMap { [UInt8](anyBase64: $0) })
    var policy = AppAttestPolicy(
      appID: Self.appID, environment, anchors: [provider.issuer.root], time: provider.now)
    (policy.bases, policy.receiptAnchors) = (bases, [provider.issuer.root])
    (policy.categories, policy.bundleVersions) = ([6], ["7"])
    return try AppAttestationVerification(policy).verify(
      object, keyID: SHA256.hash(key.publicKey.x963.span), clientDataHash: Self.hash)
  }

  @Test func `A machine that was added enrols by its TPM, and a server accepts its app's key as one of a TPM's`() throws
  {
    try withMachine { machine, provider in
      let refused = try machine.enrol()
      #expect(refused.status == 403 && refused.json.text("error") == "endorsementKeyUnknown")
      try machine.admit()
      let key = try ECPrivateKey(.p256)
      let request = machine.request(key)
      let answer = try machine.attest(request)
      _ = try verify(answer, key, provider)
      #expect(throws: AppAttestRefusals.self) { _ = try verify(answer, key, provider, bases: [.software]) }
      // Whoever did not hear the answer asks again, and gets one of the same key; for anything else it has none.
      _ = try verify(machine.attest(request), key, provider)
      let repetition = try machine.vouched(request)
      let repeated = (0..<AttestationIssuer.mostRepetitions).map { _ in
        machine.post("/attest/attestation", repetition.json).status
      }
      #expect(repeated.dropLast().allSatisfy { $0 == 200 } && repeated.last == 429)
      // Also hours later, with a request of that time; for another app it has none.
      provider.pass(seconds: 7200)
      _ = try verify(machine.attest(machine.request(key)), key, provider)
      let other = try machine.attest(machine.request(key, app: "TEAM000001.com.example.other"))
      #expect(other.status == 409 && other.json.text("error") == "keyTaken")
      // A key in files is one of development, and says so.
      let soft = try ECPrivateKey(.p256)
      let production = try machine.attest(machine.request(soft, basis: .software))
      #expect(production.status == 400 && production.json.text("error") == "environment")
      let development = try machine.attest(machine.request(soft, environment: .development, basis: .software))
      _ = try verify(development, soft, provider, bases: [.software], .development)
    }
  }

  @Test func `Nobody enrols with another TPM, without its answer, or with a key outside of it`() throws {
    try withMachine { machine, provider in
      try provider.store.add(Machine(id: "MACHINE001", name: "Desk", endorsement: machine.enrolment().endorsement))
      let answer = try machine.post("/attest/enroll", machine.enrolment().json)
      #expect(answer.status == 200)
      let proof = try machine.proof(answer)
      let wrong = machine.finish(answer, [UInt8](repeating: 0, count: 32))
      #expect(wrong.status == 403 && wrong.json.text("error") == "proof")
      // One try each: nobody guesses, and nobody comes second.
      let again = machine.finish(answer, proof)
      #expect(again.status == 404 && again.json.text("error") == "enrolmentUnknown")
      let late = try machine.post("/attest/enroll", machine.enrolment().json)
      let lateProof = try machine.proof(late)
      provider.pass(seconds: 301)
      #expect(machine.finish(late, lateProof).json.text("error") == "enrolmentUnknown")
      // The known endorsement key with the key of another TPM: this TPM gives nothing back for it.
      try SoftwareTPM.run { software in
        let stranger = try TestMachine(software, provider)
        let mixed = EnrolmentRequest(
          endorsementKey: try machine.enrolment().endorsementKey, certificate: nil,
          key: try #require(MachineKey(stranger.area)))
        let mixedAnswer = machine.post("/attest/enroll", mixed.json)
        #expect(mixedAnswer.status == 200)
        #expect(throws: TPMError.self) { _ = try stranger.proof(mixedAnswer) }
        #expect(throws: TPMError.self) { _ = try machine.proof(mixedAnswer) }
      }
      let sealed = try machine.tpm.seal(SystemRandom.secret(32))
      let plain = JSONValue.members([
        "endorsementKey": .string(try machine.tpm.endorsementKey().base64),
        "attestationKey": .string(TrustedPlatformModule.publicArea(of: sealed).base64),
      ])
      #expect(machine.post("/attest/enroll", plain).json.text("error") == "attestationKey")
      for text in ["", "{", "[]", "{}", "{\"endorsementKey\":\"AA==\",\"attestationKey\":\"AA==\"}"] {
        for path in ["/attest/enroll", "/attest/enroll/finish", "/attest/challenge", "/attest/attestation"] {
          let refused = provider.send("POST", path, body: text)
          #expect(refused.status == 400 && refused.json.text("error") == "malformed", "\(path) \(text)")
        }
      }
    }
  }

  @Test func `An endorsement key is taken under an organisation's authority, and under no other`() throws {
    try withMachine { machine, provider in
      let point = try machine.tpm.endorsementKey()
      let (authority, other) = (try ECPrivateKey(.p256), try ECPrivateKey(.p256))
      func certificate(_ subject: String, _ key: [UInt8], _ use: IssuedCertificate.Use, by signer: ECPrivateKey) throws
        -> [UInt8]
      {
        try IssuedCertificate(
          serialNumber: [1], subject: subject, unit: nil, issuer: "Endorsements",
          from: #require(DERTime(secondsSince1970: provider.now - 60)),
          until: #require(DERTime(secondsSince1970: provider.now + 600)), publicKey: key, use: use
        ).encoded { try signer.signature(ofDigest: $0.span) }
      }
      let root = try certificate("Endorsements", authority.publicKey.x963, .root, by: authority)
      let endorsement = IssuedCertificate.Use.attestedKey(OID(2, 23, 133, 8, 1))
      let good = try certificate("TPM", point, endorsement, by: authority)
      #expect(try machine.enrol(good).json.text("error") == "endorsementCertificate")
      try provider.store.add(EndorsementAuthority(id: "1", certificate: root))
      let forged = try certificate("TPM", point, endorsement, by: other)
      #expect(try machine.enrol(forged).json.text("error") == "endorsementCertificate")
      let others = try certificate("TPM", other.publicKey.x963, endorsement, by: authority)
      #expect(try machine.enrol(others).json.text("error") == "endorsementCertificate")
      // What else the authority certifies is no endorsement key: its holder could have it anywhere.
      for use in [IssuedCertificate.Use.signing, .codeSigning, .attestedKey(OID(1, 3, 6, 1, 5, 5, 7, 3, 1))] {
        let server = try certificate("TPM", point, use, by: authority)
        #expect(try machine.enrol(server).json.text("error") == "endorsementCertificate")
      }
      #expect(try machine.enrol(good).status == 200)
      #expect(try provider.store.machines().map(\.id) == [machine.id])
      let key = try ECPrivateKey(.p256)
      _ = try verify(machine.attest(machine.request(key)), key, provider)
      // It is known from now on; without its certificate another one is not.
      provider.pass(seconds: 601)
      #expect(try machine.enrol().status == 200)
      try SoftwareTPM.run { software in
        let late = try TestMachine(software, provider)
        #expect(try late.enrol().json.text("error") == "endorsementKeyUnknown")
      }
    }
  }

  @Test func `A request counts as its TPM vouched for it, for its machine and at its time alone`() throws {
    try withMachine { machine, provider in
      try machine.admit()
      let key = try ECPrivateKey(.p256)
      let request = machine.request(key)
      let vouched = try machine.vouched(request)
      func error(_ changed: VouchedRequest) -> String? {
        machine.post("/attest/attestation", changed.json).json.text("error")
      }
      let lie = Array(String(decoding: request, as: UTF8.self).replacing("\"7\"", with: "\"8\"").utf8)
      #expect(
        error(VouchedRequest(request: lie, quote: vouched.quote, signature: vouched.signature)) == "machineSignature")
      #expect(
        error(VouchedRequest(request: request, quote: vouched.quote, signature: [])) == "machineSignature")
      let forger = try ECPrivateKey(.p256)
      let forged = try forger.signature(ofDigest: SHA256.hash(vouched.quote.span).span)
      #expect(
        error(VouchedRequest(request: request, quote: vouched.quote, signature: forged)) == "machineSignature")
      for time in [provider.now - 301, provider.now + 301] {
        #expect(try machine.attest(machine.request(key, time: time)).json.text("error") == "clockDiffers")
      }
      // Nobody who was sent it has another issuer answer it, and what was recorded counts for some minutes.
      for issuer in ["https://id.example.net", "https://id.example.org:8443", "http://id.example.org"] {
        #expect(try machine.attest(machine.request(key, issuer: issuer)).json.text("error") == "otherIssuer")
      }
      let (good, others) = (
        machine.challenge, machine.post("/attest/challenge", .members(["machine": .string("OTHER")]))
      )
      let foreign = try #require(others.json.text("challenge").flatMap { [UInt8](anyBase64: $0) })
      for bad in [foreign, good.dropLast() + [good[55] ^ 1], [good[0] ^ 1] + good.dropFirst(), Array(good.prefix(32))] {
        #expect(try machine.attest(machine.request(key, challenge: bad)).json.text("error") == "challenge")
      }
      provider.pass(seconds: 301)
      #expect(try machine.attest(machine.request(key, challenge: good)).json.text("error") == "challenge")
      provider.pass(seconds: -301)
      // What the TPM signed of a key in files is not what it signs of one that the enclave has.
      let (files, held) = (machine.request(key, basis: .software), machine.request(key))
      let (swapped, numbers) = try machine.tpm.quote(SHA256.hash(held.span), by: machine.kept)
      let signature = try ECDSASignature.der(fromRaw: numbers.span, .p256)
      #expect(error(VouchedRequest(request: held, quote: swapped, signature: signature)) == "machineSignature")
      let other = try machine.vouched(files)
      #expect(
        error(VouchedRequest(request: held, quote: other.quote, signature: other.signature)) == "machineSignature")
      for app in ["nodots", "a..b", "a.b\n", String(repeating: "a.", count: 200) + "b"] {
        #expect(try machine.attest(machine.request(key, app: app)).json.text("error") == "malformed")
      }
      // Another enrolled machine has no key of this one's, and speaks for itself alone.
      try SoftwareTPM.run { software in
        let other = try TestMachine(software, provider)
        try provider.store.add(Machine(id: "MACHINE002", name: "Lap", endorsement: other.enrolment().endorsement))
        #expect(try other.enrol().status == 200)
        #expect(try other.attest(request).json.text("error") == "machineSignature")
        _ = try verify(machine.attest(request), key, provider)
        #expect(try other.attest(other.request(key)).json.text("error") == "keyTaken")
        other.id = "NOBODY0000"
        #expect(try other.attest(other.request(key)).json.text("error") == "machineUnknown")
      }
    }
  }

  @Test func `A machine that was killed before it kept its newest key goes on with the one that it has`() throws {
    try withMachine { machine, provider in
      try machine.admit()
      func isAnswered(with kept: SealedSecret) throws -> Bool {
        machine.kept = kept
        let key = try ECPrivateKey(.p256)
        let answer = try machine.attest(machine.request(key))
        if answer.json.text("error") == "machineSignature" { return false }
        _ = try verify(answer, key, provider)
        return true
      }
      let (first, stranger) = (machine.kept, try machine.tpm.makeAttestationKey())
      for _ in 0..<2 {
        machine.kept = try machine.tpm.makeAttestationKey()
        #expect(try machine.enrol().status == 200)
      }
      let newest = machine.kept
      #expect(try isAnswered(with: first) && isAnswered(with: first) && !isAnswered(with: stranger))
      // The newest one speaks: those of before count no more.
      #expect(try isAnswered(with: newest) && !isAnswered(with: first))
    }
  }

  @Test func `A revoked machine gets nothing, nor enrols again, and a removed one begins anew`() throws {
    try withMachine { machine, provider in
      try machine.admit()
      let key = try ECPrivateKey(.p256)
      let request = machine.request(key)
      _ = try verify(machine.attest(request), key, provider)
      try provider.store.revokeMachine(machine.id, at: Int64(provider.now) * 1000)
      #expect(try machine.attest(request).json.text("error") == "machineRevoked")
      #expect(try machine.attest(machine.request(ECPrivateKey(.p256))).json.text("error") == "machineRevoked")
      #expect(try machine.enrol().json.text("error") == "machineRevoked")
      try provider.store.removeMachine("MACHINE001")
      machine.id = "MACHINE001"
      #expect(try machine.attest(request).json.text("error") == "machineUnknown")
      try machine.admit()
      _ = try verify(machine.attest(request), key, provider)
    }
  }

  @Test func `Too many at once are sent away for a time, and the same key goes through then`() throws {
    try withMachine { machine, provider in
      try machine.admit()
      for number in 0..<AttestationIssuer.mostKeys {
        let row = IssuedKey(
          id: [UInt8(number)], machine: machine.id, appID: "a.b", request: [], issuedAt: Int64(provider.now) * 1000)
        #expect(try provider.store.add(row, atMost: AttestationIssuer.mostKeys, within: 3_600_000) == .added)
      }
      let key = try ECPrivateKey(.p256)
      let refused = try machine.attest(machine.request(key))
      #expect(refused.status == 429 && refused.json.text("error") == "tooMany")
      #expect(refused.header("Retry-After") == "3600")
      provider.pass(seconds: 3601)
      _ = try verify(machine.attest(machine.request(key)), key, provider)
      // Whoever knows its endorsement key begins as often as they like: it enrols all the same, and no more of them are kept than four.
      let first = try machine.post("/attest/enroll", machine.enrolment().json)
      let proof = try machine.proof(first)
      provider.pass(seconds: 1)
      for _ in 0..<9 { #expect(try machine.post("/attest/enroll", machine.enrolment().json).status == 200) }
      #expect(machine.finish(first, proof).json.text("error") == "enrolmentUnknown")
      #expect(try machine.enrol().status == 200)
    }
  }

  // MARK: - Receipts

  private func token(
    _ provider: ProviderUnderTest, team: String = ProviderUnderTest.team, kid: String = "KEY0000001",
    by key: ECPrivateKey? = nil, age: Int = 0
  ) throws -> String {
    let signing = try #require(JWSSigningKey(id: kid, key ?? provider.key))
    return try CompactJWS.sign(
      [.init("iss", .string(team)), .init("iat", .number(provider.now - age))], with: signing)
  }

  private func exchange(_ receipt: [UInt8], _ provider: ProviderUnderTest, token: String) -> WebResponse {
    provider.send("POST", "/v1/attestationData", headers: ["authorization": token], body: receipt.base64)
  }

  private func renewed(_ answer: WebResponse, _ provider: ProviderUnderTest) throws -> AppReceipt {
    #expect(answer.status == 200)
    let bytes = try #require([UInt8](anyBase64: answer.text))
    return try AppReceipt(bytes, anchors: [provider.issuer.root], at: provider.now)
  }

  @Test func `A receipt is exchanged for one with how many keys the app got on this machine in thirty days`() throws {
    try withMachine { machine, provider in
      try machine.admit()
      var receipts: [[UInt8]] = []
      for app in [Self.appID, Self.appID, "TEAM000001.com.example.other"] {
        let key = try ECPrivateKey(.p256)
        let answer = try machine.attest(machine.request(key, app: app))
        guard app == Self.appID else { continue }
        receipts.append(try verify(answer, key, provider).receipt)
        provider.pass(seconds: 20 * 86_400)
      }
      let first = try AppReceipt(receipts[0], anchors: [provider.issuer.root], at: provider.now)
      #expect(first.kind == .attestation && first.risk == nil && first.notBefore == nil)
      // Forty days after the first, twenty after the second.
      let answer = exchange(receipts[0], provider, token: try token(provider))
      let receipt = try renewed(answer, provider)
      #expect(receipt.kind == .renewal && receipt.risk == 1 && receipt.appID == Self.appID)
      #expect(receipt[AppReceipt.Number.certificate] == first[AppReceipt.Number.certificate])
      #expect(receipt[AppReceipt.Number.clientDataHash] == Self.hash)
      #expect(receipt.notBefore == provider.now + 86_400 && receipt.expires == provider.now + 90 * 86_400)
      // Not before its time, and then again and again.
      let bytes = try #require([UInt8](anyBase64: answer.text))
      let early = exchange(bytes, provider, token: try token(provider))
      #expect(early.status == 304 && early.header("Retry-After") == "86400")
      provider.pass(seconds: 86_400)
      #expect(try renewed(exchange(bytes, provider, token: token(provider)), provider).risk == 1)
      provider.pass(seconds: 10 * 86_400)
      #expect(try renewed(exchange(bytes, provider, token: token(provider)), provider).risk == 0)
      provider.pass(seconds: 90 * 86_400)
      #expect(exchange(bytes, provider, token: try token(provider)).status == 400)
    }
  }

  @Test func `A receipt is exchanged by its app's team alone, and not for a machine that is not trusted`() throws {
    try withMachine { machine, provider in
      try machine.admit()
      let key = try ECPrivateKey(.p256)
      let receipt = try verify(machine.attest(machine.request(key)), key, provider).receipt
      let stranger = try ECPrivateKey(.p256)
      try provider.store.add(Team(id: "TEAM000002", name: "Other"))
      let other = SignInClient(
        id: "com.example.foreign", kind: .app, primaryApp: "com.example.foreign", team: "TEAM000002", name: "Other",
        stage: .published)
      try provider.store.add(other)
      try provider.store.add(AppKey(id: "KEY0000009", primaryApp: other.id, publicKey: stranger.publicKey))
      #expect(
        exchange(
          receipt, provider, token: try token(provider, team: "TEAM000002", kid: "KEY0000009", by: stranger)
        ).status == 400)
      for bad in [
        "", "x", try token(provider, by: stranger), try token(provider, kid: "KEY0000000"),
        try token(provider, team: "TEAM000002"), try token(provider, age: 3601), try token(provider, age: -60),
        try provider.secret() + "x",
      ] {
        let refused = exchange(receipt, provider, token: bad)
        #expect(
          refused.status == 401 && refused.header("WWW-Authenticate") == "Bearer error=\"invalid_token\"", "\(bad)")
      }
      let right = try token(provider)
      #expect(exchange(receipt, provider, token: "Bearer " + right).status == 200)
      #expect(exchange([1, 2, 3], provider, token: right).status == 400)
      let foreign = try AppAuthority(.organisation, at: provider.now)
      let forged = try foreign.signed(
        IssuedReceipt(appID: Self.appID, certificate: [], clientDataHash: Self.hash, .production), at: provider.now)
      #expect(exchange(forged, provider, token: right).status == 400)
      try provider.store.revokeKey("KEY0000001", at: Int64(provider.now) * 1000)
      #expect(exchange(receipt, provider, token: right).status == 401)
      let kept = try token(provider, kid: "KEY0000002", by: provider.strangersKey)
      try provider.store.revokeMachine(machine.id, at: Int64(provider.now) * 1000)
      #expect(exchange(receipt, provider, token: kept).status == 404)
    }
  }
}
