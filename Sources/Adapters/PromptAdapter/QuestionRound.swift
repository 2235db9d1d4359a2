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

  // MARK: - The file-based keychain

  /// The password that the person types, twice the same where there was none before.
  package func password(for question: PendingQuestion) throws(PromptFailure) -> SecretBytes {
    var text = PromptText(
      description: Self.description(of: question), cancelTitle: question.cancelTitle.map(VisibleText.line))
    text.label = question.kind == .newKeychainPassword ? "New password" : "Password"
    if question.kind == .keychainPasswordAgain { text.complaint = "That was not the password." }
    for _ in 0..<Self.tries {
      let password = try prompt.ask(text)
      guard question.kind == .newKeychainPassword else { return password }
      var again = text
      again.label = "Again"
      let repeated = try prompt.ask(again)
      if Self.same(password, repeated) { return password }
      text.complaint = "The two were different."
    }
    throw .unusable
  }

  private static func same(_ one: borrowing SecretBytes, _ other: borrowing SecretBytes) -> Bool {
    one.withBytes { one in
      other.withBytes { other in
        guard one.count == other.count else { return false }
        return one.indices.reduce(UInt8(0)) { $0 | one[$1] ^ other[$1] } == 0
      }
    }
  }

  /// Which program it is comes from the kernel; its reason from itself.
  private static func description(of question: PendingQuestion) -> String {
    let program = question.asker.program.map { VisibleText.line($0) } ?? "A program that hides what it is"
    let reason = VisibleText.line(question.reason)
    let asker = "\(program) (process \(question.asker.process))"
    let who =
      switch question.kind {
      case .passcode: "\(asker) wants to know that it is you."
      case .newKeychainPassword: "\(asker) wants to keep something in a keychain file. Choose a password for it."
      case .keychainPassword, .keychainPasswordAgain: "\(asker) wants to use the keychain file, which is locked."
      }
    return reason.isEmpty ? who : "\(who)\nIt says: \(reason)"
  }
}

/// Why a passcode proved nothing.
package enum ProofFailure: Error, Equatable, Sendable {
  case wrong
  /// Another would not be looked at now, or nobody is there to look.
  case final
}
