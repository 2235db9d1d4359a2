// SPDX-License-Identifier: Apache-2.0
package import AuthenticationModel
package import KeychainModel
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

  // MARK: - File-based keychains

  /// The password that the person types, twice the same where there was none before.
  package func password(
    for question: PendingQuestion, _ occasion: KeychainPasswordOccasion
  ) throws(PromptFailure) -> SecretBytes {
    var text = PromptText(
      description: Self.description(of: question), cancelTitle: question.cancelTitle.map(VisibleText.line))
    text.label = occasion == .new ? "New password" : "Password"
    if occasion == .again { text.complaint = "That was not the password." }
    for _ in 0..<Self.tries {
      let password = try prompt.ask(text)
      guard occasion == .new else { return password }
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

  /// Which program it is comes from the kernel, which keychain from `baileyd`; the reason from the program itself.
  private static func description(of question: PendingQuestion) -> String {
    let program = question.asker.program.map { VisibleText.line($0) } ?? "A program that hides what it is"
    let reason = VisibleText.line(question.reason)
    let asker = "\(program) (process \(question.asker.process))"
    let who =
      switch question.kind {
      case .passcode: "\(asker) wants to know that it is you."
      case .password(let keychain, .new):
        "\(asker) wants to keep something in the keychain \(VisibleText.quoted(endOf: keychain.text)), which is new. "
          + "Choose a password for it."
      case .password(let keychain, .unlock), .password(let keychain, .again):
        "\(asker) wants to use the keychain \(VisibleText.quoted(endOf: keychain.text)), which is locked."
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
