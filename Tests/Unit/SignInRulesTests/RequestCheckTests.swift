// SPDX-License-Identifier: Apache-2.0
import SignInRules
import Testing

@Suite struct RequestCheckTests {
  private static let form = "application/x-www-form-urlencoded"
  private static let sound = "client_id=a.b&client_secret=x&grant_type=authorization_code&code=c"

  private func token(_ body: String, type: String? = form) -> [String] {
    TokenRequestCheck(.token, contentType: type, body: Array(body.utf8)).findings.names
  }

  @Test func `A request that holds to the rules breaks none`() {
    #expect(token(Self.sound) == [])
    #expect(token(Self.sound + "&redirect_uri=https%3A%2F%2Fa.b%2F", type: Self.form + "; charset=UTF-8") == [])
    #expect(token("client_id=a.b&client_secret=x&grant_type=refresh_token&refresh_token=r") == [])
  }

  @Test(arguments: [
    ("{}", "application/json", "bodyNotForm"), ("a=1", nil, "bodyNotForm"),
    (sound + "&redirect_uri=https://a.b/c d", form, "bodyNotEncoded"),
    ("client_id=a.b&client_secret=x&grant_type=authorization_code", form, "parameterMissing"),
    (sound + "&code=d", form, "parameterTwice"), (sound + "&state=1", form, "parameterUnknown"),
    ("client_id=a.b&client_secret=x&grant_type=password", form, "grantUnknown"),
    (
      "client_id=ABCDE12345.com.example&client_secret=x&grant_type=authorization_code&code=c", form,
      "clientIsTeamPrefixed"
    ),
  ]) func `Each rule is broken by itself, and is named alone`(body: String, type: String?, rule: String) {
    #expect(token(body, type: type) == [rule])
  }

  private func authorize(_ query: String) -> [String] { AuthorizeCheck(query: query.utf8).findings.names }

  private static let query =
    "client_id=com.example.web&redirect_uri=https%3A%2F%2Fexample.com%2Fback&response_type=code"

  @Test func `Queries that hold to the rules become requests`() throws {
    #expect(authorize(Self.query) == [])
    let request = try #require(
      AuthorizeCheck(query: (Self.query + "%20id_token&response_mode=form_post&scope=name+email&state=s&nonce=n").utf8)
        .request)
    #expect(request.responseType == .codeAndToken)
    #expect(request.scopes == [.name, .email])
    #expect(request.state == "s" && request.nonce == "n")
    // A parameter that nobody reads breaks nothing, and is said.
    let check = AuthorizeCheck(query: (Self.query + "&prompt=login").utf8)
    #expect(check.request != nil)
    #expect(check.notes.names == ["parameterUnknown"])
  }

  @Test(arguments: [
    ("&scope=name", "responseModeForbidden"), ("&scope=email&response_mode=fragment", "responseModeForbidden"),
    ("%20id_token&response_mode=query", "responseModeForbidden"), ("&response_mode=web", "responseModeForbidden"),
    ("&scope=phone", "scopeUnknown"), ("&state=1&state=2", "parameterTwice"), ("x", "responseTypeUnknown"),
  ]) func `Each rule of what comes back is named`(more: String, rule: String) {
    #expect(authorize(Self.query + more) == [rule])
  }

  @Test(arguments: [
    ("http://example.com/", RedirectRules.Defect.notHTTPS), ("https://192.0.2.1/", .isAddress),
    ("https://[2001:db8::1]/", .isAddress), ("https://localhost/", .isLocal), ("https://intranet/", .isLocal),
    ("https://example.com/#a", .hasFragment), ("https://u@example.com/", .hasUser), ("/back", .notAbsolute),
    ("https:///back", .noHost), ("https://example.com/a b", .badCharacter),
    ("https://example.com;sandbox/", .badCharacter), ("https://a.example,b.example/", .badCharacter),
    ("javascript://example.com/%0Aalert(1)", .notHTTPS),
  ]) func `Addresses that may not be registered say why`(address: String, defect: RedirectRules.Defect) {
    #expect(RedirectRules.defect(of: address) == defect)
  }

  @Test func `This machine is for clients under development alone`() {
    for address in ["http://localhost:8000/cb", "http://127.0.0.1/cb", "https://app.localhost/cb"] {
      #expect(RedirectRules.defect(of: address) != nil)
      #expect(RedirectRules.defect(of: address, .underDevelopment) == nil)
    }
    #expect(RedirectRules.defect(of: "https://example.com/back?x=1") == nil)
  }

  // MARK: - Recordings

  @Test func `A raw request is read with either line end`() throws {
    for end in ["\n", "\r\n"] {
      let lines = ["POST /auth/token HTTP/1.1", "Host: x", "Content-Type: \(Self.form)", "", Self.sound]
      let requests = try CapturedRequest.read(Array(lines.joined(separator: end).utf8))
      #expect(requests.count == 1)
      #expect(requests[0].contentType == Self.form)
      #expect(requests[0].body == Array(Self.sound.utf8))
    }
  }

  @Test func `An archive gives the requests to the endpoints, with their time and answer`() throws {
    let archive = """
      {"log":{"entries":[
      {"startedDateTime":"2026-01-02T03:04:05.678+01:00","request":{"method":"POST","url":"https://appleid.apple.com/auth/token",
      "headers":[{"name":"Content-Type","value":"\(Self.form)"}],"postData":{"mimeType":"x","text":"a=1"}},
      "response":{"content":{"text":"{\\"error\\":\\"invalid_client\\"}"}}},
      {"startedDateTime":"x","request":{"method":"GET","url":"https://appleid.apple.com/auth/authorize?client_id=a#f","headers":[]}},
      {"request":{"method":"GET","url":"https://example.com/"}}]}}
      """
    let requests = try CapturedRequest.read(Array(archive.utf8))
    #expect(requests.map(\.endpoint) == [.token, .authorize])
    #expect(requests[0].sentAt == 1_767_319_445)
    #expect(requests[0].answer == "{\"error\":\"invalid_client\"}")
    #expect(requests[1].query == "client_id=a")
  }

  @Test(arguments: ["", "hello", "{}", "{\"log\":1}"]) func `What is no recording is refused`(text: String) {
    #expect(throws: CapturedRequest.Failure.notRecording) { try CapturedRequest.read(Array(text.utf8)) }
  }
}
