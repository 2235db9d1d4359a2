// SPDX-License-Identifier: Apache-2.0
import SignInRules
import Testing

/// Each thing that sites get wrong, by itself in a page that is right otherwise.
@Suite struct SiteLintTests {
  private static let back = "https://shop.example.org/callback"

  private func link(_ changes: [String: String?] = [:], mark: String = "&amp;") -> String {
    var fields: [(String, String?)] = [
      ("client_id", "com.example.web"), ("redirect_uri", "https%3A%2F%2Fshop.example.org%2Fcallback"),
      ("response_type", "code%20id_token"), ("response_mode", "form_post"), ("scope", "name%20email"), ("state", "s1"),
      ("nonce", "n1"),
    ]
    fields = fields.map { ($0.0, changes[$0.0] ?? $0.1) }
    let query = fields.compactMap { name, value in value.map { "\(name)=\($0)" } }.joined(separator: mark)
    return "https://id.example.org/auth/authorize?\(query)"
  }

  private func page(_ link: String, cookie: String = "sid=1; HttpOnly; Secure; SameSite=None") -> SiteExchange {
    SiteExchange(cookies: [cookie], body: "<a class=\"b\" href=\"\(link)\">Sign in</a>")
  }

  private func rules(_ exchanges: SiteExchange...) -> [String] { SiteLint(exchanges).findings.names }

  @Test func `A page that holds to the rules breaks none`() {
    #expect(rules(page(link())) == [])
    #expect(SiteLint([page(link())]).asks.count == 1)
    #expect(SiteLint([SiteExchange(body: "<p>/auth/authorize? is an address")]).asks.isEmpty)
  }

  @Test(
    arguments: [
      (["scope": "name+email"], ["spacesAsPlus"]), (["response_type": "code+id_token"], ["spacesAsPlus"]),
      (["nonce": nil], ["nonceUnchecked"]), (["state": nil], ["stateUnchecked"]), (["state": ""], ["stateUnchecked"]),
      (["redirect_uri": "http%3A%2F%2Fshop.example.org%2F"], ["redirectNotAllowed"]),
      (["redirect_uri": "https%3A%2F%2Flocalhost%2F"], ["redirectNotAllowed"]),
      (["response_mode": "query"], ["responseModeForbidden"]),
    ] as [([String: String?], [String])]) func `What an address gets wrong is named`(
      changes: [String: String?], expected: [String]
    )
  {
    #expect(rules(page(link(changes))) == expected)
    #expect(rules(SiteExchange(status: 302, location: link(changes, mark: "&"))) == expected)
  }

  @Test func `What the script is told is an ask too, in tags and in a call`() throws {
    let tags = """
      <meta name="appleid-signin-client-id" content="com.example.web"><meta content='name email' name='appleid-signin-scope'>
      <meta name="appleid-signin-redirect-uri" content="http://localhost:3000/cb">
      """
    #expect(rules(SiteExchange(body: tags)) == ["redirectNotAllowed", "nonceUnchecked", "stateUnchecked"])
    let call = """
      <script>AppleID.auth.init({ clientId : 'com.example.web', scope: "name email", redirectURI: 'https://a.example.org/cb',
      state: state, nonce: makeNonce, usePopup: true });
      AppleID.auth.signIn().then((d) => post(d.authorization.code))</script>
      """
    let lint = SiteLint([SiteExchange(cookies: ["sid=1; HttpOnly"], body: call)])
    #expect(lint.findings.names == ["userDropped"])
    #expect(try #require(lint.asks.first).value("response_mode") == "web_message")
    let kept = call.replacing("d.authorization.code", with: "d.authorization.code, d.user")
    #expect(rules(SiteExchange(body: kept)) == [])
  }

  // MARK: - Cookies

  @Test(arguments: [
    ("sid=1; HttpOnly; SameSite=Lax", "lax"), ("sid=1; HttpOnly; SameSite=Strict", "strict"),
    ("sid=1; HttpOnly", "absent"),
    ("PHPSESSID=1", "absent"), ("sid=1; HttpOnly; SameSite=None", "none"),
  ]) func `A session that does not come back with the form is found`(cookie: String, sameSite: String) throws {
    let finding = try #require(SiteLint([page(link(), cookie: cookie)]).findings.first)
    #expect(finding.rule == .site(.sessionCookieLax))
    #expect(finding.fact("sameSite") == sameSite)
    #expect(finding.fact("callback") == "not seen")
  }

  @Test func `A return address that redirects needs no such cookie; one that answers does`() throws {
    let lax = page(link(), cookie: "sid=1; HttpOnly; SameSite=Lax")
    #expect(rules(lax, SiteExchange(method: "POST", address: Self.back, status: 303, location: "/finish")) == [])
    let finding = try #require(SiteLint([lax, SiteExchange(method: "POST", address: Self.back)]).findings.first)
    #expect(finding.fact("callback") == "answered 200")
    // What a cookie is for that scripts read, and another site's, is not the session.
    #expect(rules(page(link(), cookie: "theme=dark")) == [])
    let other = SiteExchange(address: "https://ads.example.net/", cookies: ["sid=1; HttpOnly"])
    #expect(rules(page(link()), other) == [])
  }

  @Test func `A return address that takes forms from some addresses alone is found`() throws {
    func answered(_ status: Int, by address: String = Self.back) -> [String] {
      rules(page(link()), SiteExchange(method: "POST", address: address, status: status, location: "/finish"))
    }
    for status in [401, 403] { #expect(answered(status) == ["returnFiltered"]) }
    for status in [200, 303, 400, 404] { #expect(answered(status) == []) }
    #expect(answered(403, by: "https://ads.example.net/") == [])
  }

  @Test func `What is the same for another browser is no state and no nonce`() {
    let lint = SiteLint([page(link())], again: [page(link(["state": "s2"]))])
    #expect(lint.findings.names == ["nonceUnchecked"])
    #expect(lint.findings.first?.fact("nonce") == "n1")
    #expect(SiteLint([page(link())], again: [page(link(["state": "s2", "nonce": "n2"]))]).findings == [])
  }

  // MARK: - The name

  private static let form = "code=c12345678&state=s1&user=%7B%22name%22%3A%7B%7D%7D"

  @Test func `A code that goes on without the name is found, in a redirect and in a later request`() {
    func callback(_ location: String?) -> SiteExchange {
      SiteExchange(method: "POST", address: Self.back, form: Self.form, status: 303, location: location)
    }
    #expect(rules(page(link()), callback("/app?code=c12345678&state=s1")) == ["userDropped"])
    #expect(rules(page(link()), callback("/app?code=c12345678&user=%7B%7D")) == [])
    #expect(rules(page(link()), callback("/finish")) == [])
    let api = SiteExchange(method: "POST", address: "https://api.example.org/x", form: "{\"code\":\"c12345678\"}")
    #expect(rules(page(link()), callback("/finish"), api) == ["userDropped"])
  }

  // MARK: - Recordings

  @Test func `A saved answer, a page and an archive are read`() throws {
    let text = "HTTP/2 200\r\nset-cookie: sid=1; HttpOnly\r\nContent-Type: text/html\r\n\r\n<a href='\(link())'>"
    for text in [text, text.replacing("\r\n", with: "\n")] {
      let exchanges = try SiteExchange.read(Array(text.utf8))
      #expect(SiteLint(exchanges).findings.names == ["sessionCookieLax"])
    }
    #expect(SiteLint(try SiteExchange.read(Array("<a href='\(link())'>".utf8))).asks.count == 1)
    let archive = """
      {"log":{"entries":[{"request":{"method":"GET","url":"https://shop.example.org/","headers":[]},"response":{"status":302,
      "headers":[{"name":"Set-Cookie","value":"sid=1; HttpOnly"},{"name":"Location","value":"\(link(mark: "&"))"}]}},
      {"request":{"method":"POST","url":"\(Self.back)","postData":{"params":[{"name":"code","value":"c12345678"},
      {"name":"user","value":"{}"}]}},"response":{"status":303,"headers":[{"name":"location","value":"/x?code=c12345678"}]}}]}}
      """
    #expect(SiteLint(try SiteExchange.read(Array(archive.utf8))).findings.names == ["userDropped"])
    for broken in ["", "hello", "{}", "{"] {
      #expect(throws: CapturedRequest.Failure.notRecording) { try SiteExchange.read(Array(broken.utf8)) }
    }
  }
}
