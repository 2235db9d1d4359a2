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
import ProtectionModel
import SecretMemory
import TerminalConsole
import TrustedPlatformModule
import WebAuthn

/// Has an organisation's issuer vouch for the keys of the instance's apps, and this instance again.
struct EnrolmentTool {
  let console: Console

  func enrol(_ request: InstanceEnrolmentRequest) throws(CommandFailure) {
    let certificate = try request.certificate.map { (file) throws(CommandFailure) in
      try PEMText.certificate(in: file, console)
    }
    let client = try BrokerAccess.open()
    let owner = try OwnerProof.connect()
    guard try Self.asking({ () throws(EnclaveClientError) in try owner.status() }).root == .tpm else {
      throw .particular(
        """
        The root key of this instance is a file, so that no TPM vouches for it: an issuer takes no such machine.
        Try: a new instance, which 'bailey up --tpm device:/dev/tpmrm0' makes
        """, .failed)
    }
    let new = try Self.asking { () throws(EnclaveClientError) in try owner.makeMachineKey() }
    let issuer = IssuerClient(request.server, authorities: request.authorities)
    let finished = try enrol(new, certificate, at: issuer, owner)
    let enrolment = IssuerEnrolment(
      server: issuer.address, machine: finished.machine, authorities: issuer.authorities, root: finished.root,
      key: new.key)
    guard let enrolment else { throw issuer.strange }
    do { try client.enrol(enrolment) } catch { throw .broker(error) }
    console.print(
      "This machine is enrolled as \(Printable.oneLine(finished.machine)): apps attest under the issuer's root.")
  }

  private func enrol(
    _ new: NewMachineKey, _ certificate: [UInt8]?, at issuer: IssuerClient, _ owner: OwnerChannel
  ) throws(CommandFailure) -> (machine: String, root: [UInt8]) {
    guard let sealed = SealedSecret(publicArea: new.key.publicArea, privateArea: new.key.privateArea),
      let endorsementKey = try? ECPublicKey(.p256, x963: new.endorsementKey.span),
      let machineKey = MachineKey(TrustedPlatformModule.publicArea(of: sealed))
    else { throw .particular("The TPM gave a key that is none.", .failed) }
    let request = EnrolmentRequest(endorsementKey: endorsementKey, certificate: certificate, key: machineKey)
    return try issuer.enrol(request) { (object, secret) throws(CommandFailure) in
      guard let credential = MachineCredential(new.key, object: object, secret: secret) else { throw issuer.strange }
      return try Self.asking { () throws(EnclaveClientError) in
        try owner.activate(credential).withBytes { bytes in bytes.indices.map { bytes[$0] } }
      }
    }
  }

  func leave() throws(CommandFailure) {
    let client = try BrokerAccess.open()
    do { try client.leaveIssuer() } catch { throw .broker(error) }
    console.print("This instance vouches for keys itself, in the environment of development.")
  }

  private static func asking<Value: ~Copyable>(
    _ body: () throws(EnclaveClientError) -> Value
  ) throws(CommandFailure) -> Value {
    do { return try body() } catch { throw .enclave(error) }
  }
}
