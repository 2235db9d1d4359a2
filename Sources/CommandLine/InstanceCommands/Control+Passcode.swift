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
import Threads

// MARK: - passcode, lock, unlock

extension Control {
  private var input: PasscodeInput { PasscodeInput(console: console) }

  func setPasscode() throws(ControlFailure) { try setPasscode(connectToEnclave()) }

  func setPasscode(_ enclave: OwnerChannel) throws(ControlFailure) {
    guard try status(of: enclave).passcode == .notSet else { throw .passcodeIsSet }
    let new = try newPasscode()
    let strength = PasscodeStrength(of: new)
    do { try enclave.setPasscode(new) } catch { throw .enclave(error) }
    console.print("The passcode is set.")
    note(strength, enclave)
  }

  func changePasscode() throws(ControlFailure) {
    let enclave = try connectToEnclave()
    try expectPasscode(enclave)
    let old = try passcode("Old passcode: ")
    let new = try newPasscode()
    let strength = PasscodeStrength(of: new)
    do { try enclave.changePasscode(from: old, to: new) } catch { throw .enclave(error) }
    console.print("The passcode is changed.")
    note(strength, enclave)
  }

  /// A chip counts the tries of whoever has the disk alone; without one, the passcode alone slows a thief down.
  private func note(_ strength: PasscodeStrength, _ enclave: OwnerChannel) {
    // May fail: the passcode is set, and this only says more of it.
    guard let status = try? enclave.status(), status.root == .file else { return }
    let time = estimate(seconds: strength.secondsToFind(status.stretching))
    switch strength.verdict(status.stretching) {
    case .long: console.note("A thief of the disk with one fast graphics card needs \(time) to find such a passcode.")
    case .short, .unknown:
      console.note(
        "It holds against guessing at this machine. A thief of the disk with one fast graphics card needs \(time)\n"
          + "to find it: the root key is in a file. Longer ones last.\nTry: bailey passcode change")
    }
  }

  /// A time rounded to one unit: it is an estimate.
  private func estimate(seconds: Double) -> String {
    let units: [(limit: Double, size: Double, name: String)] = [
      (60, 1, "second"), (3600, 60, "minute"), (86400, 3600, "hour"), (86400 * 365.25, 86400, "day"),
      (86400 * 365.25 * 1e6, 86400 * 365.25, "year"),
    ]
    guard seconds >= 1 else { return "less than a second" }
    guard let unit = units.first(where: { seconds < $0.limit }) else { return "more than a million years" }
    let count = Int((seconds / unit.size).rounded())
    return "about \(count) \(unit.name)\(count == 1 ? "" : "s")"
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
