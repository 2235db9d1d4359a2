// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import PromptModel
import SiteNames

/// What the person reads where a site wants a passkey: which browser asks, for which site and which account.
///
/// The site's name is what the browser states. The account's is the site's word, and stands in quotes.
struct PasskeyText: Sendable {
  private let subject: PasskeySubject
  private let requester: Requester

  init(_ subject: PasskeySubject, askedBy requester: Requester) {
    self.subject = subject
    self.requester = requester
  }

  func making(_ reach: PasskeyReach) -> String {
    let place = reach == .portable ? "" : " It stays on this device."
    return text("wants to make a passkey for \(account) at \(site).\(place)")
  }

  var signIn: String { text("wants to sign in as \(account) at \(site).") }

  private func text(_ deed: String) -> String {
    ["\(browser) \(deed)", doubt].compactMap(\.self).joined(separator: "\n")
  }

  private var account: String { VisibleText.quoted(subject.account) }

  /// As it is signed, and before that as it is read. Whose a name is, its end says: where it is too long, its beginning goes.
  private var site: String {
    let host = VisibleText.end(of: subject.relyingParty)
    guard let unicode = SiteName(subject.relyingParty).unicode else { return host }
    return "\(VisibleText.quoted(endOf: unicode)) (\(host))"
  }

  private var browser: String {
    guard let program = requester.program else { return "A program that hides what it is, and may be no browser," }
    if let known = KnownBrowser(program: program) { return known.rawValue }
    return "\(VisibleText.end(of: program)), which is no browser that Bailey knows,"
  }

  private var doubt: String? {
    guard let unicode = SiteName(subject.relyingParty).unicode else { return nil }
    switch NameLook(of: unicode) {
    case .plain: return nil
    case .mixed: return "The site's name has letters of several scripts: it may not be the site that it looks like."
    case .imitates: return "The site's name is not in Latin letters, and looks as if it were."
    }
  }
}
