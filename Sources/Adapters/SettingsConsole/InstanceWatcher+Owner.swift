// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import KeychainModel
import OwnProcess
import PromptModel
import ProofModel
import ProtectionModel
import SecretMemory
import SupervisorMessages

// What the owner does beside locking and answering questions. A passcode goes to the enclave in the call that brought
// it, and is wiped when that returns.

extension InstanceWatcher {
  // MARK: - Security

  func setPasscode(_ passcode: consuming SecretBytes) throws(EnclaveClientError) {
    defer { refresh() }
    try enclave().setPasscode(passcode)
  }

  func changePasscode(
    from old: consuming SecretBytes, to new: consuming SecretBytes
  ) throws(EnclaveClientError) {
    defer { refresh() }
    try enclave().changePasscode(from: old, to: new)
  }

  /// Changes how the device locks. Loosening it takes the passcode, and the limits in the text file count no longer then.
  func choose(_ settings: LockSettings, _ passcode: consuming SecretBytes?) throws(ConsoleFailure) {
    defer { refresh() }
    let operation: OwnerOperation
    do throws(EnclaveClientError) {
      let enclave = try enclave()
      let status = try enclave.status()
      operation = settings.operation(after: status.settings)
      guard operation.rule.permits(status.state) else { throw .refused(.lockState(status.state)) }
      if operation.rule.passcode == .wanted, status.passcode == .set {
        guard let passcode else { throw .passcodeLength }
        try enclave.choose(settings, by: passcode)
      } else {
        try enclave.choose(settings)
      }
    } catch {
      throw .enclave(error)
    }
    guard operation == .loosenLocking else { return }
    do throws(SupervisorClientError) {
      var supervisor = try supervisor()
      try supervisor.forgetLockLimits()
    } catch {
      throw .supervisor(error)
    }
  }

  /// Erases the instance, with the passcode where there is one.
  func erase(_ passcode: consuming SecretBytes?) throws(EnclaveClientError) {
    defer { refresh() }
    let enclave = try enclave()
    guard try enclave.status().passcode == .set else { return try enclave.erase() }
    guard let passcode else { throw .passcodeLength }
    try enclave.erase(by: passcode)
  }

  // MARK: - Who is there

  /// Returns where the passcode is right, or where there is none. While locked, giving it unlocks.
  func verify(_ passcode: consuming SecretBytes?) throws(EnclaveClientError) {
    let enclave = try enclave()
    let status = try enclave.status()
    guard status.passcode == .set else { return }
    guard let passcode else { throw .passcodeLength }
    guard status.state == .unlocked else {
      defer { refresh() }
      return try enclave.unlock(passcode)
    }
    try prove(.resumeConsole, by: passcode, as: .random(), enclave)
  }

  /// Opens the page of passwords: `baileyd` hears from the enclave that the passcode was right.
  func openPasswords(_ passcode: consuming SecretBytes?) throws(ConsoleFailure) {
    guard let number = try ownersProof(.showPasswords, by: passcode) else { return }
    do { try broker.permitOwner(number) } catch { throw .broker(error) }
  }

  /// The number under which the enclave was given the passcode for this; nil where there is none.
  func ownersProof(
    _ purpose: ProofPurpose, by passcode: consuming SecretBytes?
  ) throws(ConsoleFailure) -> QuestionNumber? {
    let number = QuestionNumber.random()
    do throws(EnclaveClientError) {
      let enclave = try enclave()
      guard try enclave.status().passcode == .set else { return nil }
      guard let passcode else { throw .passcodeLength }
      try prove(purpose, by: passcode, as: number, enclave)
      return number
    } catch {
      refresh()
      throw .enclave(error)
    }
  }

  private func prove(
    _ purpose: ProofPurpose, by passcode: consuming SecretBytes, as number: QuestionNumber, _ enclave: OwnerChannel
  ) throws(EnclaveClientError) {
    let statement = ProofStatement(purpose, by: .owner(in: Environment.processNumber))
    try enclave.prove(PasscodeProof(of: number, for: statement.digest, by: passcode))
  }
}
