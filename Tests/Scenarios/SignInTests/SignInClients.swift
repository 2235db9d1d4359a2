// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import RepositoryFolder
import RunningInstance
import SystemCalls
import TemporaryFolder
import Testing

/// Python's clients of sign-in in an environment of their own, which is made once.
enum PythonClients {
  private static let packages = [
    "social-auth-core==7.0.0", "django-allauth[socialaccount]==65.21.1", "Django==5.2.19", "PyJWT[crypto]==2.15.1",
    "requests", "Authlib==1.9.8", "oic==1.7.0",
  ]
  private static let folder = RepositoryFolder.url.appending(path: ".build/signin-clients").path

  /// The interpreter; nil where PyPI cannot be reached, and the environment is not there from before.
  static let interpreter: String? = {
    let (python, ready) = ("\(folder)/bin/python", "\(folder)/ready-\(packages.joined(separator: "_").hashed)")
    if FileManager.default.fileExists(atPath: ready) { return python }
    guard (try? Program.run("python3", ["-m", "venv", folder]).exitCode) == 0,
      (try? Program.run("\(folder)/bin/pip", ["install", "-q"] + packages).exitCode) == 0
    else { return nil }
    _ = FileManager.default.createFile(atPath: ready, contents: nil)
    return python
  }()
}

extension String {
  /// The same in each process.
  fileprivate var hashed: String { String(utf8.reduce(5381 as UInt64) { $0 &* 33 &+ UInt64($1) }, radix: 36) }
}

/// A provider for development that runs beside the test.
final class DevelopmentServer {
  private let program: Background
  /// What it says of itself, as JSON.
  let facts: String

  init(_ options: String...) throws {
    let program = try Background(Program.folder.appending(path: "bailey-identity").path, ["dev"] + options)
    self.program = program
    try eventually("the provider is ready") { !program.lines().isEmpty }
    facts = program.lines()[0]
  }

  deinit { program.kill() }

  func stop() throws {
    program.signal(SIGTERM)
    try program.wait()
  }

  subscript(_ name: String) -> String {
    let object = try? JSONSerialization.jsonObject(with: Data(facts.utf8)) as? [String: Any]
    return object?[name] as? String ?? ""
  }
}

@Suite(.enabled(if: PythonClients.interpreter != nil, "needs python3-venv, and PyPI the first time"))
struct SignInClients {
  private static let script = RepositoryFolder.tests.appending(path: "Scenarios/SignInTests/clients.py").path

  private func run(_ client: String, at server: DevelopmentServer) throws -> ProgramResult {
    try Program.run(try #require(PythonClients.interpreter), [Self.script, client, server.facts])
  }

  @Test func `social-auth-core signs a person in, and has the name the first time only`() throws {
    let result = try run("social", at: try DevelopmentServer("--issuer", "https://appleid.apple.com"))
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
  }

  @Test func `django-allauth, whose issuer is fixed, signs a person in twice and has one account`() throws {
    let server = try DevelopmentServer(
      "--issuer", "https://appleid.apple.com", "--redirect",
      "https://site.example.test/accounts/apple/login/callback/")
    let result = try run("allauth", at: server)
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
  }

  @Test
  func `PyJWT verifies both tokens with the published keys; refreshing, revoking and cancelling do what they say`()
    throws
  {
    let result = try run("pyjwt", at: try DevelopmentServer())
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
  }

  @Test(arguments: ["authlib", "oic"])
  func `Generic clients of OpenID Connect find everything by discovery, and read the token`(client: String) throws {
    let server = try DevelopmentServer("--redirect", "https://site.example.test/callback")
    let result = try run(client, at: server)
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
  }
}
