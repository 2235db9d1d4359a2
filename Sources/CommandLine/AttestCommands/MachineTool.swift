// SPDX-License-Identifier: Apache-2.0
import Advice
import AppAttest
import AppAttestKeys
import AsymmetricKeys
import Clocks
import CryptoPrimitives
import JSONCoding
import MachineEnrolment
import SecretMemory
import SystemCalls
import TerminalConsole
import TrustedPlatformModule
import WebAuthn

/// Enrols this machine with an organisation's issuer, and has it attest keys.
struct MachineTool {
  let console: Console

  func printKey(_ tcti: String) throws(CommandFailure) {
    var tpm = try Self.open(tcti)
    let point = try Self.asking { () throws(TPMError) in try tpm.endorsementKey() }
    console.print(SHA256.hash(point.span).hexadecimal)
  }

  // MARK: - Enrolment

  func enrol(_ path: String, _ request: MachineEnrolmentRequest) throws(CommandFailure) {
    let certificate = try NamedCertificate(request.certificate, console)
    let folder = try IssuerFolder(path, .make)
    let tpm = try Self.open(request.tpm)
    let machine = try FolderMachine(tpm, certificate)
    let client = IssuerClient(request.server, authorities: request.authorities)
    let id = try client.enrol(machine).machine
    try folder.keep(
      EnrolledMachine(
        id: id, server: request.server, tpm: request.tpm, authorities: client.authorities, key: machine.key))
    console.print("This machine is enrolled as \(Printable.oneLine(id)).")
  }

  // MARK: - Keys

  func attest(_ path: String, _ request: AttestRequest) throws(CommandFailure) {
    let clientDataHash = try AttestTool.hash(request.clientDataHash)
    try AttestTool.check(request)
    let folder = try IssuerFolder(path, .open)
    let machine = try folder.machine()
    guard let key = try? ECPrivateKey(.p256) else { throw IssuerFolder.failure }
    let client = IssuerClient(machine.server, authorities: machine.authorities)
    let wanted = AppKeyRequest(
      issuer: client.address, challenge: try client.challenge(for: machine.id), machine: machine.id,
      appID: request.appID, publicKey: key.publicKey, clientDataHash: clientDataHash,
      category: UInt32(request.category), bundleVersion: request.bundleVersion, systemVersion: "1.0",
      environment: .development, basis: .software, time: WallClock.seconds)
    let state = IssuedKey(
      id: wanted.keyID, appID: request.appID, category: UInt32(request.category), bundleVersion: request.bundleVersion)
    // First: a key that the issuer vouched for is not lost.
    try folder.keep(key, state)
    let answer = try client.post(
      "/attest/attestation", vouched(Array(wanted.json.text.utf8), by: machine).json)
    let (attestation, root) = try client.reading { () throws(FormError) in
      (try answer.anyBase64("attestation"), try answer.anyBase64("root"))
    }
    AttestTool(console: console).print(attestation, state, clientDataHash, root: root)
  }

  private func vouched(_ request: [UInt8], by machine: EnrolledMachine) throws(CommandFailure) -> VouchedRequest {
    var tpm = try Self.open(machine.tpm)
    let (quote, numbers) = try Self.asking { () throws(TPMError) in
      try tpm.quote(SHA256.hash(request.span), by: machine.key)
    }
    guard let signature = try? ECDSASignature.der(fromRaw: numbers.span, .p256) else { throw IssuerFolder.failure }
    return VouchedRequest(request: request, quote: quote, signature: signature)
  }

  // MARK: - The TPM

  private static func open(_ tcti: String) throws(CommandFailure) -> TrustedPlatformModule {
    guard let interface = TPMInterface(tcti) else {
      throw .particular("--tpm is device:PATH, swtpm:path=SOCKET or swtpm:port=PORT.", .usage)
    }
    let descriptor: FileDescriptor
    do { descriptor = try interface.open() } catch {
      throw .particular(
        "The TPM \(Printable.oneLine(tcti)) cannot be opened: \(error.reason).\nThe kernel's own is for members of the group tss.",
        .failed)
    }
    do { return try TrustedPlatformModule.connected(to: interface, by: descriptor) } catch { throw failure(error) }
  }

  fileprivate static func asking<Value>(_ body: () throws(TPMError) -> Value) throws(CommandFailure) -> Value {
    do { return try body() } catch { throw failure(error) }
  }

  private static func failure(_ error: TPMError) -> CommandFailure {
    switch error {
    case .notSealedHere: .particular("It was made for another TPM, or another key of this one.", .failed)
    case .refused(let command, let code):
      .particular("The TPM failed: \(command.rawValue), 0x\(String(code, radix: 16)).", .failed)
    case .noCryptography, .invalidLength, .noRoomForCounter: .particular("The TPM cannot be used.", .failed)
    }
  }
}

/// A machine whose key lies in a folder.
private final class FolderMachine: EnrollingMachine {
  private var tpm: TrustedPlatformModule
  private let certificate: NamedCertificate?
  /// The key that is to speak for the machine.
  let key: SealedSecret

  init(_ tpm: consuming TrustedPlatformModule, _ certificate: NamedCertificate?) throws(CommandFailure) {
    var tpm = tpm
    key = try MachineTool.asking { () throws(TPMError) in try tpm.makeAttestationKey() }
    self.tpm = tpm
    self.certificate = certificate
  }

  func request(_ kind: EndorsementKeyKind) throws(CommandFailure) -> EnrolmentRequest? {
    let own = EndorsementKind(kind)
    let tried = try kind.certificate(certificate) { (_) throws(CommandFailure) in
      try MachineTool.asking { () throws(TPMError) in try tpm.endorsementCertificate(own) }
    }
    guard let tried else { return nil }
    let octets = try MachineTool.asking { () throws(TPMError) in try tpm.endorsementKey(own) }
    guard let endorsementKey = EndorsementKey(octets),
      let machineKey = MachineKey(TrustedPlatformModule.publicArea(of: key))
    else { throw .particular("The TPM gave a key that is none.", .failed) }
    return EnrolmentRequest(endorsementKey: endorsementKey, certificate: tried.encoded, key: machineKey)
  }

  func opened(_ object: [UInt8], _ secret: [UInt8]) throws(CommandFailure) -> [UInt8] {
    try MachineTool.asking { () throws(TPMError) in
      try tpm.activate(object, secret, for: key).withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }
  }
}

extension EndorsementKind {
  fileprivate init(_ kind: EndorsementKeyKind) {
    switch kind {
    case .p256: self = .p256
    case .rsa2048: self = .rsa2048
    }
  }
}
