// SPDX-License-Identifier: Apache-2.0
package import AppAttestKeys
package import EnclaveClient
import EnclaveMessages
package import SecretMemory

// The machine's own key, with which it enrols at an issuer.

extension OwnerChannel {
  /// A new attestation key of the TPM that has the root key.
  package func makeMachineKey() throws(EnclaveClientError) -> NewMachineKey {
    guard case .machineKey(let new) = try channel.exchange(.makeMachineKey) else { throw .unexpectedReply }
    return new
  }

  /// What the TPM gives back for an issuer's credential.
  package func activate(_ credential: MachineCredential) throws(EnclaveClientError) -> SecretBytes {
    switch try channel.exchange(.activateMachine(credential)) {
    case .key(let proof): return proof
    default: throw .unexpectedReply
    }
  }
}
