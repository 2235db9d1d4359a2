// SPDX-License-Identifier: Apache-2.0
import AppAttest
import AppAttestKeys
import Files
import Glibc
import InternetAddresses
import JSONCoding
import NameResolution
import OwnProcess
import SystemCallFilter
package import SystemCalls
import WebAuthn
import WebClient

/// One issuer, as this machine is enrolled with it, asked over HTTPS.
package struct RemoteIssuer: Sendable {
  private let server: String
  private let machine: String
  private let client: WebClient

  private static let limits = JSONLimits(bytes: 64 << 10, depth: 3, values: 16)
  private static let milliseconds = 10_000
  private static let longestAuthorities = 1 << 20

  /// Why there is nobody to ask.
  package enum Failure: Error { case notEnrolled, authorities(SystemError) }

  /// The issuer whose enrolment lies in the folder of `baileyd`. All files are read here.
  package init(in folder: String) throws {
    guard let text = try? Self.read("\(folder)/\(IssuerEnrolment.file)", atMost: IssuerEnrolment.longestText),
      let enrolment = IssuerEnrolment(String(decoding: text, as: UTF8.self))
    else { throw Failure.notEnrolled }
    (server, machine) = (enrolment.server, enrolment.machine)
    var client = WebClient(admitting: RequestReach.everywhere.admits)
    client.milliseconds = Self.milliseconds
    if let path = enrolment.authorities {
      do { client.authorityBytes = try Self.read(path, atMost: Self.longestAuthorities) } catch {
        throw Failure.authorities(error)
      }
    }
    self.client = client
  }

  private static func read(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    // A pipe would keep this waiting.
    try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK).readToEnd(atMost: limit)
  }

  /// Hides the machine's files but for those by which names are resolved, and gives up what asking does not need.
  package static func hide() throws {
    WebClient.load()
    try ResolverConfinement.hideFiles()
    // What resolves names beyond the filter's calls fails, and does not end this.
    let asksOthers = ResolverConfinement.loadServices()
    try ResolverConfinement.becomeNobody()
    try ProcessHardening.keep([])
    try ProcessHardening.refuseCoreDumps()
    try? ProcessHardening.scopeSocketsAndSignals()
    WebClient.prepare()
    try SystemCallFilter.enter(allowing: AllowedCall.issuer(asksOthers: asksOthers), otherwise: .fails)
  }

  // MARK: - Questions

  func challenge() throws(IssuerCallFailure) -> [UInt8] {
    let body = JSONValue.members(["machine": .string(machine)]).text
    return try bytes("challenge", of: post("/attest/challenge", Array(body.utf8)))
  }

  /// `request` is JSON: the request with what the machine's TPM signed.
  func attestation(_ request: [UInt8]) throws(IssuerCallFailure) -> [UInt8] {
    try bytes("attestation", of: post("/attest/attestation", request))
  }

  /// The same, for a token of this machine.
  func deviceToken(_ request: [UInt8]) throws(IssuerCallFailure) -> [UInt8] {
    try bytes("token", of: post("/attest/device-token", request))
  }

  private func bytes(_ name: String, of answer: FormReader) throws(IssuerCallFailure) -> [UInt8] {
    do { return try answer.anyBase64(name) } catch { throw .unavailable }
  }

  private func post(_ path: String, _ body: [UInt8]) throws(IssuerCallFailure) -> FormReader {
    let answer: WebClientAnswer
    do {
      answer = try client.send(
        WebClientRequest(server + path, body: body, headers: [("Content-Type", "application/json")]))
    } catch { throw .unavailable }
    guard let form = try? FormReader(answer.body, Self.limits) else { throw .unavailable }
    if answer.status == 200 { return form }
    throw Self.failure((try? form.optionalString("error")).flatMap { $0 } ?? "")
  }

  /// By the names that an issuer sends: they are permanent.
  private static func failure(_ name: String) -> IssuerCallFailure {
    switch name {
    case "keyTaken": .keyTaken
    case "clockDiffers": .clockDiffers
    case "machineUnknown", "machineRevoked", "machineSignature": .machineRefused
    case "malformed", "environment", "otherIssuer": .refused
    default: .unavailable
    }
  }
}
