// SPDX-License-Identifier: Apache-2.0

// MARK: - Passkeys

extension SignInPages {
  /// A passkey of an account, as its page shows it.
  package struct KnownPasskey: Sendable {
    /// The identifier in base64url.
    package let id: String
    package let isSynced: Bool

    package init(id: String, isSynced: Bool) { (self.id, self.isSynced) = (id, isSynced) }
  }

  /// What an account's page says of passkeys.
  package struct PasskeyList: Sendable {
    package let passkeys: [KnownPasskey]
    package let adding: Adding

    package enum Adding: Sendable {
      /// A passkey can be added, for which the browser is asked with these options.
      case options(String)
      /// Signing in was too long ago.
      case signInFirst
      /// The account has as many passkeys as it may have.
      case full
    }

    package init(_ passkeys: [KnownPasskey], _ adding: Adding) { (self.passkeys, self.adding) = (passkeys, adding) }
  }

  /// The file that `PasskeyScript` is served as.
  var passkeyScript: HTML { "<script src=\"/passkeys.js\" defer></script>\n" }

  /// A button that only a script can show.
  func passkeyButton(_ kind: String, _ action: String, _ options: String, _ words: String) -> HTML {
    """
    <div class="passkey" data-passkey="\(kind)" data-action="\(action)" data-options="\(options)" hidden>
    <button type="button">\(words)</button>
    <p class="problem" role="alert" hidden>\(texts.passkeyFailed)</p>
    </div>

    """
  }

  func passkeyList(_ list: PasskeyList, _ fields: HiddenFields) -> HTML {
    let rows = HTML.joined(
      zip(1..., list.passkeys).map { number, passkey in
        let name = "\(texts.passkey) \(number)"
        return """
          <li class="site"><div><strong>\(name)</strong>
          <span>\(passkey.isSynced ? texts.passkeySynced : texts.passkeyOnOneDevice)</span></div>
          <form method="post" action="/account/passkey/remove">\(hidden(fields))
          <button name="passkey" value="\(passkey.id)" class="plain" aria-label="\(texts.remove): \(name)">\(texts.remove)</button></form></li>

          """
      })
    let known: HTML = list.passkeys.isEmpty ? "" : "<ul class=\"sites\">\n\(rows)</ul>\n"
    let adding: HTML =
      switch list.adding {
      case .options(let options):
        """
        <form method="post" action="/account/passkey/add">\(hidden(fields))
        \(passkeyButton("create", "/account/passkey/add", options, texts.addPasskey))</form>
        <noscript><p>\(texts.passkeyNeedsScript)</p></noscript>

        """
      case .signInFirst: "<p>\(texts.passkeySignInFirst)</p>\n"
      case .full: "<p>\(texts.passkeysFull)</p>\n"
      }
    return "<h2>\(texts.passkeys)</h2>\n<p>\(texts.passkeysHint)</p>\n\(known)\(adding)"
  }
}
