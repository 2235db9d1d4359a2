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

  /// Everything that comes from an app is made harmless here once more: whoever draws this need not know what is whose.
  package init(_ question: ConsentQuestion, isForLater: Bool = false) {
    let identifier = VisibleText.line(question.identifier)
    let name = VisibleText.line(question.name)
    let app =
      name.isEmpty || name == identifier ? VisibleText.quoted(endOf: identifier) : VisibleText.quoted(endOf: name)
    var lines = ["\(app) would like to \(question.operation)."]
    if app != VisibleText.quoted(endOf: identifier) { lines.append("The app is \(identifier).") }
    if let doubt = NameLook(of: name).doubt { lines.append(doubt) }
    if let purpose = question.purpose { lines.append("It says: \(VisibleText.quoted(purpose))") }
    if let limit = question.hold.limit { lines.append(limit) }
    self.lines = lines + (isForLater ? [Self.later] : [])
    choices = question.choices
  }

  /// The text for an app that asks for files while the screen is locked.
  package init(refusing question: FileQuestion) {
    let app = "\(VisibleText.quoted(endOf: question.name)) (\(VisibleText.line(question.identifier)))"
    lines = ["\(app) would like a file or a folder of yours.", NameLook(of: question.name).doubt, Self.later]
      .compactMap(\.self)
    choices = [.deny]
  }

  private static let later =
    "The screen is locked. You can refuse now; to allow it, unlock first, and you are asked again."
}

extension NameLook {
  /// The doubt about the name; nil where it is of one script that does not look like another.
  var doubt: String? {
    let look: String
    switch self {
    case .plain: return nil
    case .mixed: look = "Its name has letters of several scripts"
    case .imitates: look = "Its name is not in Latin letters, and looks as if it were"
    }
    return look + ": it may not be the app that it looks like."
  }
}

extension ConsentQuestion.Hold {
  /// The limit of an answer's effect; nil where it binds the app.
  fileprivate var limit: String? {
    switch self {
    case .enforced: nil
    case .advisory: "It does not run in Bailey's sandbox: a refusal is advice to it."
    case .frameworks: "Bailey holds none of this itself: the answer binds what the app asks for."
    case .bypassed:
      "It is entitled to another way to this, where nobody looks at your answer: a refusal is advice to it."
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
      return try decide(description, only.title) == .yes ? only : nil
    }
    guard let refusal = text.choices.first(where: \.isRefusal) else {
      return try decide(description, between: grants)
    }
    let title = grants.count == 1 ? grants[0].title : "Allow…"
    switch try decide(description, title, refusal.title) {
    case .no: return refusal
    case .none: return nil
    case .yes: return try decide("\(description)\nHow much?", between: grants)
    }
  }

  /// The last one first: it is the one that lasts.
  private func decide(
    _ description: String, between choices: [ConsentChoice]
  ) throws(PromptFailure) -> ConsentChoice? {
    guard let lasting = choices.last else { return nil }
    guard choices.count > 1, let other = choices.first else { return lasting }
    switch try decide(description, lasting.title, other.title) {
    case .yes: return lasting
    case .no: return other
    case .none: return nil
    }
  }
}
