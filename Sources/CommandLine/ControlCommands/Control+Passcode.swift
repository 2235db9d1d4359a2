// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import InstanceLayout
import Mounts
import ProtectionModel
import SecretMemory
import SupervisorMessages
import TerminalConsole

// MARK: - passcode, lock, unlock

extension Control {
  private var input: PasscodeInput { PasscodeInput(console: console) }

  func setPasscode() throws(ControlFailure) { try setPasscode(connectToEnclave()) }

  func setPasscode(_ enclave: OwnerChannel) throws(ControlFailure) {
    guard try status(of: enclave).passcode == .notSet else { throw .passcodeIsSet }
    let new = try newPasscode()
    do { try enclave.setPasscode(new) } catch { throw .enclave(error) }
    console.print("The passcode is set.")
  }

  func changePasscode() throws(ControlFailure) {
    let enclave = try connectToEnclave()
    try expectPasscode(enclave)
    let old = try passcode("Old passcode: ")
    let new = try newPasscode()
    do { try enclave.changePasscode(from: old, to: new) } catch { throw .enclave(error) }
    console.print("The passcode is changed.")
  }

  func removePasscode() throws(ControlFailure) {
    let enclave = try connectToEnclave()
    try expectPasscode(enclave)
    let old = try passcode("Passcode: ")
    do { try enclave.removePasscode(old) } catch { throw .enclave(error) }
    console.print("The passcode is removed: every file can now be read whenever Bailey runs.")
  }

  func unlock() throws(ControlFailure) { try unlock(connectToEnclave()) }

  func unlock(_ enclave: OwnerChannel) throws(ControlFailure) {
    try expectPasscode(enclave)
    let given = try passcode("Passcode: ")
    do { try enclave.unlock(given) } catch { throw .enclave(error) }
    console.print("Unlocked.")
  }

  func lock(_ mode: LockMode) throws(ControlFailure) {
    let enclave = try connectToEnclave()
    do { try enclave.lock(mode) } catch { throw .enclave(error) }
    if mode == .now { try expectNoMountUsers() }
    // May fail: the lock has been carried out, and this only says more of it.
    guard let status = try? enclave.status() else { return console.print("Locked.") }
    switch status.state {
    case .grace:
      // Pictures of widgets are hidden before this says so. May fail: without `baileyd` there is nobody to wait for.
      _ = try? BrokerClient(socket: location.brokerSocket).lockState(otherThan: .unlocked, seconds: 2)
      console.print("Locked: files of class complete can still be read until the grace period ends.")
    case .locked, .unlocked: console.print("Locked.")
    case .beforeFirstUnlock: console.print("Locked as it was: not unlocked since the start.")
    }
    if mode == .now, status.lost > 0 { console.note(sentence(lost: status.lost)) }
  }

  /// The keys are gone. What the kernel has of files whose server was killed may not be.
  private func expectNoMountUsers() throws(ControlFailure) {
    var supervisor = try connectToSupervisor()
    let users: [MountUser]
    do { users = try supervisor.mountUsers() } catch { throw .supervisor(error) }
    if !users.isEmpty { throw .stillReadable(users) }
  }

  /// Checks that the enclave would look at a passcode, before the person is asked for it.
  private func expectPasscode(_ enclave: OwnerChannel) throws(ControlFailure) {
    let status = try status(of: enclave)
    guard status.passcode == .set else { throw .noPasscode }
    if status.waitSeconds > 0 { throw .enclave(.refused(.wait(seconds: status.waitSeconds))) }
  }

  func ownersPasscode(_ enclave: OwnerChannel) throws(ControlFailure) -> SecretBytes {
    try expectPasscode(enclave)
    return try passcode("Passcode: ")
  }

  private func passcode(_ question: String) throws(ControlFailure) -> SecretBytes {
    do { return try input.read(question) } catch { throw .passcode(error) }
  }

  private func newPasscode() throws(ControlFailure) -> SecretBytes {
    do { return try input.readNew("New passcode: ") } catch { throw .passcode(error) }
  }
}
