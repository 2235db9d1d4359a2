// SPDX-License-Identifier: Apache-2.0
import AppDirectory
import BrokerMessages
import CallerIdentity
import ConsentModel
import KeychainModel
import PromptModel
import PromptQueue
import SystemCalls

/// Puts to the person what portals ask for apps and programs.
struct PortalHandler {
  let answers: PersonalAnswers
  let apps: KnownApps
  let launches: LaunchedApps
  let authenticator: PersonAuthenticator

  func answer(_ request: PortalRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    _ = try answers.authority()
    switch request {
    case .choosePath(let wish, let token): return try choosePath(wish, token, session)
    case .withdraw(let token): return try withdraw(token, session)
    case .ask(let program, let words): return ask(program, words, session)
    case .openAddress(let address, let token): return try open(address, token, session)
    }
  }

  /// Chooses a path for the app that the asking process started: `bailey-run` is told the path, and the app only where
  /// it finds the file.
  private func choosePath(
    _ wish: FileWish, _ token: ContextToken, _ session: BrokerSession
  ) throws(BrokerRefusal) -> BrokerReply {
    guard let identifier = launches.run(startedBy: session.caller.process)?.identifier,
      let name = apps.client(ConsentClient.Key(kind: .bundle, identifier: identifier))?.name
    else { throw .consent(.unknownApp) }
    let harmless = FileWish(
      wish.use, suggestion: PurposeString(wish.suggestion)?.text ?? "", problem: wish.problem, typed: wish.typed,
      folder: wish.folder)
    let question = FileQuestion(name: PurposeString(name)?.text ?? identifier, identifier: identifier, wish: harmless)
    // Questions of the app share its account, whoever asks for it.
    let requester = Requester(process: session.caller.process, program: identifier)
    do throws(AuthenticationRefusal) {
      let end = try authenticator.queue.ask(
        PersonQuestion(.path(question), reason: "", context: token), for: requester, since: authenticator.now,
        while: { session.caller.isAlive })
      return .portal(try Self.reply(to: end))
    } catch {
      throw .authentication(error)
    }
  }

  /// The app closed what it asked by: nobody is asked on.
  private func withdraw(_ token: ContextToken, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    guard let identifier = launches.run(startedBy: session.caller.process)?.identifier else {
      throw .consent(.unknownApp)
    }
    authenticator.queue.invalidate(token, by: Requester(process: session.caller.process, program: identifier))
    return .done
  }

  /// Throws where nobody has decided.
  private static func reply(to end: QuestionEnd) throws(AuthenticationRefusal) -> PortalReply {
    switch end {
    case .answered(FileAnswer.look(let folder, let typed)): return .lookedFor(folder: folder, typed: typed)
    case .answered(let answer as SecretData):
      let path = answer.withBytes { bytes in
        String(validating: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
      guard let path, path.utf8.count <= FileWish.longestAnswer, !path.isEmpty else { return .chosenPath(nil) }
      return .chosenPath(path)
    case .cancelled, .elsewhere: return .chosenPath(nil)
    case .unattended: throw .notInteractive
    case .withdrawn, .invalidated: throw .systemCancelled
    case .answered, .proved, .provedOnce, .touched, .lockedOut, .failed: throw .failed
    }
  }

  /// Asks the person for a program that the desktop's portal describes; its words are shown as such.
  private func ask(_ program: String, _ words: String, _ session: BrokerSession) -> BrokerReply {
    let question = ConsentQuestion(
      name: PurposeString(program)?.text ?? "A program", identifier: "", operation: "do what the desktop asks about",
      purpose: PurposeString(words)?.text, choices: [.allow, .deny], hold: .advisory)
    let requester = Requester(process: session.caller.process, program: session.requester.program)
    return outcome(of: question, for: requester, session)
  }

  /// Asks each time: an address carries what the app knows to whoever it names.
  private func open(
    _ text: String, _ token: ContextToken, _ session: BrokerSession
  ) throws(BrokerRefusal) -> BrokerReply {
    guard let identifier = launches.run(startedBy: session.caller.process)?.identifier,
      let name = apps.client(ConsentClient.Key(kind: .bundle, identifier: identifier))?.name,
      let address = OpenableAddress(text)
    else { throw .consent(.unknownApp) }
    let question = ConsentQuestion(
      name: PurposeString(name)?.text ?? identifier, identifier: identifier, operation: address.operation,
      purpose: PurposeString(address.text)?.text, choices: [.allow, .deny], hold: .enforced)
    return outcome(of: question, token, for: Requester(process: session.caller.process, program: identifier), session)
  }

  private func outcome(
    of question: ConsentQuestion, _ token: ContextToken? = nil, for requester: Requester, _ session: BrokerSession
  ) -> BrokerReply {
    let end = try? authenticator.queue.ask(
      PersonQuestion(.consent(question), reason: "", context: token), for: requester, since: authenticator.now,
      while: { session.caller.isAlive })
    guard case .answered(let answer)? = end, let choice = answer as? ConsentChoice else {
      return .portal(.outcome(.unanswered))
    }
    return .portal(.outcome(.stands(.answered(choice == .allow ? .allowed : .denied))))
  }
}
