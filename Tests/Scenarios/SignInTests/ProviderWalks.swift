// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import RepositoryFolder
import RunningInstance
import SystemCalls
import TemporaryFolder
import Testing

/// `bailey-identity`, from `init` on, as somebody runs it.
@Suite struct ProviderWalks {
  private let provider: ProviderHome
  private var folder: TemporaryFolder { provider.folder }
  private var home: String { provider.path }

  init() throws { provider = try ProviderHome() }

  @discardableResult
  private func identity(_ words: String..., input: String = "") throws -> ProgramResult {
    try provider.identity(words, input: input)
  }

  @Test func `A provider is made, serves, and is administered while it does`() throws {
    let port = try ProviderHome.freePort()
    try provider.make(port: port)
    #expect(try identity("status").output.contains("serving: false"))
    let server = try provider.serve(port: port)
    defer { server.kill() }
    #expect(try identity("status").output.contains("serving: true"))
    let added = try identity("redirect", "add", "com.example.web", "https://example.com/other", "--json")
    #expect(added.output == "[\"https://example.com/back\",\"https://example.com/other\"]\n")
    #expect(try identity("redirect", "add", "com.example.web", "https://192.0.2.1/").exitCode == 1)
    let answer = try Program.run(
      "/usr/bin/curl",
      ["-si", "-d", "client_id=com.example.web&grant_type=x", "http://127.0.0.1:\(port)/auth/token"])
    #expect(answer.output.contains("unsupported_grant_type"))
    #expect(answer.output.contains("parameterMissing"))
    let id = try #require(
      answer.output.split(separator: "\r\n").first { $0.hasPrefix("Correlation-Id: ") }?.dropFirst(16))
    let log = try identity("log", "--id", String(id))
    #expect(log.output.contains("grantUnknown"))
    // The root key, settings and database are its user's alone.
    for name in ["root.key", "settings.json", "identity.db"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(home)/\(name)")
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    server.signal(SIGTERM)
    try server.wait()
    #expect(try identity("user", "list").output.contains("anna@example.org"))
  }

  @Test(.enabled(if: hasBrowser, "needs chromium-driver and python3-selenium"))
  func `In Chromium a passkey signs in until it is removed, and a one-time code after the password`() throws {
    let port = try ProviderHome.freePort()
    try provider.make(port: port, host: "localhost")
    let server = try provider.serve(port: port)
    defer { server.kill() }
    let script = RepositoryFolder.tests.appending(path: "Scenarios/SignInTests/passkeys.py").path
    let result = try Program.run(
      "/usr/bin/python3", [script, "http://localhost:\(port)", "anna@example.org", "correct horse battery"])
    #expect(
      result.output == """
        passkeys: 1
        the same device again: No passkey was used. Try again, or go on without.
        signed in with it: localhost 2
        after removal: That passkey belongs to no account here.
        without script: False
        wrong code: That code is not right, or was used before.
        codes turned off
        language: it Passkey 1
        language: zh-Hans 通行密钥 1

        """, "\(result.errors)")
  }

  @Test(.enabled(if: hasBrowser, "needs chromium-driver and python3-selenium"))
  func `A shop signs somebody in, from the first passkey to the end of their account`() throws {
    let (port, shopPort) = (try ProviderHome.freePort(), try ProviderHome.freePort())
    try provider.make(port: port, host: "localhost")
    #expect(try identity("redirect", "add", "com.example.web", "http://localhost:\(shopPort)/callback").exitCode == 0)
    let server = try provider.serve(port: port)
    defer { server.kill() }
    let key = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasPrefix("AuthKey_") })
    let shop = try Background(
      Program.folder.appending(path: "shop").path,
      [
        "--provider", "http://localhost:\(port)", "--team", "TEAM000001", "--app", "com.example.app", "--client",
        "com.example.web", "--key", "\(folder.path)/\(key)", "--port", "\(shopPort)", "--store",
        "\(folder.path)/shop.db",
      ])
    defer { shop.kill() }
    try shop.waitForLine("http://localhost:\(shopPort)")
    let script = RepositoryFolder.tests.appending(path: "Scenarios/SignInTests/shop.py").path
    let result = try Program.run(
      "/usr/bin/python3",
      [
        script, "http://localhost:\(shopPort)", "http://localhost:\(port)", "anna@example.org", "correct horse battery",
      ])
    #expect(
      result.output == """
        by popup and passkey: Hello, Anna Ferrari
        Orders are confirmed to anna@example.org.
        asks for the name: False
        without a popup: Hello, Anna Ferrari
        at: /
        loaded again: callbackUnknown
        deleted: Your account is gone
        left at the provider: 0
        asks for the name: True
        new: Hello, <i>Ännchen</i> Ferrari
        went back: You went back

        """, "\(result.errors)")
  }

  @Test func `What failed half way is done again, and a key that nobody has is not known`() throws {
    let blocked = "\(home)/root.key"
    try FileManager.default.createDirectory(atPath: blocked, withIntermediateDirectories: true)
    let words = ["init", "--issuer", "http://127.0.0.1:1", "--name", "x", "--home", home]
    #expect(try Program.run("bailey-identity", words).exitCode == 1)
    try FileManager.default.removeItem(atPath: blocked)
    #expect(try Program.run("bailey-identity", words).exitCode == 0)
    try identity("team", "add", "TEAM000001", "Example")
    try identity("app", "add", "com.example.app", "Shop", "--team", "TEAM000001")
    #expect(try identity("key", "new", "--app", "com.example.app", "--output", folder.path + "/nowhere").exitCode == 1)
    #expect(try identity("key", "new", "--app", "com.example.other", "--output", folder.path).exitCode == 1)
    #expect(try identity("key", "list", "--json").output == "[]\n")
    // A request that the log does not have is said to be none.
    #expect(try identity("log").output == "The log has no request yet.\n")
    for form in [[], ["--json"]] {
      let unknown = try Program.run("bailey-identity", ["log", "--id", "x\u{1B}[31m", "--home", home] + form)
      #expect(unknown.exitCode == 1 && unknown.output == (form.isEmpty ? "" : "[]\n"))
      #expect(
        unknown.errors
          == "bailey-identity: The log has no request \"x\\u001b[31m\": it keeps the latest 10,000.\n")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["provider"])
  }

  @Test func `Settings that are wrong are refused by name, and nothing is served`() throws {
    try provider.make(port: try ProviderHome.freePort())
    let path = "\(home)/settings.json"
    let sound = try String(contentsOfFile: path, encoding: .utf8)
    for (text, words) in [
      ("{", "no JSON"), (sound.replacingOccurrences(of: "\"port\"", with: "\"prot\""), "no setting ‘prot’"),
      (sound.replacingOccurrences(of: "\"daily\"", with: "\"weekly\""), "‘refreshLimit’"),
      (sound.replacingOccurrences(of: "\"issuer\": \"http://127.0.0.1", with: "\"issuer\": \"x"), "issuer"),
    ] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let result = try identity("serve")
      #expect(result.exitCode == 1)
      #expect(result.errors.contains(words), "\(result.errors)")
    }
    #expect(try identity("init", "--issuer", "http://127.0.0.1:1", "--name", "x").errors.contains("already"))
  }

  @Test func `A provider for development takes no folder in which there is another one`() throws {
    try provider.make(port: try ProviderHome.freePort())
    try FileManager.default.removeItem(atPath: "\(home)/identity.db")
    let words = try ["60", Program.locate("bailey-identity").path, "dev", "--folder", home]
    let refused = try Program.run("/usr/bin/timeout", words)
    #expect(refused.exitCode == 1 && refused.errors.contains("already"), "\(refused)")
    #expect(!FileManager.default.fileExists(atPath: "\(home)/identity.db"))
  }

  @Test func `A provider for development is the same each time, and leaves nothing behind`() throws {
    let (one, two) = (try DevelopmentServer(), try DevelopmentServer())
    #expect(one["address"] != two["address"])
    #expect(one["keyID"] == "DEVKEY0001" && two["keyID"] == "DEVKEY0001")
    let keys = try [one, two].map { try Program.run("/usr/bin/curl", ["-s", $0["address"] + "/auth/keys"]).output }
    #expect(keys[0] == keys[1] && keys[0].contains("DEVSIGN001"))
    let file = one["keyFile"]
    #expect(FileManager.default.fileExists(atPath: file))
    for server in [one, two] { try server.stop() }
    #expect(!FileManager.default.fileExists(atPath: (file as NSString).deletingLastPathComponent))
  }
}

let hasBrowser =
  (try? Program.run("/usr/bin/python3", ["-c", "import selenium"]).exitCode) == 0
  && Program.isInstalled("/usr/bin/chromedriver")

@Suite(.enabled(if: hasBrowser, "needs chromium-driver and python3-selenium")) struct PageWalks {
  @Test
  func `A page that was written for Apple's script runs with the provider's: popups, redirects, events and errors`()
    throws
  {
    let server = try DevelopmentServer()
    let script = RepositoryFolder.tests.appending(path: "Scenarios/SignInTests/script.py").path
    let result = try Program.run("/usr/bin/python3", [script, server.facts])
    #expect(
      result.output == """
        button: Sign in with Example ID button True True
        success: ['code', 'id_token', 'state'] state 1 {'firstName': 'Anna', 'lastName': 'Ferrari'} anna@example.test
        again: ['authorization']
        went back: [{'error': 'user_cancelled_authorize'}]
        closed: [{'error': 'popup_closed_by_user'}]
        two attempts: [{'error': 'user_trigger_new_signin_flow'}]
        the promise: {'error': 'popup_closed_by_user'}
        unknown client: invalid_client
        another origin: [{'error': 'redirect_uri_origin_differs'}]
        the thief hears: ['own']
        button: Continua con Example ID
        posted: ['code', 'id_token', 'state'] state 1

        """, "\(result.errors)")
  }

  @Test func `In Chromium a person signs in, allows, cancels, removes a site; without script, and in three languages`()
    throws
  {
    let server = try DevelopmentServer()
    let script = RepositoryFolder.tests.appending(path: "Scenarios/SignInTests/pages.py").path
    let result = try Program.run("/usr/bin/python3", [script, server.facts])
    #expect(
      result.output == """
        wrong password: That email and password do not belong together.
        no account: That email and password do not belong together.
        first: {'firstName': '<b>Änna</b>', 'lastName': 'Ferrari'} state 1
        cancelled: {'error': 'user_cancelled_authorize', 'state': 'state 1'}
        broken: responseModeForbidden
        sites: Example App - name, email address
        sessions: ['Chrome, Linux']
        after removal: True
        framed: False
        without script: no script
        removed without script: Sites and apps that use my account
        language: it questo browser
        language: zh-Hans 此浏览器

        """, "\(result.errors)")
  }
}
