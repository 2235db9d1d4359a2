// SPDX-License-Identifier: Apache-2.0
package import Events
package import PromptModel
package import SecretMemory
import Threads

/// Puts one question to the person, and gives what they answer to the enclave.
package struct QuestionRound: Sendable {
  /// The number of tries of a passcode.
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
      description: Self.description(of: question), cancelTitle: question.cancelTitle.map { VisibleText.line($0) })
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

  /// The outcome of a proved question. A permission is given once, unless the person says that it is to last.
  private func provedOutcome(of question: PendingQuestion) throws(PromptFailure) -> QuestionOutcome {
    guard question.kind == .passcode(.permission) else { return .proved }
    let offer = "Allow it from now on, until you take it back? With No you allow it once: until the program ends."
    return try prompt.confirm(offer) == .yes ? .proved : .provedOnce
  }

  // MARK: - Fingers

  /// The outcome of a question that a finger answers: `baileyd` hears of that itself, so that the person can only refuse here.
  package func refusal(of question: PendingQuestion) -> QuestionOutcome {
    let text = Self.description(of: question) + "\nYes goes on waiting for your finger, No refuses."
    for _ in 0..<Self.tries {
      do throws(PromptFailure) {
        guard try prompt.confirm(text) == .yes else { return outcome(of: .cancelled, for: question) }
      } catch {
        return outcome(of: error, for: question)
      }
    }
    return .failed
  }

  // MARK: - Passkeys

  /// The passcode that has unlocked the device for what a site wants.
  package func unlocking(
    _ question: PendingQuestion, _ unlock: (consuming SecretBytes) throws(ProofFailure) -> Void
  ) throws(PromptFailure) -> SecretBytes {
    var text = PromptText(description: Self.description(of: question))
    for _ in 0..<Self.tries {
      let passcode = try prompt.ask(text)
      do throws(ProofFailure) {
        try unlock(passcode.duplicate())
        return passcode
      } catch .wrong {
        text.complaint = "That was not the passcode."
      } catch {
        throw .unusable
      }
    }
    throw .unusable
  }

  /// The question that follows upon the unlock: the person reads what the passcode is for that they have just given, and agrees.
  package func outcome(of question: PendingQuestion, given passcode: consuming SecretBytes) -> QuestionOutcome {
    do throws(PromptFailure) {
      guard try prompt.confirm(Self.description(of: question)) == .yes else {
        return outcome(of: .cancelled, for: question)
      }
      do throws(ProofFailure) { try prove(question, passcode) } catch { return .failed }
      refusals.forget(question.requester.program)
      return .proved
    } catch {
      return outcome(of: error, for: question)
    }
  }

  /// The account that the person chose. `empty` where they want to use another device.
  package func account(
    for question: PendingQuestion, _ asked: AccountQuestion
  ) throws(PromptFailure) -> AccountAnswer {
    let pages = AccountPages(asked, on: question.page, askedBy: question.requester)
    var page = 0
    var text = PromptText(description: pages.texts[0])
    text.label = "Number"
    for _ in 0..<(Self.tries + pages.texts.count) {
      let typed = try prompt.askOpenly(text)
      text.complaint = nil
      switch pages.choice(typed.withBytes { bytes in bytes.indices.map { bytes[$0] } }) {
      case .place(let place): return AccountAnswer(place)
      case .more:
        page = (page + 1) % pages.texts.count
        text.description = pages.texts[page]
      case nil: text.complaint = "That is none of the numbers."
      }
    }
    throw .unusable
  }

  /// The outcome of a question that nobody answered. A person who refuses the same program again is offered silence.
  package func outcome(of failure: PromptFailure, for question: PendingQuestion) -> QuestionOutcome {
    if failure == .empty, question.kind.mayBeElsewhere { return .elsewhere }
    guard failure == .cancelled || failure == .empty else { return .failed }
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
      description: Self.description(of: question), cancelTitle: question.cancelTitle.map { VisibleText.line($0) })
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
    func passkey(at site: String) -> PasskeyText {
      PasskeyText(at: site, on: question.page, askedBy: question.requester)
    }
    let who =
      switch question.kind {
      case .passcode(.presence): "\(requester) wants to know that it is you."
      case .passcode(.presenceOrFinger):
        "\(requester) wants to know that it is you. Touch the fingerprint sensor, or give the passcode."
      case .finger: "\(requester) wants to know that it is you. Touch the fingerprint sensor."
      case .passcode(.permission): "\(requester) asks whether a program may have something of yours."
      case .passcode(.agentAuthorisation):
        "This agent, \(requester), wants to ask you what apps may do, and to answer for you."
      case .passcode(.makePasskey(let subject, let reach)):
        passkey(at: subject.relyingParty).making(subject.account, reach)
      case .passcode(.usePasskey(let subject)):
        passkey(at: subject.relyingParty).signIn(as: subject.account)
      case .account(let asked): AccountPages(asked, on: question.page, askedBy: question.requester).texts[0]
      case .unlock(let asked): passkey(at: asked.relyingParty).unlocking(asked.operation)
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
  /// The maximum number of programs. When there are more, all are forgotten: the person is offered silence one refusal
  /// later.
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
