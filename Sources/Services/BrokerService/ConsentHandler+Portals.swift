// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import CallerIdentity
import ConsentModel
import KeychainModel
import LinuxSystem
import PromptModel
import PromptQueue

// MARK: - What portals ask the person

extension ConsentHandler {
  /// For the app that the asking process started: `bailey-run` is told the path, and the app only where it finds the file.
  func choosePath(_ wish: FileWish, _ session: BrokerSession) -> Result<BrokerReply, BrokerRefusal> {
    guard let identifier = launches.app(startedBy: session.caller)?.identifier,
      let name = apps.client(ConsentClient.Key(kind: .bundle, identifier: identifier))?.name
    else { return .failure(.consent(.unknownApp)) }
    let harmless = FileWish(
      wish.use, suggestion: PurposeString(wish.suggestion)?.text ?? "", problem: wish.problem, typed: wish.typed,
      folder: wish.folder)
    let question = FileQuestion(name: PurposeString(name)?.text ?? identifier, identifier: identifier, wish: harmless)
    // Questions of the app share its account, whoever asks for it.
    let requester = Requester(process: session.caller.process, program: identifier)
    do throws(AuthenticationRefusal) {
      let end = try authenticator.queue.ask(
        PersonQuestion(.path(question), reason: ""), for: requester, since: authenticator.now,
        while: { session.caller.isAlive })
      return .success(.consent(try Self.reply(to: end)))
    } catch {
      return .failure(.authentication(error))
    }
  }

  /// The app closed what it asked by: nobody is asked on.
  func withdrawPath(_ session: BrokerSession) -> Result<BrokerReply, BrokerRefusal> {
    guard let identifier = launches.app(startedBy: session.caller)?.identifier else {
      return .failure(.consent(.unknownApp))
    }
    authenticator.queue.withdrawPath(askedBy: Requester(process: session.caller.process, program: identifier))
    return .success(.done)
  }

  /// Throws where nobody has decided.
  private static func reply(to end: QuestionEnd) throws(AuthenticationRefusal) -> ConsentReply {
    switch end {
    case .answered(FileAnswer.look(let folder, let typed)): return .lookedFor(folder: folder, typed: typed)
    case .answered(let answer as SecretData):
      let path = answer.withBytes { bytes in
        String(validating: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
      guard let path, path.utf8.count <= FileWish.longestAnswer, !path.isEmpty else { return .chosenPath(nil) }
      return .chosenPath(path)
    case .cancelled: return .chosenPath(nil)
    case .unattended: throw .notInteractive
    case .withdrawn, .invalidated: throw .systemCancelled
    case .answered, .proved, .failed: throw .failed
    }
  }

  /// What the desktop's portal says of the program is its word, and is shown as such.
  func askForPortal(_ program: String, _ words: String, _ session: BrokerSession) -> Result<BrokerReply, BrokerRefusal>
  {
    let question = ConsentQuestion(
      name: PurposeString(program)?.text ?? "A program", identifier: "", deed: "do what the desktop asks about",
      purpose: PurposeString(words)?.text, choices: [.allow, .deny], hold: .advisory)
    let requester = Requester(process: session.caller.process, program: session.requester.program)
    let end = try? authenticator.queue.ask(
      PersonQuestion(.consent(question), reason: ""), for: requester, since: authenticator.now,
      while: { session.caller.isAlive })
    guard case .answered(let answer)? = end, let choice = answer as? ConsentChoice else {
      return .success(.consent(.outcome(.unanswered)))
    }
    return .success(.consent(.outcome(.stands(.answered(choice == .allow ? .allowed : .denied)))))
  }
}
