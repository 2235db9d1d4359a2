// SPDX-License-Identifier: Apache-2.0
import Foundation
import PostgreSQLServer
import RepositoryFolder
import RunningInstance
import TemporaryFolder
import Testing

/// From a provider's own file to PostgreSQL, and backups from the one to the other.
@Suite(.enabled(if: PythonClients.interpreter != nil, "needs python3-venv, and PyPI the first time"))
struct MoveWalks {
  private static let script = RepositoryFolder.tests.appending(path: "Scenarios/SignInTests/clients.py").path
  private let provider: ProviderHome
  private let database: PostgreSQLServer
  private let port: Int

  init() throws {
    provider = try ProviderHome()
    database = try PostgreSQLServer.shared()
    port = try ProviderHome.freePort()
    try provider.make(port: port)
    try provider.identity(["redirect", "add", "com.example.web", "https://site.example.test/callback"])
  }

  private func client(_ words: String...) throws -> String {
    let result = try Program.run(try #require(PythonClients.interpreter), [Self.script] + words)
    try #require(result.exitCode == 0, "\(result.output)\(result.errors)")
    return result.output
  }

  private func names(_ home: String) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: home))
  }

  private func people(_ home: String) throws -> String {
    let result = try Program.run("bailey-identity", ["user", "list", "--home", home])
    return result.output + result.errors
  }

  /// Runs a command, which is killed after a part of so much time.
  private func kill(_ words: [String], after milliseconds: Int, input: String = "") throws {
    let program = Program.folder.appending(path: "bailey-identity").path
    _ = try Program.run(
      "/usr/bin/timeout",
      ["-s", "KILL", String(format: "%.3f", Double(milliseconds) / 1000), program] + words, input: input)
  }

  @Test func `What was moved goes on: a code from before is good, and nothing is left in the folder`() throws {
    let line = database.line(of: try database.makeDatabase())
    let facts = try provider.facts(port: port)
    let first = try provider.serve(port: port)
    let address =
      "http://127.0.0.1:\(port)/auth/authorize?client_id=com.example.web&response_type=code&state=s"
      + "&redirect_uri=https%3A%2F%2Fsite.example.test%2Fcallback"
    let answer = try client("allow", facts, address, "anna@example.org", "continue")
    let code = try #require(answer.firstMatch(of: /"code": "([^"]+)"/)?.output.1)

    let served = try provider.identity(["move", "--database", line])
    #expect(served.exitCode == 1 && served.errors.contains("end bailey-identity serve first"), "\(served.errors)")
    first.signal(SIGTERM)
    try first.wait()
    let moved = try provider.identity(["move", "--database", line])
    try #require(moved.exitCode == 0, "\(moved.errors)")
    #expect(try names(provider.path).filter { $0.hasPrefix("identity.db") || $0.hasPrefix(".") } == [])
    #expect(try provider.identity(["status", "--json"]).output.contains("\"database\":\"postgresql\""))

    let second = try provider.serve(port: port)
    defer { second.kill() }
    #expect(try client("redeem", facts, String(code)) == "{\"outcome\": 200}\n")
    // Once more is nothing new; to another place it is refused.
    #expect(try provider.identity(["move", "--database", line]).exitCode == 0)
    let elsewhere = try provider.identity(
      ["move", "--database", database.line(of: try database.makeDatabase())])
    #expect(elsewhere.exitCode == 1 && elsewhere.errors.contains("already"), "\(elsewhere.errors)")
  }

  @Test func `A line that somebody wrote into the settings has moved nothing: the rows are moved before the file goes`()
    throws
  {
    let home = provider.folder.path + "/written"
    let line = database.line(of: try database.makeDatabase())
    try FileManager.default.copyItem(atPath: provider.path, toPath: home)
    let file = URL(fileURLWithPath: home + "/settings.json")
    var settings = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    settings["database"] = line
    try JSONSerialization.data(withJSONObject: settings).write(to: file)
    let moved = try Program.run("bailey-identity", ["move", "--database", line, "--home", home])
    #expect(moved.exitCode == 0, "\(moved.errors)")
    #expect(try people(home).contains("anna@example.org"))
    #expect(try names(home) == ["root.key", "settings.json"])
  }

  @Test func `Killed while it moves, the provider is here or there, and the same command goes on`() throws {
    let usual = try ContinuousClock().measure { _ = try people(provider.path) }
    let most = Int(usual / .milliseconds(1)) * 6
    let rounds = LongTests.rounds(2, of: 16)
    for round in 1...rounds {
      let home = provider.folder.path + "/round\(round)"
      try FileManager.default.copyItem(atPath: provider.path, toPath: home)
      let words = ["move", "--database", database.line(of: try database.makeDatabase()), "--home", home]
      try kill(words, after: most * round / (rounds + 1))
      if LongTests.areWanted { #expect(try people(home).contains("anna@example.org")) }
      let moved = try Program.run("bailey-identity", words)
      #expect(moved.exitCode == 0, "\(moved.errors)")
      #expect(try people(home).contains("anna@example.org"))
      #expect(try names(home) == ["root.key", "settings.json"])
    }
  }

  @Test func `A backup of a file fills a server, also after one that was killed, and that one's a file`() throws {
    let (file, back) = (provider.folder.path + "/backup", provider.folder.path + "/back")
    let (pass, line) = ("a pass phrase\n", database.line(of: try database.makeDatabase()))
    let made = try provider.identity(["backup", file], input: pass)
    try #require(made.exitCode == 0, "\(made.errors)")
    let home = provider.folder.path + "/there"
    let words = ["restore", file, "--database", line, "--home", home]
    let usual = try ContinuousClock().measure { _ = try provider.identity(["backup", file + "2"], input: pass) }
    for round in 1...LongTests.rounds(1, of: 12) {
      if try FileManager.default.fileExists(atPath: home) && !names(home).isEmpty { break }
      try kill(words, after: Int(usual / .milliseconds(1)) * (6 + round) / 12, input: pass)
    }
    if !FileManager.default.fileExists(atPath: home) {
      let restored = try Program.run("bailey-identity", words, input: pass)
      try #require(restored.exitCode == 0, "\(restored.errors)")
    }
    #expect(try names(home) == ["root.key", "settings.json"])
    #expect(try people(home).contains("anna@example.org"))
    let other = try Program.run(
      "bailey-identity", ["restore", file, "--database", line, "--home", home + "2"], input: pass)
    #expect(other.exitCode == 1 && other.errors.contains("dropdb"), "\(other.errors)")
    // Back to a file.
    let saved = try Program.run("bailey-identity", ["backup", back, "--home", home], input: pass)
    try #require(saved.exitCode == 0, "\(saved.errors)")
    let filed = try Program.run(
      "bailey-identity", ["restore", back, "--database", "file", "--home", home + "3"], input: pass)
    try #require(filed.exitCode == 0, "\(filed.errors)")
    #expect(try people(home + "3").contains("anna@example.org") && names(home + "3").contains("identity.db"))
  }
}
