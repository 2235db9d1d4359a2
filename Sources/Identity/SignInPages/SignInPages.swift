// SPDX-License-Identifier: Apache-2.0

/// The pages of a provider, as text: each works without a script.
package struct SignInPages: Sendable {
  let language: PageLanguage
  /// What people call the provider.
  let provider: String
  var texts: PageTexts { language.texts }

  package init(_ language: PageLanguage, provider: String) { (self.language, self.provider) = (language, provider) }

  /// Fields that a form sends back as they are.
  package typealias HiddenFields = KeyValuePairs<String, String>

  func page(_ title: String, _ body: HTML, script: HTML = "", data: HTML = "") -> String {
    let page: HTML = """
      <!doctype html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(title)</title>
      <link rel="stylesheet" href="/style.css">
      </head>
      <body\(data)>
      <main>
      <p class="provider">\(provider)</p>
      \(body)
      </main>
      \(script)</body>
      </html>

      """
    return page.text
  }

  func hidden(_ fields: HiddenFields) -> HTML {
    .joined(fields.map { "<input type=\"hidden\" name=\"\($0.key)\" value=\"\($0.value)\">\n" })
  }

  // MARK: - Signing in

  package enum SignInProblem: Sendable, Equatable {
    case wrong
    case wait(seconds: Int)
    case expired
    case passkey
    case code
  }

  /// Asks for a passkey, or for mail address and password. `site` is nil for the account's own page; `passkey` is what a browser
  /// is asked for, where it can be.
  package func signIn(
    to site: String?, mail: String = "", _ problem: SignInProblem? = nil, passkey: String? = nil,
    _ fields: HiddenFields
  ) -> String {
    let wish: HTML = site.map { "<p>\(texts.signInTo.filled(with: $0))</p>\n" } ?? ""
    // Only a request of a site has somewhere to go back to.
    let cancel: HTML =
      site == nil
      ? ""
      : "<button name=\"decision\" value=\"cancel\" class=\"plain\" formnovalidate>\(texts.cancel)</button>"
    let key: HTML = passkey.map { passkeyButton("get", "/auth/passkey", $0, texts.passkeySignIn) } ?? ""
    return page(
      texts.signIn,
      """
      <h1>\(texts.signIn)</h1>
      \(wish)\(complaint(problem))<form method="post" action="/auth/sign-in">
      \(hidden(fields))\(key)<label for="mail">\(texts.mail)</label>
      <input id="mail" name="mail" type="email" autocomplete="username" value="\(mail)" maxlength="254" required autofocus>
      <label for="password">\(texts.password)</label>
      <input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required>
      <div class="actions"><button name="decision" value="continue">\(texts.proceed)</button>\(cancel)</div>
      </form>
      """, script: passkey == nil ? "" : passkeyScript)
  }

  func complaint(_ problem: SignInProblem?) -> HTML {
    problem.map { "<p class=\"problem\" role=\"alert\">\(sentence($0))</p>\n" } ?? ""
  }

  private func sentence(_ problem: SignInProblem) -> String {
    switch problem {
    case .wrong: texts.wrongPassword
    case .wait(let seconds): texts.waitSeconds.filled(with: String(seconds))
    case .expired: texts.formExpired
    case .passkey: texts.wrongPasskey
    case .code: texts.wrongCode
    }
  }

  // MARK: - Consent

  /// What a site asks for, and who is asked.
  package struct Wish: Sendable {
    package let site: String
    package let mail: String
    /// Given and family name to begin with; nil where the name is not asked for, or was given before.
    package let name: (given: String, family: String)?
    /// Whether the address is shared; false where it is not asked for, or was shared before.
    package let sharesMail: Bool
    package let isFirst: Bool

    package init(
      site: String, mail: String, name: (given: String, family: String)?, sharesMail: Bool, isFirst: Bool
    ) {
      (self.site, self.mail, self.name) = (site, mail, name)
      (self.sharesMail, self.isFirst) = (sharesMail, isFirst)
    }
  }

  package func consent(_ wish: Wish, _ fields: HiddenFields) -> String {
    let title = (wish.isFirst ? texts.allow : texts.againTo).filled(with: wish.site)
    var items: [HTML] = ["<li>\(texts.receivesSubject)</li>\n"]
    if wish.name != nil { items.append("<li>\(texts.receivesName)</li>\n") }
    if wish.sharesMail { items.append("<li>\(texts.receivesMail): <span class=\"mail\">\(wish.mail)</span></li>\n") }
    let list: HTML =
      wish.isFirst || wish.sharesMail
      ? "<p>\(texts.itReceives.filled(with: wish.site))</p>\n<ul>\n\(HTML.joined(items))</ul>\n" : ""
    let names: HTML =
      wish.name.map { name in
        """
        <label for="given">\(texts.givenName)</label>
        <input id="given" name="given" autocomplete="given-name" maxlength="80" value="\(name.given)">
        <label for="family">\(texts.familyName)</label>
        <input id="family" name="family" autocomplete="family-name" maxlength="80" value="\(name.family)">

        """
      } ?? ""
    return page(
      title,
      """
      <h1>\(title)</h1>
      <p class="account">\(texts.signedInAs.filled(with: wish.mail))</p>
      \(list)<form method="post" action="/auth/consent">
      \(hidden(fields))\(names)<div class="actions"><button name="decision" value="continue">\(texts.proceed)</button>
      <button name="decision" value="cancel" class="plain" formnovalidate>\(texts.cancel)</button></div>
      <button name="decision" value="other" class="link" formnovalidate>\(texts.otherAccount)</button>
      </form>
      """)
  }

  // MARK: - Going back

  /// The one script that pages have: it presses the button. Without it the person does.
  package static let submission = "document.forms[0].submit()"

  /// A form that goes to the site by itself.
  package func formPost(to address: String, site: String, _ fields: [(name: String, value: String)]) -> String {
    let hidden = HTML.joined(fields.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">\n" })
    let title = texts.backTo.filled(with: site)
    return page(
      title,
      """
      <h1>\(title)</h1>
      <p>\(texts.backHint)</p>
      <form method="post" action="\(address)">
      \(hidden)<div class="actions"><button>\(texts.proceed)</button></div>
      </form>
      """, script: "<script>document.forms[0].submit()</script>\n")
  }

  /// What the page above runs. The browser gives the message to a page of that origin alone, whoever opened the popup.
  package static let messaging =
    "const d=document.body.dataset;if(window.opener)opener.postMessage(JSON.parse(d.message),d.origin)"

  /// A popup's last page: it tells the page that opened it, which closes it.
  package func message(_ message: String, to origin: String, site: String) -> String {
    let title = texts.backTo.filled(with: site)
    return page(
      title, "<h1>\(title)</h1>\n<p>\(texts.closeWindow)</p>",
      script:
        "<script>const d=document.body.dataset;if(window.opener)opener.postMessage(JSON.parse(d.message),d.origin)</script>\n",
      data: " data-message=\"\(message)\" data-origin=\"\(origin)\"")
  }

  // MARK: - What went wrong

  /// `rules` are said where the site's developer may know them.
  package func error(_ word: String, correlation: String, rules: [(name: String, facts: String)]) -> String {
    let names = HTML.joined(rules.map { "<dt>\($0.name)</dt><dd>\($0.facts)</dd>\n" })
    let list: HTML = rules.isEmpty ? "" : "<h2>\(texts.brokenRules)</h2>\n<dl class=\"rules\">\n\(names)</dl>\n"
    return page(
      texts.errorTitle,
      """
      <h1>\(texts.errorTitle)</h1>
      <p>\(texts.errorHint)</p>
      <dl><dt>\(texts.errorWord)</dt><dd><code>\(word)</code></dd>
      <dt>\(texts.correlation)</dt><dd><code>\(correlation)</code></dd></dl>
      \(list)
      """)
  }

  package func unavailable() -> String {
    page(texts.errorTitle, "<h1>\(texts.errorTitle)</h1>\n<p>\(texts.unavailable)</p>")
  }

  package func notFound() -> String { page(texts.notFound, "<h1>\(texts.notFound)</h1>") }
}
