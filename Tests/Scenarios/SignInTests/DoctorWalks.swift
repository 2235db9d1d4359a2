// SPDX-License-Identifier: Apache-2.0
import Clocks
import CryptoPrimitives
import EventualConditions
import Foundation
import JOSECoding
import JSONCoding
import RunningInstance
import SecretMemory
import SignInRules
import TemporaryFolder
import Testing
import WebForms

/// `bailey signin doctor`, as somebody runs it whose sign-in is refused.
@Suite struct DoctorWalks {
  private let folder: TemporaryFolder
  private let keys: [String: ECPrivateKey]

  init() throws {
    folder = try TemporaryFolder()
    keys = ["KEY0000001": try ECPrivateKey(.p256), "KEY0000002": try ECPrivateKey(.p256)]
    for (id, key) in keys {
      let text = try KeyFile.text(of: key)
      let bytes = text.withBytes { bytes in bytes.indices.map { bytes[$0] } }
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/AuthKey_\(id).p8"))
    }
  }

  private func secret(kid: String = "KEY0000001", signer: String = "KEY0000001", at now: Int) throws -> String {
    let key = try #require(keys[signer])
    let signing = try #require(JWSSigningKey(id: kid, key))
    return try CompactJWS.sign(
      [
        .init("iss", .string("TEAM000001")), .init("iat", .number(now)), .init("exp", .number(now + 300)),
        .init("aud", .string("https://appleid.apple.com")), .init("sub", .string("com.example.web")),
      ], with: signing)
  }

  private func file(_ name: String, _ text: String) throws -> String {
    let path = "\(folder.path)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func request(_ secret: String, client: String = "com.example.web") -> String {
    let form = FormFields([
      .init("client_id", client), .init("client_secret", secret), .init("grant_type", "authorization_code"),
      .init("code", "c"),
    ])
    return "POST /auth/token HTTP/1.1\r\nHost: appleid.apple.com\r\n"
      + "Content-Type: application/x-www-form-urlencoded\r\n\r\n\(form.encoded)"
  }

  private func doctor(_ words: String...) throws -> ProgramResult {
    try Program.run("bailey", ["signin", "doctor"] + words)
  }

  @Test func `A right request ends with 0, and nothing is found`() throws {
    let recording = try file("request.http", request(secret(at: WallClock.seconds)))
    let result = try doctor(recording, "--key", folder.path, "--team", "TEAM000001", "--client", "com.example.web")
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("No rule is broken"))
  }

  @Test func `The file of a folder that signed is found, and every finding has evidence and a remedy`() throws {
    let old = WallClock.seconds - 7200
    let recording = try file("request.http", request(secret(signer: "KEY0000002", at: old), client: "com.example.app"))
    let result = try doctor(recording, "--key", folder.path, "--team", "TEAM000009", "--json")
    #expect(result.exitCode == 1)
    let text = Array(result.output.utf8)
    let value = try JSONReader.read(text, JSONLimits(bytes: 1 << 20, depth: 12, values: 999))
    guard case .array(let reports) = value, case .object(let report)? = reports.first,
      case .array(let found)? = report.first(where: { $0.name == "findings" })?.value
    else {
      Issue.record("\(result.output)")
      return
    }
    let findings = found.compactMap { finding -> [JSONValue.Member]? in
      guard case .object(let members) = finding else { return nil }
      return members
    }
    #expect(
      findings.map { $0.text("rule") } == ["issuerNotTeam", "subjectNotClient", "expired", "signedByOtherKey"])
    #expect(findings.allSatisfy { ($0.text("remedy") ?? "").count > 20 && $0.value("evidence") != nil })
    #expect(result.output.contains("AuthKey_KEY0000002.p8"))
    // At the time of the request it had not expired.
    let then = try doctor(recording, "--key", folder.path, "--at", "\(old)")
    #expect(!then.output.contains("expired"))
  }

  @Test func `A secret alone is looked at, from standard input too`() throws {
    let right = try secret(at: WallClock.seconds)
    let result = try Program.run(
      "bailey", ["signin", "doctor", "--secret", "-", "--key", folder.path], input: right + "\n")
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
    let placeholder = try Program.run("bailey", ["signin", "doctor", "--secret", "-"], input: "YOUR_SECRET")
    #expect(placeholder.exitCode == 1)
    #expect(placeholder.output.contains("notThreeParts"))
  }

  @Test func `What cannot be read ends with 2`() throws {
    #expect(try doctor().exitCode == 2)
    #expect(try doctor(try file("text", "hello")).exitCode == 2)
    #expect(try doctor("\(folder.path)/absent").exitCode == 2)
    #expect(try doctor("--secret", try file("s", "a.b.c"), "--key", try file("no.p8", "hello")).exitCode == 2)
  }

  @Test func `An archive of a browser is read, with the word that the provider answered`() throws {
    let entry = JSONValue.members([
      "startedDateTime": .string("2026-01-02T03:04:05Z"),
      "request": .members([
        "method": .string("POST"), "url": .string("https://appleid.apple.com/auth/token"),
        "headers": .array([]),
        "postData": .members([
          "mimeType": .string("application/json"), "text": .string("{}"),
        ]),
      ]),
      "response": .members(["content": .members(["text": .string("{\"error\":\"invalid_client\"}")])]),
    ])
    let archive = JSONValue.members(["log": .members(["entries": .array([entry])])])
    let result = try doctor(try file("x.har", archive.text))
    #expect(result.exitCode == 1)
    #expect(result.output.contains("answered invalid_client"))
    #expect(result.output.contains("bodyNotForm"))
  }

  // MARK: - Asking the provider

  @Test func `Of a folder's keys the provider takes one, and of none of them it says why`() throws {
    let provider = try DevelopmentServer()
    let right = try file("AuthKey_OTHER00001.p8", String(contentsOfFile: provider["keyFile"], encoding: .utf8))
    let words = [
      "--online", "--issuer", provider["issuer"], "--team", provider["team"], "--client", provider["service"],
      "--key-id", provider["keyID"],
    ]
    let taken = try Program.run("bailey", ["signin", "doctor", "--key", folder.path] + words)
    #expect(taken.exitCode == 0, "\(taken.output)\(taken.errors)")
    #expect(taken.output.contains("takes what AuthKey_OTHER00001.p8 signs as DEVKEY0001"))
    try FileManager.default.removeItem(atPath: right)
    let refused = try Program.run("bailey", ["signin", "doctor", "--key", folder.path, "--json"] + words)
    #expect(refused.exitCode == 1)
    let report = try JSONReader.read(
      Array(refused.output.utf8.dropLast()), JSONLimits(bytes: 1 << 16, depth: 9, values: 500))
    guard case .array(let reports) = report, case .object(let members)? = reports.first,
      case .array(let findings)? = members.first(where: { $0.name == "findings" })?.value
    else {
      Issue.record("\(refused.output)")
      return
    }
    #expect(findings.count == 2)
    // The provider itself says which rule it is, since the client is under development.
    #expect(refused.output.contains("signatureWrong"))
    try provider.stop()
    let away = try Program.run("bailey", ["signin", "doctor", "--key", folder.path] + words)
    #expect(away.exitCode == 2)
    #expect(away.errors.contains("does not answer: nobody takes the connection"))
    #expect(try doctor("--online", "--key", folder.path).errors.contains("takes a key, its identifier"))
  }

  // MARK: - Pages

  /// A site that gets everything wrong which can be seen from outside.
  private static let site = """
    import http.server
    class Site(http.server.BaseHTTPRequestHandler):
      def do_GET(self):
        port = self.server.server_address[1]
        text = f'<a href="https://id.example.org/auth/authorize?client_id=com.example.web&amp;response_type=code+id_token&amp;' \\
          f'response_mode=form_post&amp;scope=name&amp;nonce=1&amp;redirect_uri=http%3A%2F%2F127.0.0.1%3A{port}%2Fback">x</a>'
        self.send_response(200)
        self.send_header("Set-Cookie", "sid=1; HttpOnly; SameSite=Lax")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())
      def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(403)
        self.end_headers()
      def log_message(self, *_): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
    server.serve_forever()
    """

  @Test func `A page is loaded twice and its return address tried, and what is wrong is said with what to do`() throws {
    let site = try Background("/usr/bin/python3", ["-c", Self.site])
    defer { site.kill() }
    try eventually("the site is there") { !site.lines().isEmpty }
    let address = site.lines()[0]
    let offline = try Program.run("bailey", ["signin", "lint", address])
    #expect(offline.exitCode == 2 && offline.errors.contains("--online"))
    let result = try Program.run("bailey", ["signin", "lint", "--online", address])
    #expect(result.exitCode == 1, "\(result.errors)")
    for words in [
      "redirectNotAllowed: ", "spacesAsPlus: there is response_type=code+id_token", "stateUnchecked: there is none",
      "nonceUnchecked: another browser is given the same",
      "sessionCookieLax: the cookie sid has SameSite lax, and the answer is posted by another site; the return address: answered 403",
      "Answer the provider’s form with a redirect (303)",
      "returnFiltered: the return address answers 403 to a form from elsewhere", "the token’s signature",
    ] { #expect(result.output.contains(words), "\(words)\n\(result.output)") }
    let empty = try Program.run("bailey", ["signin", "lint", try file("page.html", "<p>nothing")])
    #expect(empty.exitCode == 2 && empty.errors.contains("nothing in"))
  }

  // MARK: - Breaking a secret

  private static let broken = SecretRule.allCases.filter {
    ![.keyRevoked, .keyOfAnotherApp, .signedByOtherKey].contains($0)
  }

  @Test func `A secret that is broken in each named way is refused by server and doctor, by that name`() throws {
    let provider = try DevelopmentServer()
    let facts = ["--team", provider["team"], "--client", provider["service"], "--issuer", provider["issuer"]]
    let key = ["--key", provider["keyFile"]]
    func words(_ secret: String) throws -> (server: String, doctor: String) {
      let answer = try Program.run(
        "/usr/bin/curl",
        [
          "-s", provider["address"] + "/auth/token", "-d", "client_id=\(provider["service"])", "-d",
          "client_secret=\(secret)", "-d", "grant_type=authorization_code", "-d", "code=none",
        ])
      let doctor = try Program.run("bailey", ["signin", "doctor", "--secret", "-"] + key + facts, input: secret)
      return (answer.output, doctor.output)
    }
    let right = try words(String(Program.run("bailey", ["signin", "secret"] + key + facts).output.dropLast()))
    #expect(right.server.contains("invalid_grant") && right.doctor.contains("No rule is broken"))
    for rule in Self.broken {
      let made = try Program.run("bailey", ["signin", "secret", "--break", rule.rawValue] + key + facts)
      let said = try words(String(made.output.dropLast()))
      #expect(said.server.contains("invalid_client") && said.server.contains(rule.rawValue), "\(rule) \(said.server)")
      #expect(said.doctor.contains("\(rule.rawValue): "), "\(rule) \(said.doctor)")
    }
    let none = try Program.run("bailey", ["signin", "secret", "--break", "keyRevoked"] + key + facts)
    #expect(none.exitCode == 2 && none.errors.contains("bailey-identity key revoke"))
  }
}
