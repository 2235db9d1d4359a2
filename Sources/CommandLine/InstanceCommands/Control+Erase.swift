// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import MenuEntries
import SupervisorMessages
import TerminalConsole

// MARK: - erase

extension Control {
  /// The keys are gone when the enclave has answered. The supervisor then removes the unreadable rest and ends.
  func erase(_ mode: EraseMode) throws(ControlFailure) {
    // A program that has no terminal takes the passcode, or does not erase by this command.
    guard mode == .byPasscode || console.inputIsTerminal else { throw .noTerminal }
    var supervisor = try connectToSupervisor()
    let enclave = try connectToEnclave()
    if mode == .byPasscode, try status(of: enclave).passcode == .set {
      let passcode = try ownersPasscode(enclave)
      do { try enclave.erase(by: passcode) } catch { throw .enclave(error) }
    } else {
      do { try enclave.erase() } catch { throw .enclave(error) }
    }
    console.note("Every key is destroyed. Removing what nobody can read any more.")
    supervisor.waitForEnd()
    // They would start apps that are gone.
    MenuEntries()?.removeAll()
    console.print("Erased.")
  }
}
