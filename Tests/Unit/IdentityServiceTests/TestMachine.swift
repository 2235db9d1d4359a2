// SPDX-License-Identifier: Apache-2.0
import AppAttest
import AsymmetricKeys
import CryptoPrimitives
import IdentityModel
import JOSECoding
import JSONCoding
import MachineEnrolment
import SecretMemory
import SoftwareTPM
import Testing
import TrustedPlatformModule
import WebServer

/// A machine's TPM, and what it needs to speak for the machine.
final class TestMachine {
  static let hash = [UInt8](repeating: 8, count: 32)

  var tpm: TrustedPlatformModule
  /// The key that speaks for it.
  var kept: SealedSecret
  let provider: ProviderUnderTest
  var id = ""

  init(_ software: SoftwareTPM, _ provider: ProviderUnderTest) throws {
    let interface = try #require(TPMInterface(software.connection))
    var tpm = try TrustedPlatformModule(interface.open())
    kept = try tpm.makeAttestationKey()
    self.tpm = tpm
    self.provider = provider
  }

  var area: [UInt8] { TrustedPlatformModule.publicArea(of: kept) }

  func enrolment(_ certificate: [UInt8]? = nil, _ kind: EndorsementKind = .p256) throws -> EnrolmentRequest {
    EnrolmentRequest(
      endorsementKey: try #require(EndorsementKey(tpm.endorsementKey(kind))), certificate: certificate,
      key: try #require(MachineKey(area)))
  }

  func post(_ path: String, _ value: JSONValue) -> WebResponse {
    provider.send("POST", path, headers: ["content-type": "application/json"], body: value.text)
  }

  /// What the TPM gives back for the answer to an enrolment.
  func proof(_ answer: WebResponse) throws -> [UInt8] {
    let object = try #require(answer.json.text("credential").flatMap { [UInt8](anyBase64: $0) })
    let secret = try #require(answer.json.text("secret").flatMap { [UInt8](anyBase64: $0) })
    return try tpm.activate(object, secret, for: kept).withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  func finish(_ answer: WebResponse, _ proof: [UInt8]) -> WebResponse {
    post(
      "/attest/enroll/finish",
      .members(["enrolment": .string(answer.json.text("enrolment") ?? ""), "proof": .string(proof.base64)]))
  }

  func enrol(_ certificate: [UInt8]? = nil, _ kind: EndorsementKind = .p256) throws -> WebResponse {
    let answer = try post("/attest/enroll", enrolment(certificate, kind).json)
    guard answer.status == 200 else { return answer }
    let last = try finish(answer, proof(answer))
    id = last.json.text("machine") ?? ""
    return last
  }

  /// Has it added first.
  func admit(_ name: String = "Desk") throws {
    try provider.store.add(Machine(id: "MACHINE001", name: name, endorsement: enrolment().endorsement))
    #expect(try enrol().status == 200)
    #expect(id == "MACHINE001")
  }

  func vouched(_ request: [UInt8], digest: [UInt8]? = nil) throws -> VouchedRequest {
    let digest = digest ?? (try? AppKeyRequest(request))?.vouchedDigest(of: request) ?? SHA256.hash(request.span)
    let (quote, numbers) = try tpm.quote(digest, by: kept)
    return VouchedRequest(
      request: request, quote: quote, signature: try ECDSASignature.der(fromRaw: numbers.span, .p256))
  }

  func request(
    _ key: ECPrivateKey, app: String = "TEAM000001.com.example.app", environment: AppEnvironment = .production,
    basis: KeyBasis = .tpm,
    time: Int? = nil, issuer: String = "https://id.example.org", challenge: [UInt8]? = nil
  ) -> [UInt8] {
    Array(
      AppKeyRequest(
        issuer: issuer, challenge: challenge ?? self.challenge, machine: id, appID: app, publicKey: key.publicKey,
        clientDataHash: Self.hash, category: 6, bundleVersion: "7",
        systemVersion: "1.0", environment: environment, basis: basis, time: time ?? provider.now
      ).json.text.utf8)
  }

  /// What the issuer wants to see in the next request.
  var challenge: [UInt8] {
    let answer = post("/attest/challenge", .members(["machine": .string(id)]))
    return answer.json.text("challenge").flatMap { [UInt8](anyBase64: $0) } ?? []
  }

  func attest(_ request: [UInt8]) throws -> WebResponse {
    try post("/attest/attestation", vouched(request).json)
  }
}
