// SPDX-License-Identifier: Apache-2.0
import SignInWithApple
import WebServer

/// The shop's pages.
struct ShopPages {
  private let settings: SiteSettings

  init(_ settings: SiteSettings) { self.settings = settings }

  /// The provider's script draws the button; what it asks with stands in the page.
  func welcome(_ attempt: SignInAttempt) -> WebResponse {
    let facts = [
      ("client-id", settings.client), ("scope", "name email"), ("redirect-uri", settings.redirect),
      ("state", attempt.state), ("nonce", attempt.nonce), ("use-popup", "true"),
    ]
    let tags = facts.map { "<meta name=\"appleid-signin-\($0.0)\" content=\"\(escaped($0.1))\">\n" }.joined()
    return page(
      """
      <h1>Lemons and lamps</h1><p>Sign in to see your orders.</p>
      <div id="appleid-signin"></div><p id="problem" role="alert"></p>
      <form method="post" action="/sign-in"><button>Sign in without a popup</button></form>
      """,
      head: tags
        + "<script defer src=\"\(escaped(settings.provider.address))/signin.js\"></script><script defer src=\"/shop.js\"></script>"
    )
  }

  func account(_ account: Shop.Account) -> WebResponse {
    let name = account.name.isEmpty ? "you" : account.name
    let mail = account.mail.map {
      "<p>Orders are confirmed to \(escaped($0))\(account.mailArrives ? "" : ", where no mail arrives").</p>"
    }
    return page(
      """
      <h1>Hello, \(escaped(name))</h1>\(mail ?? "")<p>One lamp is on its way.</p>
      <form method="post" action="/sign-out"><button>Sign out</button></form>
      <form method="post" action="/delete"><button>Delete my account</button></form>
      """)
  }

  var deleted: WebResponse {
    page(
      "<h1>Your account is gone</h1><p>So is the consent that you gave.</p><p><a href=\"/\">Back to the shop</a></p>")
  }

  /// Says why, as a shop that is being developed does.
  func problem(_ error: SignInError) -> WebResponse {
    if error == .cancelled { return page("<h1>You went back</h1><p><a href=\"/\">To the shop</a></p>") }
    return page(
      "<h1>Nobody was signed in</h1><p><code>\(escaped("\(error)"))</code></p><p><a href=\"/\">Try again</a></p>",
      status: 400)
  }

  /// What the popup gave goes to the shop's server, which believes none of it unseen.
  let script = WebResponse(
    200,
    .bytes(
      Array(
        """
        "use strict";
        document.addEventListener("AppleIDSignInOnSuccess", async (event) => {
          const fields = new URLSearchParams(event.detail.authorization);
          if (event.detail.user) fields.set("user", JSON.stringify(event.detail.user));
          const answer = await fetch("/popup", { method: "POST", body: fields });
          if (answer.ok) location.assign("/");
          else document.getElementById("problem").textContent = "That did not work. Load this page again.";
        });
        document.addEventListener("AppleIDSignInOnFailure", (event) => {
          document.getElementById("problem").textContent = event.detail.error;
        });

        """.utf8)), headers: [("Content-Type", "text/javascript; charset=utf-8")])

  private func page(_ body: String, head: String = "", status: UInt16 = 200) -> WebResponse {
    let text = """
      <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lemons and lamps</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style>:root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif } body { max-width: 32rem; margin: 3rem auto;
      padding: 0 1rem } form { margin: 1rem 0 } button { font: inherit; min-height: 44px; padding: .4rem 1rem }</style>
      \(head)</head><body><main>
      \(body)
      </main></body></html>

      """
    let policy =
      "default-src 'none'; script-src 'self' \(settings.provider.address); connect-src 'self'; style-src 'unsafe-inline'; "
      + "form-action 'self' \(settings.provider.address); frame-ancestors 'none'"
    return WebResponse(
      status, .bytes(Array(text.utf8)),
      headers: [
        ("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy),
        ("Cache-Control", "no-store"),
      ])
  }

  private func escaped(_ text: String) -> String {
    let marks: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"]
    return text.map { marks[$0] ?? String($0) }.joined()
  }
}
