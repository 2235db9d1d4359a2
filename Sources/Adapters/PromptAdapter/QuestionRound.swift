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
  let language: PromptLanguage
  private let prove: @Sendable (PendingQuestion, consuming SecretBytes) throws(ProofFailure) -> Void

  package init(
    _ prompt: any PasscodePrompt, in language: PromptLanguage = .english,
    prove: @escaping @Sendable (PendingQuestion, consuming SecretBytes) throws(ProofFailure) -> Void
  ) {
    self.prompt = prompt
    self.language = language
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
      description: description(of: question), cancelTitle: question.cancelTitle.map { VisibleText.line($0) },
      in: language)
    for _ in 0..<Self.tries {
      do throws(PromptFailure) {
        let passcode = try prompt.ask(text)
        do throws(ProofFailure) {
          try prove(question, passcode)
        } catch .wrong {
          text.complaint = language.notThePasscode
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
    let offer = language.says(
      "Allow it from now on, until you take it back? With No you allow it once: until the program ends.",
      it:
        "Consentirlo da ora in poi, finché non lo revochi? Con No lo consenti una volta: finché il programma non termina.",
      zh: "从现在起一直允许，直到您收回？选“否”则只允许一次：到该程序结束为止。")
    return try prompt.confirm(offer, in: language) == .yes ? .proved : .provedOnce
  }

  // MARK: - Fingers

  /// The outcome of a question that a finger answers: `baileyd` hears of that itself, so that the person can only refuse here.
  package func refusal(of question: PendingQuestion) -> QuestionOutcome {
    let rest = language.says(
      "Yes goes on waiting for your finger, No refuses.", it: "Sì continua ad aspettare il dito, No rifiuta.",
      zh: "“是”继续等待您的手指，“否”则拒绝。")
    let text = description(of: question) + "\n" + rest
    for _ in 0..<Self.tries {
      do throws(PromptFailure) {
        guard try prompt.confirm(text, in: language) == .yes else { return outcome(of: .cancelled, for: question) }
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
    var text = PromptText(description: description(of: question), in: language)
    for _ in 0..<Self.tries {
      let passcode = try prompt.ask(text)
      do throws(ProofFailure) {
        try unlock(passcode.duplicate())
        return passcode
      } catch .wrong {
        text.complaint = language.notThePasscode
      } catch {
        throw .unusable
      }
    }
    throw .unusable
  }

  /// The question that follows upon the unlock: the person reads what the passcode is for that they have just given, and agrees.
  package func outcome(of question: PendingQuestion, given passcode: consuming SecretBytes) -> QuestionOutcome {
    do throws(PromptFailure) {
      guard try prompt.confirm(description(of: question), in: language) == .yes else {
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
    let pages = AccountPages(asked, on: question.page, askedBy: question.requester, in: language)
    var page = 0
    var text = PromptText(description: pages.texts[0], in: language)
    text.label = language.says("Number", it: "Numero", zh: "编号")
    for _ in 0..<(Self.tries + pages.texts.count) {
      let typed = try prompt.askOpenly(text)
      text.complaint = nil
      switch pages.choice(typed.withBytes { bytes in bytes.indices.map { bytes[$0] } }) {
      case .place(let place): return AccountAnswer(place)
      case .more:
        page = (page + 1) % pages.texts.count
        text.description = pages.texts[page]
      case nil:
        text.complaint = language.says(
          "That is none of the numbers.", it: "Non è uno dei numeri.", zh: "这不是其中的编号。")
      }
    }
    throw .unusable
  }

  /// The outcome of a question that nobody answered. A person who refuses the same program again is offered silence.
  package func outcome(of failure: PromptFailure, for question: PendingQuestion) -> QuestionOutcome {
    if failure == .empty, question.kind.mayBeElsewhere { return .elsewhere }
    guard failure == .cancelled || failure == .empty else { return .failed }
    guard refusals.count(question.requester.program) > 1 else { return .cancelled }
    let program =
      question.requester.program.map { VisibleText.end(of: $0) }
      ?? language.says(
        "programs that hide what they are", it: "programmi che nascondono che cosa sono", zh: "隐藏自身身份的程序")
    let offer = language.says(
      "You refused \(program) again. Ask you nothing more on its behalf until the next unlock?",
      it: "Hai rifiutato di nuovo \(program). Non chiederti più nulla per suo conto fino al prossimo sblocco?",
      zh: "您再次拒绝了 \(program)。在下次解锁之前不再为它询问您？")
    // Without an answer the person is asked again next time.
    return (try? prompt.confirm(offer, in: language)) == .yes ? .silenced : .cancelled
  }

  // MARK: - File-based keychains

  /// The password that the person types, twice the same where there was none before.
  package func password(
    for question: PendingQuestion, _ occasion: PasswordOccasion
  ) throws(PromptFailure) -> SecretBytes {
    var text = PromptText(
      description: description(of: question), cancelTitle: question.cancelTitle.map { VisibleText.line($0) },
      in: language)
    text.label =
      occasion == .new
      ? language.says("New password", it: "Nuova password", zh: "新密码")
      : language.says("Password", it: "Password", zh: "密码")
    if occasion == .again {
      text.complaint = language.says("That was not the password.", it: "Non era la password.", zh: "密码不正确。")
    }
    for _ in 0..<Self.tries {
      let password = try prompt.ask(text)
      guard occasion == .new else { return password }
      var again = text
      again.label = language.says("Again", it: "Di nuovo", zh: "再次输入")
      let repeated = try prompt.ask(again)
      if Self.same(password, repeated) { return password }
      text.complaint = language.says("The two were different.", it: "Le due erano diverse.", zh: "两次输入不同。")
    }
    throw .unusable
  }

  // MARK: - Files for apps

  package func path(for question: PendingQuestion, _ wish: FileWish) throws(PromptFailure) -> SecretBytes {
    var text = PromptText(
      description: description(of: question), complaint: wish.problem?.sentence(in: language), in: language)
    text.label = language.says("Path", it: "Percorso", zh: "路径")
    if prompt.hidesTyping {
      text.description += language.says(
        "\nWhat you type here is hidden. The console shows it, and your folders: bailey console",
        it: "\nCiò che scrivi qui è nascosto. La console lo mostra, con le tue cartelle: bailey console",
        zh: "\n您在此输入的内容是隐藏的。控制台会显示它和您的文件夹：bailey console")
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
  private func description(of question: PendingQuestion) -> String {
    let program = question.requester.program.map { VisibleText.line($0) } ?? language.hiddenProgram
    let reason = VisibleText.line(question.reason)
    let process = question.requester.process
    let requester = language.says(
      "\(program) (process \(process))", it: "\(program) (processo \(process))", zh: "\(program)（进程 \(process)）")
    func passkey(at site: String) -> PasskeyText {
      PasskeyText(at: site, on: question.page, askedBy: question.requester, in: language)
    }
    let isYou = language.says(
      "\(requester) wants to know that it is you.", it: "\(requester) vuole sapere che sei tu.",
      zh: "\(requester)想确认是您本人。")
    let who =
      switch question.kind {
      case .passcode(.presence): isYou
      case .passcode(.presenceOrFinger):
        isYou
          + language.says(
            " Touch the fingerprint sensor, or give the passcode.",
            it: " Tocca il sensore d’impronte o inserisci il codice.", zh: "请触摸指纹传感器，或输入密码。")
      case .finger:
        isYou
          + language.says(
            " Touch the fingerprint sensor.", it: " Tocca il sensore d’impronte.", zh: "请触摸指纹传感器。")
      case .passcode(.permission):
        language.says(
          "\(requester) asks whether a program may have something of yours.",
          it: "\(requester) chiede se un programma può avere qualcosa di tuo.",
          zh: "\(requester)询问某个程序是否可以获得您的内容。")
      case .passcode(.agentAuthorisation):
        language.says(
          "This agent, \(requester), wants to ask you what apps may do, and to answer for you.",
          it: "Questo agente, \(requester), vuole chiederti che cosa possono fare le app, e rispondere per te.",
          zh: "此代理 \(requester)想就 App 的权限询问您，并代您作答。")
      case .passcode(.makePasskey(let subject, let reach)):
        passkey(at: subject.relyingParty).making(subject.account, reach)
      case .passcode(.usePasskey(let subject)):
        passkey(at: subject.relyingParty).signIn(as: subject.account)
      case .account(let asked):
        AccountPages(asked, on: question.page, askedBy: question.requester, in: language).texts[0]
      case .unlock(let asked): passkey(at: asked.relyingParty).unlocking(asked.operation)
      case .consent(let question): ConsentText(question, in: language).lines.joined(separator: "\n")
      case .path(let question): question.sentences(in: language)
      case .password(of: let keychain, let occasion): self.keychain(keychain, occasion, requester)
      }
    guard !reason.isEmpty else { return who }
    return "\(who)\n" + language.says("It says: \(reason)", it: "Dice: \(reason)", zh: "它说：\(reason)")
  }

  private func keychain(_ path: String, _ occasion: PasswordOccasion, _ requester: String) -> String {
    let keychain = VisibleText.quoted(endOf: path)
    guard occasion == .new else {
      return language.says(
        "\(requester) wants to use the keychain \(keychain), which is locked.",
        it: "\(requester) vuole usare il portachiavi \(keychain), che è bloccato.",
        zh: "\(requester)想使用已锁定的钥匙串 \(keychain)。")
    }
    return language.says(
      "\(requester) wants to keep something in the keychain \(keychain), which is new. Choose a password for it.",
      it: "\(requester) vuole conservare qualcosa nel portachiavi \(keychain), che è nuovo. Scegli una password.",
      zh: "\(requester)想在新的钥匙串 \(keychain) 中保存内容。请为它选择密码。")
  }
}

extension PromptLanguage {
  var notThePasscode: String {
    says("That was not the passcode.", it: "Non era il codice.", zh: "密码不正确。")
  }

  fileprivate var hiddenProgram: String {
    says("A program that hides what it is", it: "Un programma che nasconde che cosa è", zh: "一个隐藏自身身份的程序")
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
