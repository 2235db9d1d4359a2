// SPDX-License-Identifier: Apache-2.0
import Advice
import AppAttest
import AppAttestKeys
import InternetAddresses
import JSONCoding
import MachineEnrolment
import OwnProcess
import TerminalConsole
import WebAuthn
import WebClient

/// Asks an organisation's issuer.
struct IssuerClient {
  /// The issuer's address, without a slash at its end, in the letters in which a server knows its own.
  let address: String
  /// The file of the certificates by which the server is trusted, from the root on.
  let authorities: String?
  private let client: WebClient

  private static let limits = JSONLimits(bytes: 64 << 10, depth: 4, values: 64)

  init(_ server: String, authorities: String?) {
    address = (server.hasSuffix("/") ? String(server.dropLast()) : server).lowercased()
    let authorities = authorities.map { $0.hasPrefix("/") ? $0 : Environment.currentDirectory + "/" + $0 }
    self.authorities = authorities
    var client = WebClient(admitting: RequestReach.everywhere.admits)
    client.authorities = authorities
    self.client = client
  }

  private enum Answer {
    case given(FormReader)
    /// The issuer refused, by one of the names that `IssuerRefusal` sends.
    case refused(String, CommandFailure)
  }

  func post(_ path: String, _ value: JSONValue) throws(CommandFailure) -> FormReader {
    switch try ask(path, value) {
    case .given(let form): return form
    case .refused(_, let failure): throw failure
    }
  }

  /// `endorsement` is the name of the TPM that enrols, for the sentence where the issuer does not know it. No other request is answered so.
  private func ask(
    _ path: String, _ value: JSONValue, of endorsement: String = "SHA256"
  ) throws(CommandFailure) -> Answer {
    let answer: WebClientAnswer
    do {
      answer = try client.send(
        WebClientRequest(
          address + path, body: Array(value.text.utf8), headers: [("Content-Type", "application/json")]))
    } catch { throw .particular("The issuer \(Printable.oneLine(address)) \(Self.words(error)).", .failed) }
    let form = try? FormReader(answer.body, Self.limits)
    if answer.status == 200, let form { return .given(form) }
    let name = (try? form?.optionalString("error")).flatMap { $0 } ?? ""
    return .refused(
      name, .particular(Self.sentence(name, answer, endorsement), answer.status == 429 ? .wait : .failed))
  }

  /// Enrols a machine, whose TPM opens a credential that is for its endorsement key and this attestation key alone. Where the issuer does
  /// not take one endorsement key, the next one is tried.
  func enrol(_ machine: some EnrollingMachine) throws(CommandFailure) -> (machine: String, root: [UInt8]) {
    var refusal: CommandFailure?
    for kind in EndorsementKeyKind.allCases {
      guard let request = try machine.request(kind) else { continue }
      switch try ask("/attest/enroll", request.json, of: request.endorsement.hexadecimal) {
      case .given(let answer): return try finish(answer, machine)
      case .refused(let name, let failure):
        // The first says what is to be done: the key on P-256 has a name in the organisation's list.
        refusal = refusal ?? failure
        guard Self.isAboutTheKey(name) else { throw failure }
      }
    }
    throw refusal ?? .particular("The TPM has no endorsement key for this certificate.", .failed)
  }

  private static func isAboutTheKey(_ name: String) -> Bool {
    [IssuerRefusal.endorsementKeyUnknown, .endorsementCertificate].contains { $0.name == name }
  }

  private func finish(
    _ answer: FormReader, _ machine: some EnrollingMachine
  ) throws(CommandFailure) -> (machine: String, root: [UInt8]) {
    let (enrolment, object, secret) = try reading { () throws(FormError) in
      (try answer.string("enrolment"), try answer.anyBase64("credential"), try answer.anyBase64("secret"))
    }
    let proof = try machine.opened(object, secret)
    let finished = try post(
      "/attest/enroll/finish", .members(["enrolment": .string(enrolment), "proof": .string(proof.base64)]))
    return try reading { () throws(FormError) in
      (try finished.string("machine"), try finished.anyBase64("root"))
    }
  }

  /// What the issuer wants to see in the next request of a machine.
  func challenge(for machine: String) throws(CommandFailure) -> [UInt8] {
    let answer = try post("/attest/challenge", .members(["machine": .string(machine)]))
    guard let challenge = try? answer.anyBase64("challenge"), AppKeyRequest.challengeLengths.contains(challenge.count)
    else { throw strange }
    return challenge
  }

  func reading<Value>(_ body: () throws(FormError) -> Value) throws(CommandFailure) -> Value {
    do { return try body() } catch { throw strange }
  }

  /// The failure where an answer has another form than an issuer's.
  var strange: CommandFailure {
    .particular("The issuer \(Printable.oneLine(address)) does not answer as one.", .failed)
  }

  private static func words(_ error: WebClientError) -> String {
    switch error {
    case .addressRefused: "has no address that can be asked: https, or http on this machine"
    case .certificate: "has no certificate that is trusted; --authorities names others"
    case .nameUnknown, .notConnected, .timedOut, .reachRefused: "cannot be reached"
    // CURLE_FAILED_INIT (libcurl-errors(3)): the library is not there, or cannot be set up.
    case .other(code: 2): "cannot be asked: libcurl is not installed (apt install libcurl4)"
    case .tooLarge, .other: "does not answer as one"
    }
  }

  /// The sentence for a refusal, by the name that `IssuerRefusal` gives it.
  private static func sentence(_ name: String, _ answer: WebClientAnswer, _ endorsement: String) -> String {
    let time = answer.header("retry-after").flatMap { Int($0) }.map { " Again in \($0) seconds." } ?? ""
    return switch name {
    case "endorsementKeyUnknown":
      "The issuer does not know this machine's TPM (endorsementKeyUnknown).\nThere: bailey-identity machine add NAME --endorsement-key \(endorsement)"
    case "endorsementCertificate":
      "The certificate is not one for the TPM's endorsement key by an authority that the issuer trusts (endorsementCertificate)."
    case "attestationKey": "The issuer takes no such key of a TPM (attestationKey)."
    case "enrolmentUnknown": "The enrolment took too long (enrolmentUnknown): again."
    case "proof": "The TPM's answer is not the right one (proof)."
    case "machineUnknown": "The issuer does not know this machine any more (machineUnknown): enrol it again."
    case "machineRevoked": "The issuer trusts this machine no more (machineRevoked)."
    case "machineSignature":
      "What the TPM signed is not by the key that the issuer knows (machineSignature): enrol the machine again."
    case "clockDiffers": "The clocks of this machine and of the issuer differ by more than five minutes (clockDiffers)."
    case "otherIssuer":
      "The issuer is known by another address (otherIssuer): enrol the machine with --server as the issuer's settings have it."
    case "challenge": "The issuer's challenge was not used in time (challenge): again."
    case "tooMany": "The issuer has too many requests (tooMany).\(time)"
    case "unavailable", "temporarily_unavailable": "The issuer cannot answer now."
    case "" where answer.status == 421:
      "The issuer is known by another address: give --server as its settings have the issuer."
    default:
      "The issuer refused: \(answer.status)\(name.isEmpty ? "" : " (\(Printable.oneLine(String(name.prefix(80)))))")."
    }
  }
}
