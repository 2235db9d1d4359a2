// SPDX-License-Identifier: Apache-2.0
package import Events
package import PromptModel
package import SecretMemory
import Threads

/// Puts one question to the person, and gives what they answer to the enclave.
package struct QuestionRound: Sendable {
  /// Wrong passcodes are asked again this often.
  private static let tries = 3

  private var prompt: any PasscodePrompt
  private let refusals = Refusals()
  private let prove: @Sendable (PendingQuestion, consuming SecretBytes) throws(ProofFailure) -> Void

  package init(
    _ prompt: any PasscodePrompt,
    prove: @escaping @Sendable (PendingQuestion, consuming SecretBytes) throws(ProofFailure) -> Void
  ) {
    self.prompt = prompt
    self.prove = prove
  }

  /// The same, for a question that may get its answer elsewhere.
  package func until(_ over: ThreadNotifier) -> QuestionRound {
    var round = self
    round.prompt = prompt.until(over)
    return round
  }

  package func outcome(of question: PendingQuestion) -> QuestionOutcome {
    var text = PromptText(
      description: Self.description(of: question), cancelTitle: question.cancelTitle.map(VisibleText.line))
    for _ in 0..<Self.tries {
      do throws(PromptFailure) {
        let passcode = try prompt.ask(text)
        do throws(ProofFailure) {
          try prove(question, passcode)
        } catch .wrong {
          text.complaint = "That was not the passcode."
          continue
        } catch {
          return .failed
        }
        refusals.forget(question.requester.program)
        return try provedOutcome(of: question)
      } catch {
        return outcome(of: error, for: question)
      }
    }
    return .failed
  }

  /// Of a permission, for how long: where that is not said, it is given once.
  private func provedOutcome(of question: PendingQuestion) throws(PromptFailure) -> QuestionOutcome {
    guard question.kind == .passcode(.permission) else { return .proved }
    let offer = "Allow it from now on, until you take it back? With No you allow it once: until the program ends."
    return try prompt.confirm(offer) == .yes ? .proved : .provedOnce
  }

  /// What to say of a question that nobody answered. A person who refuses the same program again is offered silence.
  package func outcome(of failure: PromptFailure, for question: PendingQuestion) -> QuestionOutcome {
    guard failure == .cancelled else { return .failed }
    guard refusals.count(question.requester.program) > 1 else { return .cancelled }
    let program = question.requester.program.map { VisibleText.end(of: $0) } ?? "programs that hide what they are"
    let offer = "You refused \(program) again. Ask you nothing more on its behalf until the next unlock?"
    // Without an answer the person is asked again next time.
    return (try? prompt.confirm(offer)) == .yes ? .silenced : .cancelled
  }

  // MARK: - File-based keychains

  /// The password that the person types, twice the same where there was none before.
  package func password(
    for question: PendingQuestion, _ occasion: PasswordOccasion
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

  // MARK: - Files for apps

  package func path(for question: PendingQuestion, _ wish: FileWish) throws(PromptFailure) -> SecretBytes {
    var text = PromptText(
      description: Self.description(of: question), complaint: wish.problem?.sentence)
    text.label = "Path"
    if prompt.hidesTyping {
      text.description += "\nWhat you type here is hidden. The console shows it, and your folders: bailey console"
    }
    return try prompt.askOpenly(text)
  }

  private static func same(_ one: borrowing SecretBytes, _ other: borrowing SecretBytes) -> Bool {
    one.withBytes { one in
      other.withBytes { other in
        guard one.count == other.count else { return false }
        return one.indices.reduce(UInt8(0)) { $0 | one[$1] ^ other[$1] } == 0
      }
    }
  }

  /// The kernel says which program asks, `baileyd` says which keychain, and the program itself says why.
  private static func description(of question: PendingQuestion) -> String {
    let program = question.requester.program.map { VisibleText.line($0) } ?? "A program that hides what it is"
    let reason = VisibleText.line(question.reason)
    let requester = "\(program) (process \(question.requester.process))"
    let who =
      switch question.kind {
      case .passcode(.presence): "\(requester) wants to know that it is you."
      case .passcode(.permission): "\(requester) asks whether a program may have something of yours."
      case .passcode(.agentSeat): "This agent, \(requester), wants to ask you what apps may do, and to answer for you."
      case .passcode(.makePasskey(let subject, let reach)):
        PasskeyText(subject, askedBy: question.requester).making(reach)
      case .passcode(.usePasskey(let subject)): PasskeyText(subject, askedBy: question.requester).signIn
      case .consent(let question): ConsentText(question).lines.joined(separator: "\n")
      case .path(let question): question.sentences
      case .password(of: let keychain, .new):
        "\(requester) wants to keep something in the keychain \(VisibleText.quoted(endOf: keychain)), which is new. "
          + "Choose a password for it."
      case .password(of: let keychain, .unlock), .password(of: let keychain, .again):
        "\(requester) wants to use the keychain \(VisibleText.quoted(endOf: keychain)), which is locked."
      }
    return reason.isEmpty ? who : "\(who)\nIt says: \(reason)"
  }
}

/// Why a passcode proved nothing.
package enum ProofFailure: Error, Equatable, Sendable {
  case wrong
  /// Another try would not be checked now, or the enclave cannot be reached.
  case final
}

/// How often the person has refused each program since it was last answered for.
private final class Refusals: Sendable {
  /// When there are more programs, all are forgotten: the person is offered silence one refusal later.
  private static let maximum = 256
  private let counts = Locked<[String?: Int]>([:])

  func count(_ program: String?) -> Int {
    counts.withLock { counts in
      if counts.count >= Self.maximum, counts[program] == nil { counts = [:] }
      counts[program, default: 0] += 1
      return counts[program, default: 0]
    }
  }

  func forget(_ program: String?) { counts.withLock { $0[program] = nil } }
}
