// SPDX-License-Identifier: Apache-2.0
package import AuthenticationModel
package import SecretMemory

/// Puts one question to the person, and gives what they answer to the enclave.
package struct QuestionRound: Sendable {
  /// Wrong passcodes are asked again this often.
  private static let tries = 3

  private let prompt: any PasscodePrompt
  private let prove: @Sendable (QuestionNumber, consuming SecretBytes) throws(ProofFailure) -> Void

  package init(
    _ prompt: any PasscodePrompt,
    prove: @escaping @Sendable (QuestionNumber, consuming SecretBytes) throws(ProofFailure) -> Void
  ) {
    self.prompt = prompt
    self.prove = prove
  }

  package func outcome(of question: PendingQuestion) -> QuestionOutcome {
    var text = PromptText(
      description: Self.description(of: question), cancelTitle: question.cancelTitle.map(VisibleText.line))
    for _ in 0..<Self.tries {
      do throws(PromptFailure) {
        let passcode = try prompt.ask(text)
        do throws(ProofFailure) {
          try prove(question.number, passcode)
          return .proved
        } catch .wrong {
          text.complaint = "That was not the passcode."
        } catch {
          return .failed
        }
      } catch {
        return error == .cancelled ? .cancelled : .failed
      }
    }
    return .failed
  }

  /// Which program it is comes from the kernel; its reason from itself.
  private static func description(of question: PendingQuestion) -> String {
    let program = question.asker.program.map { VisibleText.line($0) } ?? "A program that hides what it is"
    let reason = VisibleText.line(question.reason)
    let who = "\(program) (process \(question.asker.process)) wants to know that it is you."
    return reason.isEmpty ? who : "\(who)\nIt says: \(reason)"
  }
}

/// Why a passcode proved nothing.
package enum ProofFailure: Error, Equatable, Sendable {
  case wrong
  /// Another would not be looked at now, or nobody is there to look.
  case final
}
