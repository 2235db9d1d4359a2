// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
package import EnclaveControl
import EnclaveMessages
import OwnProcess
package import PromptModel
import ProofModel
package import SecretMemory

/// Gives the enclave the passcode that the person has typed. It goes nowhere else.
package struct PasscodeWord: Sendable {
  private let connect: @Sendable () throws -> OwnerChannel

  package init(connect: @escaping @Sendable () throws -> OwnerChannel) { self.connect = connect }

  /// Proves the passcode for the statement that the person was shown, which its hash stands for.
  package func prove(_ question: PendingQuestion, _ passcode: consuming SecretBytes) throws(ProofFailure) {
    guard let statement = question.statement else { throw .final }
    // The person is asked here for this agent, and for no other.
    if question.kind == .passcode(.agentAuthorisation), question.requester.process != Environment.processNumber {
      throw .final
    }
    let enclave = try enclave()
    do {
      try enclave.prove(PasscodeProof(of: question.number, for: statement.digest, by: passcode))
    } catch {
      throw ProofFailure(error)
    }
  }

  /// Unlocks the device.
  package func unlock(_ passcode: consuming SecretBytes) throws(ProofFailure) {
    let enclave = try enclave()
    do { try enclave.unlock(passcode) } catch { throw ProofFailure(error) }
  }

  private func enclave() throws(ProofFailure) -> OwnerChannel {
    do { return try connect() } catch { throw .final }
  }
}

extension ProofFailure {
  fileprivate init(_ error: EnclaveClientError) {
    if case .refused(.wrongPasscode(_, waitSeconds: 0)) = error { self = .wrong } else { self = .final }
  }
}
