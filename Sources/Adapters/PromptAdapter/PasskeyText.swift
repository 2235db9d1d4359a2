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
  private let language: PromptLanguage

  init(
    at relyingParty: String, on page: AskingPage?, askedBy requester: Requester, in language: PromptLanguage = .english
  ) {
    self.language = language
    self.page = page
    self.relyingParty = relyingParty
    self.requester = requester
  }

  func making(_ account: String, _ reach: PasskeyReach) -> String {
    let name = VisibleText.quoted(account, atMost: Self.room)
    let place =
      reach == .portable
      ? ""
      : language.says(
        " It stays on this device.", it: " Resta su questo dispositivo.", zh: "它只保留在本设备上。")
    return text(
      language.says(
        "wants to make a passkey for \(name) at \(site).", it: "vuole creare una passkey per \(name) presso \(site).",
        zh: "想为 \(name) 在 \(site) 创建通行密钥。") + place, other)
  }

  func signIn(as account: String) -> String {
    let name = VisibleText.quoted(account, atMost: Self.room)
    return text(
      language.says(
        "wants to sign in as \(name) at \(site).", it: "vuole accedere come \(name) presso \(site).",
        zh: "想以 \(name) 的身份登录 \(site)。"), other)
  }

  func unlocking(_ operation: UnlockQuestion.Operation) -> String {
    let wish =
      operation == .make
      ? language.says(
        "wants to make a passkey at \(site).", it: "vuole creare una passkey presso \(site).",
        zh: "想在 \(site) 创建通行密钥。") : signingIn
    return text(
      wish,
      language.says(
        "The device is locked. Your passcode unlocks it, and this goes on.",
        it: "Il dispositivo è bloccato. Il tuo codice lo sblocca, e si prosegue.", zh: "设备已锁定。您的密码将解锁它，然后继续。"))
  }

  func choosing(_ accounts: [String], _ more: String?) -> String {
    text(signingIn, (accounts + [more].compactMap(\.self) + [number]).joined(separator: "\n"))
  }

  private var signingIn: String {
    language.says("wants to sign in at \(site).", it: "vuole accedere a \(site).", zh: "想登录 \(site)。")
  }

  /// The room of names in bytes, so that a question with all of them is one request of pinentry's.
  private static let (room, roomForProgram, roomForPage) = (150, 80, 70)

  private var other: String {
    language.says(
      "Empty: another device or a security key.", it: "Vuoto: un altro dispositivo o una chiave di sicurezza.",
      zh: "留空：使用另一台设备或安全密钥。")
  }

  private var number: String {
    language.says("Type the number of an account.", it: "Scrivi il numero di un account.", zh: "请输入账户的编号。")
      + (language == .chinese ? "" : " ") + other
  }

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
    guard let top = page.top else {
      return language.says(
        "The page that asks is at \(origin).", it: "La pagina che chiede è su \(origin).", zh: "询问的页面位于 \(origin)。")
    }
    let outer = VisibleText.end(of: top, atMost: Self.roomForPage)
    return language.says(
      "The page that asks is at \(origin), inside one at \(outer).",
      it: "La pagina che chiede è su \(origin), dentro una su \(outer).", zh: "询问的页面位于 \(origin)，嵌在 \(outer) 的页面中。")
  }

  private var browser: String {
    guard let program = requester.program else {
      return language.says(
        "A program that hides what it is, and may be no browser,",
        it: "Un programma che nasconde che cosa è, e potrebbe non essere un browser,", zh: "一个隐藏自身身份、可能不是浏览器的程序")
    }
    if let known = KnownBrowser(program: program) { return known.rawValue }
    let path = VisibleText.end(of: program, atMost: Self.roomForProgram)
    return language.says(
      "\(path), which is no browser that Bailey knows,", it: "\(path), che non è un browser noto a Bailey,",
      zh: "\(path)（并非 Bailey 所知的浏览器）")
  }

  private var doubt: String? {
    guard let unicode = SiteName(relyingParty).unicode else { return nil }
    switch NameLook(of: unicode) {
    case .plain: return nil
    case .mixed:
      return language.says(
        "The site's name has letters of several scripts: it may not be the site that it looks like.",
        it: "Il nome del sito contiene lettere di alfabeti diversi: potrebbe non essere il sito che sembra.",
        zh: "该网站的名称混用了不同文字的字母：它可能不是看上去的那个网站。")
    case .imitates:
      return language.says(
        "The site's name is not in Latin letters, and looks as if it were.",
        it: "Il nome del sito non è in lettere latine, ma sembra esserlo.", zh: "该网站的名称不是拉丁字母，却看起来像是。")
    }
  }
}
