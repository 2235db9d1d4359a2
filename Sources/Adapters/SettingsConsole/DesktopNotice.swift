// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import EnclaveMessages
import PromptModel
import ProtectionModel

/// What the desktop is told of a question that waits: which app asks, and where it is answered. What it asks for stands in the
/// console.
struct DesktopNotice: Sendable, Equatable {
  /// The question that is refused by the notice's button; nil where the person could not know what they refuse.
  let refusable: QuestionNumber?
  let summary: String
  let body: String

  /// Makes the notice of what is shown; nil where nobody asks.
  init?(_ shown: ConsoleState.Shown, _ words: DesktopWords) {
    guard shown.status != nil, let first = shown.questions.first else { return nil }
    let others = shown.questions.count - 1
    summary = words.summary
    // A notice can stand on a locked screen.
    guard !shown.isIdle, shown.status?.state == .unlocked, let app = Self.name(of: first.question) else {
      (refusable, body) = (nil, words.somebody)
      return
    }
    refusable = first.question.number
    body = words.asks(Self.escaped(app)) + (others > 0 ? " " + words.more(others) : "")
  }

  private static func name(of question: PendingQuestion) -> String? {
    let name: String? =
      switch question.kind {
      case .consent(let asked): asked.name.isEmpty ? asked.identifier : "\(asked.name) (\(asked.identifier))"
      case .path(let asked): asked.name.isEmpty ? asked.identifier : "\(asked.name) (\(asked.identifier))"
      case .passcode, .password, .account, .unlock, .finger: question.requester.program
      }
    return name.map(VisibleWord.line)
  }

  /// Services take a body for markup.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}

/// The words of notices in the languages of the console's pages.
struct DesktopWords: Sendable, Equatable {
  let summary: String
  let somebody: String
  let deny: String
  let open: String
  private let asking: (before: String, after: String)
  private let others: (before: String, after: String)

  static func == (one: Self, other: Self) -> Bool { one.summary == other.summary }

  func asks(_ app: String) -> String { asking.before + app + asking.after }
  func more(_ count: Int) -> String { others.before + String(count) + others.after }

  /// The words in a language, which is a value of `LC_ALL`, `LC_MESSAGES` or `LANG`.
  init(language: String) {
    switch language.prefix(2) {
    case "it":
      self.init(
        "Bailey: un’app attende una risposta", "Apri la console per vedere che cosa viene chiesto.", "Non consentire",
        "Apri",
        ("", " attende la tua risposta."), ("Altre in attesa: ", "."))
    case "zh":
      self.init(
        "Bailey：有应用正在等待回答", "打开控制台查看请求内容。", "不允许", "打开", ("", " 正在等待你的回答。"), ("另有 ", " 个请求。"))
    default:
      self.init(
        "Bailey: an app waits for an answer", "Open the console to see what is asked.", "Don’t Allow", "Open",
        ("", " waits for your answer."), ("", " more wait."))
    }
  }

  private init(
    _ summary: String, _ somebody: String, _ deny: String, _ open: String, _ asking: (String, String),
    _ others: (String, String)
  ) {
    (self.summary, self.somebody, self.deny, self.open) = (summary, somebody, deny, open)
    self.asking = (asking.0, asking.1)
    self.others = (others.0, others.1)
  }
}
