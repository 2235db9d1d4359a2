// SPDX-License-Identifier: Apache-2.0
import Advice
import AppAttest
import AppAttestKeys
import BrokerClient
import CryptoPrimitives
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import InstanceAccess
import JSONCoding
import MachineEnrolment
import ProofModel
import ProtectionModel
import SecretMemory
import TerminalConsole
import TrustedPlatformModule
import WebAuthn

/// Has an organisation's issuer vouch for the keys of the instance's apps, and this instance again.
struct EnrolmentTool {
  let console: Console

  func enrol(_ request: InstanceEnrolmentRequest) throws(CommandFailure) {
    let certificate = try NamedCertificate(request.certificate, console)
    let client = try BrokerAccess.open()
    let owner = try OwnerProof.connect()
    guard try Self.asking({ () throws(EnclaveClientError) in try owner.status() }).root == .tpm else {
      throw .particular(
        """
        The root key of this instance is a file, so that no TPM vouches for it: an issuer takes no such machine.
        Try: a new instance, which 'bailey up --tpm device:/dev/tpmrm0' makes
        """, .failed)
    }
    let passcode = try OwnersPasscode(console)
    let issuer = IssuerClient(request.server, authorities: request.authorities)
    let machine = InstanceMachine(owner, passcode, certificate, issuer)
    let finished = try issuer.enrol(machine)
    guard let key = machine.key else { throw issuer.strange }
    let enrolment = IssuerEnrolment(
      server: issuer.address, machine: finished.machine, authorities: issuer.authorities, root: finished.root,
      key: key)
    guard let enrolment else { throw issuer.strange }
    let proof = try passcode.prove(.chooseIssuer(Array(enrolment.text.utf8)))
    do { try client.enrol(enrolment, provedAs: proof) } catch { throw .broker(error) }
    console.print(
      "This machine is enrolled as \(Printable.oneLine(finished.machine)): apps attest under the issuer's root.")
  }

  func leave() throws(CommandFailure) {
    let client = try BrokerAccess.open()
    let proof = try OwnersPasscode(console).prove(.chooseIssuer(nil))
    do { try client.leaveIssuer(provedAs: proof) } catch { throw .broker(error) }
    console.print("This instance vouches for keys itself, in the environment of development.")
  }

  fileprivate static func asking<Value: ~Copyable>(
    _ body: () throws(EnclaveClientError) -> Value
  ) throws(CommandFailure) -> Value {
    do { return try body() } catch { throw .enclave(error) }
  }
}

/// The machine of an instance: the TPM that has its root key, which the enclave alone asks.
private final class InstanceMachine: EnrollingMachine {
  private let owner: OwnerChannel
  private let passcode: OwnersPasscode
  private let certificate: NamedCertificate?
  private let issuer: IssuerClient
  /// The key that is to speak for the machine.
  private(set) var key: StoredMachineKey?

  init(
    _ owner: OwnerChannel, _ passcode: OwnersPasscode, _ certificate: NamedCertificate?, _ issuer: IssuerClient
  ) {
    (self.owner, self.passcode, self.certificate, self.issuer) = (owner, passcode, certificate, issuer)
  }

  func request(_ kind: EndorsementKeyKind) throws(CommandFailure) -> EnrolmentRequest? {
    let tried = try kind.certificate(certificate) { (kind) throws(CommandFailure) in
      try EnrolmentTool.asking { () throws(EnclaveClientError) in try owner.endorsementCertificate(kind) }
    }
    guard let tried else { return nil }
    let new = try EnrolmentTool.asking { () throws(EnclaveClientError) in try owner.makeMachineKey(kind) }
    guard let sealed = SealedSecret(publicArea: new.key.publicArea, privateArea: new.key.privateArea),
      let endorsementKey = EndorsementKey(new.endorsementKey),
      let machineKey = MachineKey(TrustedPlatformModule.publicArea(of: sealed))
    else { throw .particular("The TPM gave a key that is none.", .failed) }
    key = new.key
    return EnrolmentRequest(endorsementKey: endorsementKey, certificate: tried.encoded, key: machineKey)
  }

  func opened(_ object: [UInt8], _ secret: [UInt8]) throws(CommandFailure) -> [UInt8] {
    guard let key, let credential = MachineCredential(key, object: object, secret: secret) else { throw issuer.strange }
    let claim = try passcode.claim(.activateMachine(credential.octets))
    return try EnrolmentTool.asking { () throws(EnclaveClientError) in
      try owner.activate(credential, claim).withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }
  }
}
