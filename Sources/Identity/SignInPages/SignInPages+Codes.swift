// SPDX-License-Identifier: Apache-2.0

// MARK: - One-time codes

extension SignInPages {
  /// Whether an account has one-time codes, and whether that may be changed now.
  package struct CodeState: Sendable {
    package let isOn: Bool
    package let mayChange: Bool

    package init(isOn: Bool, mayChange: Bool) { (self.isOn, self.mayChange) = (isOn, mayChange) }
  }

  private var codeField: HTML {
    """
    <label for="code">\(texts.code)</label>
    <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required autofocus>

    """
  }

  /// Asks for the code after the password. `site` is nil for the account's own page.
  package func code(to site: String?, _ problem: SignInProblem?, _ fields: HiddenFields) -> String {
    let cancel: HTML =
      site == nil
      ? "" : "<button name=\"decision\" value=\"cancel\" class=\"plain\" formnovalidate>\(texts.cancel)</button>"
    let wish: HTML = site.map { "<p>\(texts.signInTo.filled(with: $0))</p>\n" } ?? ""
    return page(
      texts.code,
      """
      <h1>\(texts.code)</h1>
      \(wish)<p>\(texts.codeHint)</p>
      \(complaint(problem))<form method="post" action="/auth/code">
      \(hidden(fields))\(codeField)<div class="actions"><button name="decision" value="continue">\(texts.proceed)</button>\(cancel)</div>
      </form>
      """)
  }

  /// Shows what an authenticator app needs, and asks for its first code.
  package func codeSetup(
    _ secret: String, link: String, _ problem: SignInProblem?, _ fields: HiddenFields
  ) -> String {
    let groups = stride(from: 0, to: secret.utf8.count, by: 4).map { start in
      String(decoding: secret.utf8.dropFirst(start).prefix(4), as: UTF8.self)
    }
    return page(
      texts.codes,
      """
      <h1>\(texts.codes)</h1>
      <p>\(texts.codeSetup)</p>
      <p><code>\(groups.joined(separator: " "))</code></p>
      <p><a href="\(link)">\(texts.codeLink)</a></p>
      \(complaint(problem))<form method="post" action="/account/code/add">
      \(hidden(fields))\(codeField)<div class="actions"><button>\(texts.proceed)</button></div>
      </form>
      <p><a href="/account">\(texts.cancel)</a></p>
      """)
  }

  func codeSection(_ state: CodeState, _ fields: HiddenFields) -> HTML {
    let (action, words) =
      state.isOn ? ("/account/code/remove", texts.turnOff) : ("/account/code/begin", texts.turnOn)
    let change: HTML =
      state.mayChange
      ? "<form method=\"post\" action=\"\(action)\">\(hidden(fields))<button class=\"plain\">\(words)</button></form>\n"
      : "<p>\(texts.codesSignInFirst)</p>\n"
    return "<h2>\(texts.codes)</h2>\n<p>\(state.isOn ? texts.codesOn : texts.codesOff)</p>\n\(change)"
  }
}
