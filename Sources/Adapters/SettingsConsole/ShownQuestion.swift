// SPDX-License-Identifier: Apache-2.0
import Clocks
import ConsentModel
import JSONCoding
import PromptModel
import SiteNames

/// A question as windows show it.
struct ShownQuestion: Sendable, Equatable {
  let question: PendingQuestion
  /// The end of the person's time.
  let end: BootInstant
  /// Whether the passcode for it was given with the unlock, so that a yes is enough.
  var isGiven = false

  /// The questions that wait now. One that was shown before keeps its end, so that an unchanged list stays the same.
  static func list(
    _ waiting: [AwaitedQuestion], knowing known: [ShownQuestion], given entry: UnlockingEntry, at now: BootInstant
  ) -> [Self] {
    waiting.map { awaited in
      let end =
        known.first { $0.question == awaited.question }?.end
        ?? now.advanced(byMilliseconds: UInt64(awaited.secondsLeft) * 1000)
      return ShownQuestion(question: awaited.question, end: end, isGiven: entry.serves(awaited.question))
    }
  }

  func json(at now: BootInstant) -> JSONValue {
    let requester = question.requester
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue) { members.append(JSONValue.Member(name, value)) }
    add("number", .string(question.number.bytes.hexadecimal))
    add("process", .number(Int(requester.process)))
    add("program", requester.program.map { .string(VisibleWord.line($0)) } ?? .null)
    add("kind", .string(question.kind.name))
    add("keychain", question.kind.keychain.map { .string(VisibleWord.line($0)) } ?? .null)
    add("reason", .string(VisibleWord.line(question.reason)))
    add("cancelTitle", question.cancelTitle.map { .string(VisibleWord.line($0)) } ?? .null)
    add("isForLater", .bool(question.isForLater))
    add("secondsLeft", .number(Int(clamping: now.milliseconds(until: end) / 1000)))
    if case .consent(let asked) = question.kind { add("consent", asked.json) }
    if case .path(let asked) = question.kind { add("file", asked.json) }
    if question.kind == .passcode(.permission) { add("once", .bool(true)) }
    if isGiven { add("given", .bool(true)) }
    if let passkey = question.kind.passkey(askedBy: requester, on: question.page) { add("passkey", passkey) }
    if case .account(let asked) = question.kind { add("accounts", .array(asked.accounts.map(\.json))) }
    return .object(members)
  }
}

extension QuestionKind {
  fileprivate var name: String {
    switch self {
    case .passcode: "passcode"
    case .password(_, .new): "newPassword"
    case .password(_, .unlock): "password"
    case .password(_, .again): "passwordAgain"
    case .consent: "consent"
    case .path: "path"
    case .account: "account"
    case .unlock: "unlock"
    case .finger: "finger"
    }
  }

  fileprivate var keychain: String? {
    if case .password(let name, _) = self { name } else { nil }
  }
}

extension QuestionKind {
  /// The site as it is signed and as it is read, the account as the site calls it, and which browser asks, null for none that
  /// Bailey knows; nil for what is no passkey.
  fileprivate func passkey(askedBy requester: Requester, on page: AskingPage?) -> JSONValue? {
    let browser = requester.program.flatMap(KnownBrowser.init(program:))
    func passkey(_ operation: String, _ site: String, _ account: String) -> JSONValue {
      Self.passkey(operation, site, account, browser, page)
    }
    return switch self {
    case .passcode(.makePasskey(let subject, _)): passkey("make", subject.relyingParty, subject.account)
    case .passcode(.usePasskey(let subject)): passkey("use", subject.relyingParty, subject.account)
    case .account(let asked): passkey("choose", asked.relyingParty, "")
    case .unlock(let asked): passkey("unlockFor", asked.relyingParty, "")
    case .passcode, .password, .consent, .path, .finger: nil
    }
  }

  private static func passkey(
    _ operation: String, _ relyingParty: String, _ account: String, _ browser: KnownBrowser?, _ page: AskingPage?
  ) -> JSONValue {
    let unicode = SiteName(relyingParty).unicode
    return .members([
      "operation": .string(operation), "site": .string(VisibleWord.end(of: relyingParty)),
      "unicode": unicode.map { .string(VisibleWord.end(of: $0)) } ?? .null,
      "browser": browser.map { .string($0.rawValue) } ?? .null,
      "account": .string(VisibleWord.quotable(account)), "look": .string(NameLook(of: unicode ?? "").rawValue),
      "page": page?.json ?? .null,
    ])
  }
}

extension AskingPage {
  fileprivate var json: JSONValue {
    .members([
      "origin": .string(VisibleWord.end(of: origin)), "top": top.map { .string(VisibleWord.end(of: $0)) } ?? .null,
    ])
  }
}

extension AccountQuestion.Account {
  fileprivate var json: JSONValue {
    .members([
      "name": .string(VisibleWord.quotable(name)), "label": .string(VisibleWord.quotable(label)),
      "isReplaced": .bool(isReplaced),
    ])
  }
}

extension ConsentQuestion {
  /// What the app says is made harmless here once more; the page says what the app would like in its own language.
  fileprivate var json: JSONValue {
    .members([
      "name": .string(VisibleWord.line(name)), "identifier": .string(VisibleWord.line(identifier)),
      "service": ConsentService.allCases.first { $0.operation == operation }.map { .string($0.name) } ?? .null,
      "operation": .string(VisibleWord.line(operation)),
      "purpose": purpose.map { .string(PurposeString($0)?.text ?? "") } ?? .null,
      "choices": .array(choices.map { .string($0.word) }), "enforced": .bool(hold == .enforced),
      "hold": .string("\(hold)"),
      "look": .string(NameLook(of: name).rawValue),
    ])
  }
}

extension FileQuestion {
  fileprivate var json: JSONValue {
    .members([
      "name": .string(VisibleWord.line(name)), "identifier": .string(VisibleWord.line(identifier)),
      "look": .string(NameLook(of: name).rawValue), "use": .string("\(wish.use)"),
      "suggestion": .string(VisibleWord.line(wish.suggestion)),
      "problem": wish.problem.map { .string("\($0)") } ?? .null, "typed": .string(wish.typed),
      "folder": wish.folder?.json ?? .null,
    ])
  }
}

extension ShownFolder {
  /// A name that cannot be shown as it is could look like another one: it is chosen by typing it.
  fileprivate var json: JSONValue {
    let shown = entries.filter { VisibleWord.line($0.name) == $0.name }
    return .members([
      "path": .string(path), "isWhole": .bool(isWhole && shown.count == entries.count),
      "entries": .array(
        shown.map { .members(["name": .string($0.name), "isFolder": .bool($0.isFolder)]) }),
    ])
  }
}

extension ConsentChoice {
  /// The word by which pages call it.
  var word: String { "\(self)" }

  init?(word: String) {
    guard let choice = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = choice
  }
}
