// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import PromptModel
import SiteNames

/// The text of a question for a passkey: which browser asks, for which site and which account.
///
/// The site's name is what the browser states. The account's is the site's word, and stands in quotes.
struct PasskeyText: Sendable {
  private let relyingParty: String
  private let page: AskingPage?
  private let requester: Requester

  init(at relyingParty: String, on page: AskingPage?, askedBy requester: Requester) {
    self.page = page
    self.relyingParty = relyingParty
    self.requester = requester
  }

  func making(_ account: String, _ reach: PasskeyReach) -> String {
    let place = reach == .portable ? "" : " It stays on this device."
    return text(
      "wants to make a passkey for \(VisibleText.quoted(account, atMost: Self.room)) at \(site).\(place)", Self.other)
  }

  func signIn(as account: String) -> String {
    text("wants to sign in as \(VisibleText.quoted(account, atMost: Self.room)) at \(site).", Self.other)
  }

  func unlocking(_ operation: UnlockQuestion.Operation) -> String {
    let wish = operation == .make ? "wants to make a passkey at" : "wants to sign in at"
    return text("\(wish) \(site).", "The device is locked. Your passcode unlocks it, and this goes on.")
  }

  func choosing(_ accounts: [String], _ more: String?) -> String {
    text("wants to sign in at \(site).", (accounts + [more].compactMap(\.self) + [Self.number]).joined(separator: "\n"))
  }

  /// The room of names in bytes, so that a question with all of them is one request of pinentry's.
  private static let (room, roomForProgram, roomForPage) = (150, 80, 70)
  private static let other = "Empty: another device or a security key."
  private static let number = "Type the number of an account. \(other)"

  private func text(_ operation: String, _ rest: String) -> String {
    ["\(browser) \(operation)", place, doubt, rest].compactMap(\.self).joined(separator: "\n")
  }

  /// The site's name as it is read before it is signed. Whose a name is, its end says: where it is too long, its
  /// beginning goes.
  private var site: String {
    let host = VisibleText.end(of: relyingParty, atMost: Self.room)
    guard let unicode = SiteName(relyingParty).unicode else { return host }
    return "\(VisibleText.quoted(endOf: unicode, atMost: Self.room)) (\(host))"
  }

  /// The line about a page of another origin than the site's own. The end of an origin says whose it is.
  private var place: String? {
    guard let page else { return nil }
    let origin = VisibleText.end(of: page.origin, atMost: Self.roomForPage)
    guard let top = page.top else { return "The page that asks is at \(origin)." }
    return "The page that asks is at \(origin), inside one at \(VisibleText.end(of: top, atMost: Self.roomForPage))."
  }

  private var browser: String {
    guard let program = requester.program else { return "A program that hides what it is, and may be no browser," }
    if let known = KnownBrowser(program: program) { return known.rawValue }
    return "\(VisibleText.end(of: program, atMost: Self.roomForProgram)), which is no browser that Bailey knows,"
  }

  private var doubt: String? {
    guard let unicode = SiteName(relyingParty).unicode else { return nil }
    switch NameLook(of: unicode) {
    case .plain: return nil
    case .mixed: return "The site's name has letters of several scripts: it may not be the site that it looks like."
    case .imitates: return "The site's name is not in Latin letters, and looks as if it were."
    }
  }
}
