// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import RepositoryFolder
import RunningInstance
import SystemCalls
import TemporaryFolder
import Testing

@Suite(.enabled(if: PythonClients.interpreter != nil, "needs python3-venv, and PyPI the first time"))
struct NotificationWalks {
  private static let script = RepositoryFolder.tests.appending(path: "Scenarios/SignInTests/clients.py").path

  private func client(_ words: String...) throws -> String {
    let result = try Program.run(try #require(PythonClients.interpreter), [Self.script] + words)
    try #require(result.exitCode == 0, "\(result.output)\(result.errors)")
    return result.output
  }

  private func state(_ id: String, _ home: String) throws -> [String: Any] {
    let result = try Program.run("bailey-identity", ["notifications", "show", id, "--json", "--home", home])
    return try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any] ?? [:]
  }

  @Test func `A test event is sent until it is taken, with one identifier, by TLS, and can be replayed`() throws {
    let receiver = try Receiver()
    defer { receiver.kill() }
    let server = try DevelopmentServer(
      "--endpoint", receiver.address + "/third", "--authorities", receiver.authorities)
    let home = server["home"]
    let sent = try Program.run(
      "bailey-identity",
      ["notifications", "send-test", "email-disabled", "--app", "test.example.app", "--json", "--home", home])
    let id = try #require(
      (try JSONSerialization.jsonObject(with: Data(sent.output.utf8)) as? [String: Any])?["id"] as? String)
    try eventually("it is delivered") { try state(id, home)["state"] as? String == "delivered" }
    #expect(receiver.taken.map(\.token.jti) == [id, id, id, id])
    #expect(try state(id, home)["tries"] as? Int == 4)
    let event = try client("told", server.facts, receiver.taken[3].body)
    #expect(event.contains("\"type\": \"email-disabled\"") && event.contains("\"is_private_email\": \"true\""))
    try Program.run("bailey-identity", ["notifications", "replay", id, "--home", home])
    try eventually("it is delivered again") { receiver.taken.count == 5 }
    #expect(receiver.taken[4].token.jti == id)
    let list = try Program.run("bailey-identity", ["notifications", "list", "--home", home])
    #expect(list.output.hasPrefix(id + "  app=test.example.app  type=email-disabled"))
    try server.stop()
  }

  @Test
  func `Killed between the change and its delivery, it is delivered after the next start, once by its identifier`()
    throws
  {
    let receiver = try Receiver()
    defer { receiver.kill() }
    let (provider, port) = (try ProviderHome(), try ProviderHome.freePort())
    try provider.make(port: port)
    try provider.identity(["redirect", "add", "com.example.web", "https://site.example.test/callback"])
    let refused = try provider.identity(["endpoint", "set", "com.example.app", receiver.address + "/never"])
    #expect(refused.exitCode == 1 && refused.errors.contains("privateEndpoints"))
    let settings = provider.path + "/settings.json"
    try String(contentsOfFile: settings, encoding: .utf8)
      .replacingOccurrences(
        of: "\"privateEndpoints\": \"refused\"",
        with: "\"privateEndpoints\": \"allowed\", \"endpointAuthorities\": \"\(receiver.authorities)\""
      ).write(toFile: settings, atomically: true, encoding: .utf8)
    let set = try provider.identity(["endpoint", "set", "com.example.app", receiver.address + "/never"])
    try #require(set.exitCode == 0, "\(set.errors)")

    let first = try provider.serve(port: port)
    let facts = try provider.facts(port: port)
    let subject = try client("remove", facts)
    try eventually("a try has begun") { receiver.taken.count == 1 }
    first.signal(SIGKILL)
    try first.wait()
    try provider.identity(["endpoint", "set", "com.example.app", receiver.address + "/ok"])
    let second = try provider.serve(port: port)
    defer { second.kill() }
    try eventually("it is delivered") { receiver.taken.count == 2 }
    let id = try #require(receiver.taken[0].token.jti)
    #expect(receiver.taken[1].token.jti == id)
    try eventually("it is known to be delivered") { try state(id, provider.path)["state"] as? String == "delivered" }
    let event = try client("told", facts, receiver.taken[1].body)
    #expect(event.contains("\"type\": \"consent-revoked\""))
    #expect(event.contains(String(subject.dropFirst().dropLast(2))), "\(subject) \(event)")
  }
}
