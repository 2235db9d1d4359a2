// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import SupervisorMessages
import TerminalConsole

// MARK: - erase

extension Control {
  /// The keys are gone when the enclave has answered. The supervisor then removes the unreadable rest and ends.
  func erase() throws(ControlFailure) {
    var supervisor = try connectToSupervisor()
    let enclave = try connectToEnclave()
    do { try enclave.erase() } catch { throw .enclave(error) }
    console.note("Every key is destroyed. Removing what nobody can read any more.")
    supervisor.waitForEnd()
    console.print("Erased.")
  }
}
