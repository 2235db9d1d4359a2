// SPDX-License-Identifier: Apache-2.0
import Advice
import InstanceAccess
import OwnProcess
import ProofModel
import PromptModel
import SecretMemory
import TerminalConsole

/// The passcode of an instance, where it has one: asked for once, when it is first needed, for all that one command does.
final class OwnersPasscode {
  private let console: Console
  private let isNeeded: Bool
  private var passcode: SecretBytes?

  /// Fails where a passcode is set and the device is locked.
  init(_ console: Console) throws(CommandFailure) {
    self.console = console
    isNeeded = try OwnerProof.isNeeded()
  }

  /// Has the owner enter the passcode for a purpose; nil where there is no passcode.
  func prove(_ purpose: ProofPurpose) throws(CommandFailure) -> QuestionNumber? {
    guard isNeeded else { return nil }
    let passcode = try read()
    return try OwnerProof.prove(purpose, by: passcode)
  }

  /// The same, for the enclave itself.
  func claim(_ purpose: ProofPurpose) throws(CommandFailure) -> ProofClaim? {
    guard let number = try prove(purpose) else { return nil }
    return ProofClaim(of: number, for: ProofStatement(purpose, by: .owner(in: Environment.processNumber)))
  }

  private func read() throws(CommandFailure) -> SecretBytes {
    if passcode == nil {
      do { passcode = try PasscodeInput(console: console).read("Passcode: ") } catch { throw .input(error) }
    }
    guard let known = passcode?.duplicate() else { throw .input(.ended) }
    return known
  }
}
