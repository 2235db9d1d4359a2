// SPDX-License-Identifier: Apache-2.0
import AuthenticationModel
import BrokerClient
import CryptoPrimitives
import EnclaveClient
import EnclaveMessages
import Instance
import InstanceLayout
import KeychainModel
import ProtectionModel
import SecretMemory

/// Shows the enclave that the owner is here: with the passcode, under a number nobody else knows.
enum OwnerProof {
  /// Whether there is a passcode. Only an unlocked device takes a proof.
  static func isNeeded() throws(ToolFailure) -> Bool {
    let status = try status()
    guard status.passcode == .set else { return false }
    guard status.state == .unlocked else { throw .keychain(.interactionNotAllowed) }
    return true
  }

  private static func status() throws(ToolFailure) -> EnclaveStatus {
    let location = try Keychain.location()
    do {
      let folder = try InstanceFolder(existing: location)
      let enclave = try EnclaveClient(connectingTo: InstanceLocation.enclaveSocketName, in: folder.sockets)
      return try enclave.status()
    } catch let error as EnclaveClientError {
      throw .enclave(error)
    } catch {
      throw .broker(.closed)
    }
  }

  static func prove(_ passcode: consuming SecretBytes) throws(ToolFailure) -> QuestionNumber {
    guard let number = QuestionNumber(SystemRandom.bytes(QuestionNumber.size)) else { throw .noHomeDirectory }
    let location = try Keychain.location()
    do {
      let folder = try InstanceFolder(existing: location)
      let enclave = try EnclaveClient(connectingTo: InstanceLocation.enclaveSocketName, in: folder.sockets)
      try enclave.prove(PasscodeProof(of: number, by: passcode))
    } catch let error as EnclaveClientError {
      throw .enclave(error)
    } catch {
      throw .broker(.closed)
    }
    return number
  }
}
