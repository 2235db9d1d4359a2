// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import PostgreSQLServer
import RepositoryFolder
import RunningInstance
import TemporaryFolder
import Testing

/// Two servers of one provider behind nginx, on one PostgreSQL database.
@Suite(.enabled(if: PythonClients.interpreter != nil, "needs python3-venv, and PyPI the first time"))
struct SeveralServersWalks {
  private static let script = RepositoryFolder.tests.appending(path: "Scenarios/SignInTests/clients.py").path
  private let provider: ProviderHome
  private let database: PostgreSQLServer
  private let role: String
  private let ports: [Int]
  private let front: Int
  private var second: String { provider.folder.path + "/second" }
  private var address: String { "http://127.0.0.1:\(front)" }

  init() throws {
    provider = try ProviderHome()
    database = try PostgreSQLServer.shared()
    role = try database.makeDatabase()
    ports = try (0..<2).map { _ in try ProviderHome.freePort() }
    front = try ProviderHome.freePort()
  }

  private func client(_ words: String...) throws -> String {
    let result = try Program.run(try #require(PythonClients.interpreter), [Self.script] + words)
    try #require(result.exitCode == 0, "\(result.output)\(result.errors)")
    return result.output
  }

  /// Makes the provider, and a second server of it: with the first one's root key.
  private func make() throws {
    let line = database.line(of: role)
    try provider.make(port: front, listening: ports[0], database: line)
    try provider.identity(["redirect", "add", "com.example.web", "https://site.example.test/callback"])
    let words = [
      "init", "--issuer", address, "--name", "Example ID", "--port", "\(ports[1])", "--database", line, "--home",
      second,
    ]
    let refused = try Program.run("bailey-identity", words)
    #expect(refused.exitCode == 1 && refused.errors.contains("root.key"), "\(refused.errors)")
    try FileManager.default.copyItem(atPath: provider.path + "/root.key", toPath: second + "/root.key")
    let made = try Program.run("bailey-identity", words)
    try #require(made.exitCode == 0, "\(made.errors)")
  }

  private func serve(_ home: String, _ port: Int) throws -> Background {
    let server = try Background("bailey-identity", ["serve", "--home", home])
    try server.waitForLine("http://127.0.0.1:\(port)")
    return server
  }

  private func startProxy() throws -> Background {
    let folder = provider.folder.path + "/proxy"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try """
    daemon off; pid \(folder)/pid; error_log \(folder)/errors; worker_processes 1;
    events {}
    http {
      access_log off; client_body_temp_path \(folder)/b; proxy_temp_path \(folder)/p; fastcgi_temp_path \(folder)/f;
      uwsgi_temp_path \(folder)/u; scgi_temp_path \(folder)/s;
      upstream provider { server 127.0.0.1:\(ports[0]); server 127.0.0.1:\(ports[1]); }
      server {
        listen 127.0.0.1:\(front);
        location / { proxy_pass http://provider; proxy_set_header Host $http_host; }
      }
    }
    """.write(toFile: folder + "/nginx.conf", atomically: true, encoding: .utf8)
    let proxy = try Background(
      "/usr/sbin/nginx", ["-p", folder, "-e", folder + "/errors", "-c", folder + "/nginx.conf"])
    try eventually("the proxy answers") { try status("/auth/keys", of: front) == "200" }
    return proxy
  }

  private func status(_ path: String, of port: Int) throws -> String {
    try Program.run(
      "/usr/bin/curl",
      [
        "-s", "-o", "/dev/null", "-w", "%{http_code}", "-H", "Host: 127.0.0.1:\(front)",
        "http://127.0.0.1:\(port)\(path)",
      ]
    ).output
  }

  private func facts() throws -> String {
    try provider.facts(port: front, servers: ports.map { "http://127.0.0.1:\($0)" })
  }

  @Test
  func `People sign in over both, a code is good once, and without the database nobody gets half of anything`() throws {
    try make()
    let servers = [try serve(provider.path, ports[0]), try serve(second, ports[1])]
    defer { servers.forEach { $0.kill() } }
    let proxy = try startProxy()
    defer {
      proxy.signal(SIGTERM)
      try? proxy.wait()
    }
    // Each page of it comes from the one server or the other.
    let rounds = LongTests.rounds(6, of: 60)
    #expect(try client("race", facts(), "\(rounds)") == "{\"rounds\": \(rounds), \"won\": \(rounds)}\n")
    #expect(try provider.identity(["status", "--json"]).output.contains("\"database\":\"postgresql\""))

    try database.takeAway(role)
    #expect(try client("away", facts()) == "{\"statuses\": [503, 503]}\n")
    #expect(try status("/auth/keys", of: front) == "200")
    try database.giveBack(role)
    #expect(try client("race", facts(), "1") == "{\"rounds\": 1, \"won\": 1}\n")

    // One that is killed leaves the other, which the proxy turns to.
    servers[0].kill()
    #expect(try client("remove", facts()).contains("sub"))
    #expect(try Program.run("bailey-identity", ["log", "--home", second]).output.contains("token"))
  }

  @Test func `A backup has the rows of the server, and fills an empty one`() throws {
    try make()
    let file = provider.folder.path + "/backup"
    let made = try provider.identity(["backup", file], input: "a pass phrase\n")
    try #require(made.exitCode == 0, "\(made.errors)")
    let words = ["restore", file, "--home", provider.folder.path + "/restored"]
    let full = try Program.run("bailey-identity", words, input: "a pass phrase\n")
    #expect(full.exitCode == 1 && full.errors.contains("nothing was changed"), "\(full.errors)")
    try database.query(
      "DROP OWNED BY \(role) CASCADE; CREATE SCHEMA IF NOT EXISTS AUTHORIZATION \(role)", in: "postgres")
    let restored = try Program.run("bailey-identity", words, input: "a pass phrase\n")
    try #require(restored.exitCode == 0, "\(restored.errors)")
    let people = try Program.run("bailey-identity", ["user", "list", "--home", provider.folder.path + "/restored"])
    #expect(people.output.contains("anna@example.org"))
    let names = try FileManager.default.contentsOfDirectory(atPath: provider.folder.path + "/restored")
    #expect(Set(names) == ["root.key", "settings.json"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: provider.path).filter { $0.hasPrefix(".") } == [])
  }

  // MARK: - Senders

  private func allowEndpoints(_ receiver: Receiver) throws {
    for home in [provider.path, second] {
      let settings = home + "/settings.json"
      try String(contentsOfFile: settings, encoding: .utf8)
        .replacingOccurrences(
          of: "\"privateEndpoints\": \"refused\"",
          with: "\"privateEndpoints\": \"allowed\", \"endpointAuthorities\": \"\(receiver.authorities)\""
        ).write(toFile: settings, atomically: true, encoding: .utf8)
    }
  }

  private func setEndpoint(_ app: String, _ address: String) throws {
    let set = try provider.identity(["endpoint", "set", app, address])
    try #require(set.exitCode == 0, "\(set.errors)")
  }

  private func sendTest(_ app: String) throws -> String {
    let sent = try provider.identity(["notifications", "send-test", "consent-revoked", "--app", app, "--json"])
    return try #require(sent.output.firstMatch(of: /"id":"([^"]+)"/).map { String($0.output.1) }, "\(sent.errors)")
  }

  private func isDelivered(_ id: String) throws -> Bool {
    try provider.identity(["notifications", "show", id, "--json"]).output.contains("\"delivered\"")
  }

  @Test(.enabled(if: LongTests.areWanted, "runs with BAILEY_LONG_TESTS=1"))
  func `Two servers that send at once send each notification once`() throws {
    let receiver = try Receiver()
    defer { receiver.kill() }
    try make()
    try allowEndpoints(receiver)
    let apps = ["com.example.app"] + (1...7).map { "com.example.app\($0)" }
    for app in apps.dropFirst() { try provider.identity(["app", "add", app, "App", "--team", "TEAM000001"]) }
    for app in apps { try setEndpoint(app, receiver.address + "/slow") }
    // All are there before anybody sends.
    let ids = try (apps + apps + apps).map { try sendTest($0) }
    let servers = [try serve(provider.path, ports[0]), try serve(second, ports[1])]
    defer { servers.forEach { $0.kill() } }
    try eventually("all are delivered") { try ids.allSatisfy { try isDelivered($0) } }
    #expect(receiver.taken.compactMap(\.token.jti).sorted() == ids.sorted())
  }

  @Test(.enabled(if: LongTests.areWanted, "runs with BAILEY_LONG_TESTS=1"))
  func `What a server was sending that was killed, another one sends when its minute is over, under the same name`()
    throws
  {
    let receiver = try Receiver()
    defer { receiver.kill() }
    try make()
    try allowEndpoints(receiver)
    try setEndpoint("com.example.app", receiver.address + "/never")
    let first = try serve(provider.path, ports[0])
    let id = try sendTest("com.example.app")
    try eventually("a try has begun") { receiver.taken.count == 1 }
    first.kill()
    try setEndpoint("com.example.app", receiver.address + "/ok")
    let other = try serve(second, ports[1])
    defer { other.kill() }
    try eventually("it is delivered") { try isDelivered(id) }
    #expect(receiver.taken.map(\.token.jti) == [id, id])
    #expect(receiver.taken.map(\.path) == ["/never", "/ok"])
  }
}
