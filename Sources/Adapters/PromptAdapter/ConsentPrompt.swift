// SPDX-License-Identifier: Apache-2.0
import ConsentModel
package import PromptModel

/// Asks the person to choose. What the app says stands on a line that Bailey begins, and in quotes.
package protocol ConsentPrompt: Sendable {
  /// Has the person choose; nil where the person has not chosen: that is no refusal. Takes as long as the person takes.
  func choose(_ text: ConsentText) throws(PromptFailure) -> ConsentChoice?
}

/// The text that the person reads, and the choices.
package struct ConsentText: Sendable, Equatable {
  package let lines: [String]
  package let choices: [ConsentChoice]
  package let language: PromptLanguage

  /// The choices in words.
  package var titles: [String] { choices.map { language.title(of: $0) } }

  /// Everything that comes from an app is made harmless here once more: whoever draws this need not know what is whose.
  package init(_ question: ConsentQuestion, isForLater: Bool = false, in language: PromptLanguage = .english) {
    let identifier = VisibleText.line(question.identifier)
    let name = VisibleText.line(question.name)
    let app =
      name.isEmpty || name == identifier ? VisibleText.quoted(endOf: identifier) : VisibleText.quoted(endOf: name)
    let operation = language.operation(question.operation)
    var lines = [
      language.says(
        "\(app) would like to \(operation).", it: "\(app) vorrebbe \(operation).", zh: "\(app)想要\(operation)。")
    ]
    if app != VisibleText.quoted(endOf: identifier) {
      lines.append(
        language.says("The app is \(identifier).", it: "L’app è \(identifier).", zh: "该 App 是 \(identifier)。"))
    }
    if let doubt = NameLook(of: name).doubt(in: language) { lines.append(doubt) }
    if let purpose = question.purpose {
      let words = VisibleText.quoted(purpose)
      lines.append(language.says("It says: \(words)", it: "Dice: \(words)", zh: "它说：\(words)"))
    }
    if let limit = question.hold.limit(in: language) { lines.append(limit) }
    self.lines = lines + (isForLater ? [language.later] : [])
    self.language = language
    choices = question.choices
  }

  /// The text for an app that asks for files while the screen is locked.
  package init(refusing question: FileQuestion, in language: PromptLanguage = .english) {
    let app = "\(VisibleText.quoted(endOf: question.name)) (\(VisibleText.line(question.identifier)))"
    let wish = language.says(
      "\(app) would like a file or a folder of yours.", it: "\(app) vorrebbe un tuo file o una tua cartella.",
      zh: "\(app)想要您的一个文件或文件夹。")
    lines = [wish, NameLook(of: question.name).doubt(in: language), language.later].compactMap(\.self)
    self.language = language
    choices = [.deny]
  }
}

extension PromptLanguage {
  fileprivate var later: String {
    says(
      "The screen is locked. You can refuse now; to allow it, unlock first, and you are asked again.",
      it: "Lo schermo è bloccato. Ora puoi rifiutare; per consentire, sblocca prima: ti viene chiesto di nuovo.",
      zh: "屏幕已锁定。您现在可以拒绝；要允许，请先解锁，届时会再次询问。")
  }

  /// The console's words.
  func title(of choice: ConsentChoice) -> String {
    switch choice {
    case .deny: says(choice.title, it: "Non consentire", zh: "不允许")
    case .allow: says(choice.title, it: "Consenti", zh: "允许")
    case .allowOnce: says(choice.title, it: "Consenti una volta", zh: "允许一次")
    case .allowWhileInUse: says(choice.title, it: "Consenti durante l’uso dell’app", zh: "使用 App 时允许")
    case .limit: says(choice.title, it: "Limita l’accesso…", zh: "限制访问…")
    case .allowFull: says(choice.title, it: "Consenti accesso completo", zh: "允许完全访问")
    case .keepWhileInUse: says(choice.title, it: "Mantieni solo durante l’uso", zh: "保持仅在使用时允许")
    case .changeToAlways: says(choice.title, it: "Cambia in Consenti sempre", zh: "更改为始终允许")
    case .askNotToTrack: says(choice.title, it: "Chiedi all’app di non tracciare", zh: "要求 App 不跟踪")
    }
  }
}

extension NameLook {
  /// The doubt about the name; nil where it is of one script that does not look like another.
  func doubt(in language: PromptLanguage) -> String? {
    switch self {
    case .plain: nil
    case .mixed:
      language.says(
        "Its name has letters of several scripts: it may not be the app that it looks like.",
        it: "Il nome contiene lettere di alfabeti diversi: potrebbe non essere l’app che sembra.",
        zh: "其名称混用了不同文字的字母：它可能不是看上去的那个 App。")
    case .imitates:
      language.says(
        "Its name is not in Latin letters, and looks as if it were: it may not be the app that it looks like.",
        it: "Il nome non è in lettere latine, ma sembra esserlo: potrebbe non essere l’app che sembra.",
        zh: "它的名称不是拉丁字母，却看起来像是：它可能不是看起来的那个 App。")
    }
  }
}

extension ConsentQuestion.Hold {
  /// The limit of an answer's effect; nil where it binds the app.
  fileprivate func limit(in language: PromptLanguage) -> String? {
    switch self {
    case .enforced: nil
    case .advisory:
      language.says(
        "It does not run in Bailey's sandbox: a refusal is advice to it.",
        it: "Non viene eseguita nella sandbox di Bailey: un rifiuto è solo un consiglio.",
        zh: "它不在 Bailey 的沙盒中运行：拒绝对它只是建议。")
    case .frameworks:
      language.says(
        "Bailey holds none of this itself: the answer binds what the app asks for.",
        it: "Bailey non custodisce nulla di tutto ciò: la risposta vincola solo ciò che l’app chiede.",
        zh: "Bailey 本身不保管此类内容：您的回答只约束 App 的请求。")
    case .bypassed:
      language.says(
        "It is entitled to another way to this, where nobody looks at your answer: a refusal is advice to it.",
        it:
          "Ha un’autorizzazione che apre un’altra via, dove nessuno guarda la tua risposta: un rifiuto è solo un consiglio.",
        zh: "它的授权打开了另一条途径，那里无人查看您的回答：拒绝对它只是建议。")
    }
  }
}

extension PinentryPrompt: ConsentPrompt {
  /// A pinentry has three buttons at the most, of which closing the window means the last: nothing is decided by that.
  package func choose(_ text: ConsentText) throws(PromptFailure) -> ConsentChoice? {
    let grants = text.choices.filter { !$0.isRefusal }
    let description = text.lines.joined(separator: "\n")
    // While locked.
    if text.choices.allSatisfy(\.givesNothing) {
      guard let only = text.choices.first else { return nil }
      return try decide(description, text.language.title(of: only), in: text.language) == .yes ? only : nil
    }
    guard let refusal = text.choices.first(where: \.isRefusal) else {
      return try decide(description, between: grants, in: text.language)
    }
    let language = text.language
    let title =
      grants.count == 1 ? language.title(of: grants[0]) : language.says("Allow…", it: "Consenti…", zh: "允许…")
    switch try decide(description, title, language.title(of: refusal), in: language) {
    case .no: return refusal
    case .none: return nil
    case .yes:
      let more = language.says("How much?", it: "Quanto?", zh: "允许多少？")
      return try decide("\(description)\n\(more)", between: grants, in: language)
    }
  }

  /// The last one first: it is the one that lasts.
  private func decide(
    _ description: String, between choices: [ConsentChoice], in language: PromptLanguage
  ) throws(PromptFailure) -> ConsentChoice? {
    guard let lasting = choices.last else { return nil }
    guard choices.count > 1, let other = choices.first else { return lasting }
    switch try decide(description, language.title(of: lasting), language.title(of: other), in: language) {
    case .yes: return lasting
    case .no: return other
    case .none: return nil
    }
  }
}
