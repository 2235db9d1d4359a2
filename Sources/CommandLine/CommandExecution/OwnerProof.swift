// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import CryptoPrimitives
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Instance
import InstanceLayout
import KeychainModel
package import PromptModel
import ProtectionModel
package import SecretMemory

/// Shows the enclave that the owner is here: with the passcode, under a number that nobody else knows.
package enum OwnerProof {
  /// Whether there is a passcode. Only an unlocked device takes a proof.
  package static func isNeeded() throws(CommandFailure) -> Bool {
    let enclave = try connect()
    let status: EnclaveStatus
    do { status = try enclave.status() } catch { throw .enclave(error) }
    guard status.passcode == .set else { return false }
    guard status.state == .unlocked else { throw .keychain(.interactionNotAllowed) }
    return true
  }

  package static func prove(_ passcode: consuming SecretBytes) throws(CommandFailure) -> QuestionNumber {
    guard let number = QuestionNumber(SystemRandom.bytes(QuestionNumber.size)) else {
      preconditionFailure("a number is made of as many bytes as it has")
    }
    let enclave = try connect()
    do { try enclave.prove(PasscodeProof(of: ProofToken(number), by: passcode)) } catch { throw .enclave(error) }
    return number
  }

  private static func connect() throws(CommandFailure) -> OwnerChannel {
    let location = try BrokerConnection.location()
    do {
      let folder = try InstanceFolder(existing: location)
      return try OwnerChannel(connectingTo: InstanceLocation.enclaveSocketName, in: folder.sockets)
    } catch let error as EnclaveClientError {
      throw .enclave(error)
    } catch {
      throw .broker(.closed)
    }
  }
}
