// SPDX-License-Identifier: Apache-2.0
package import AppAttestKeys
package import EnclaveClient
import EnclaveMessages
package import ProofModel
package import SecretMemory

// The machine's own key, with which it enrols at an issuer.

extension OwnerChannel {
  /// A new attestation key of the TPM that has the root key, and the TPM's endorsement key of this kind.
  package func makeMachineKey(_ kind: EndorsementKeyKind = .p256) throws(EnclaveClientError) -> NewMachineKey {
    guard case .machineKey(let new) = try channel.exchange(.makeMachineKey(kind)) else { throw .unexpectedReply }
    guard new.endorsementKey.count == kind.size else { throw .unexpectedReply }
    return new
  }

  /// The certificate of an endorsement key that the TPM's maker left in it, DER; nil where there is none.
  package func endorsementCertificate(_ kind: EndorsementKeyKind) throws(EnclaveClientError) -> [UInt8]? {
    var certificate: [UInt8] = []
    while true {
      let next = EnclaveRequest.endorsementCertificate(kind, from: UInt16(clamping: certificate.count))
      guard case .certificatePart(let part) = try channel.exchange(next) else { throw .unexpectedReply }
      if part.size == 0 { return nil }
      certificate += part.octets
      if certificate.count == Int(part.size) { return certificate }
      guard !part.octets.isEmpty, certificate.count < Int(part.size) else { throw .unexpectedReply }
    }
  }

  /// What the TPM gives back for an issuer's credential. `claim` is of `ProofPurpose.activateMachine`, where there is a passcode.
  package func activate(
    _ credential: MachineCredential, _ claim: ProofClaim?
  ) throws(EnclaveClientError) -> SecretBytes {
    switch try channel.exchange(.activateMachine(credential, claim)) {
    case .key(let proof): return proof
    default: throw .unexpectedReply
    }
  }
}
