// SPDX-License-Identifier: Apache-2.0
package import Advice
import BrokerClient
import EnclaveClient
package import EnclaveControl
import EnclaveMessages
import Instance
import InstanceLayout
import KeychainModel
import OwnProcess
package import PromptModel
package import ProofModel
import ProtectionModel
package import SecretMemory

/// Shows the enclave that the owner is here, and what for: with the passcode, under a number that nobody else knows.
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

  /// The purpose is what the person was told, and `baileyd` does nothing else for the number that is returned.
  package static func prove(
    _ purpose: ProofPurpose, by passcode: consuming SecretBytes
  ) throws(CommandFailure) -> QuestionNumber {
    let number = QuestionNumber.random()
    let statement = ProofStatement(purpose, by: .owner(in: Environment.processNumber))
    let enclave = try connect()
    do { try enclave.prove(PasscodeProof(of: number, for: statement.digest, by: passcode)) } catch {
      throw .enclave(error)
    }
    return number
  }

  /// The owner's channel to the enclave of the instance that the environment names.
  package static func connect() throws(CommandFailure) -> OwnerChannel {
    let location = try BrokerAccess.location()
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
