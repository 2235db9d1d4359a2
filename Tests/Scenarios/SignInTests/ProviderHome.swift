// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import RunningInstance
import TemporaryFolder
import Testing

/// A provider in a folder of its own, as somebody makes it with `bailey-identity`.
struct ProviderHome {
  let folder: TemporaryFolder
  var path: String { folder.path + "/provider" }

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  func identity(_ words: [String], input: String = "") throws -> ProgramResult {
    try Program.run("bailey-identity", words + ["--home", path], input: input)
  }

  /// `port` is that of its address, where something in front of it may listen.
  func make(port: Int, host: String = "127.0.0.1", listening own: Int? = nil, database: String? = nil) throws {
    let place = database.map { ["--database", $0] } ?? []
    for words in [
      ["init", "--issuer", "http://\(host):\(port)", "--name", "Example ID", "--port", "\(own ?? port)"] + place,
      ["team", "add", "TEAM000001", "Example"], ["app", "add", "com.example.app", "Shop", "--team", "TEAM000001"],
      ["service", "add", "com.example.web", "Shop", "--app", "com.example.app", "--development"],
      ["redirect", "add", "com.example.web", "https://example.com/back"],
      ["key", "new", "--app", "com.example.app", "--output", folder.path],
    ] {
      let result = try identity(words)
      try #require(result.exitCode == 0, "\(words): \(result.errors)")
    }
    let added = try identity(
      ["user", "add", "anna@example.org", "--given", "Anna", "--family", "Ferrari"], input: "correct horse battery\n")
    try #require(added.exitCode == 0, "\(added.errors)")
  }

  func serve(port: Int) throws -> Background {
    let server = try Background(Program.folder.appending(path: "bailey-identity").path, ["serve", "--home", path])
    try server.waitForLine("http://127.0.0.1:\(port)")
    return server
  }

  /// What `clients.py` needs to know, as a provider for development says it of itself.
  func facts(port: Int, servers: [String] = []) throws -> String {
    let file = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".p8") })
    let facts: [String: Any] = [
      "address": "http://127.0.0.1:\(port)", "issuer": "http://127.0.0.1:\(port)", "team": "TEAM000001",
      "app": "com.example.app", "service": "com.example.web", "keyFile": folder.path + "/" + file,
      "keyID": String(file.dropFirst("AuthKey_".count).dropLast(3)), "people": ["anna@example.org"],
      "password": "correct horse battery", "redirect": "https://site.example.test/callback",
      "servers": servers,
    ]
    return String(decoding: try JSONSerialization.data(withJSONObject: facts), as: UTF8.self)
  }

  static func freePort() throws -> Int {
    let script = "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])"
    return Int(try Program.run("/usr/bin/python3", ["-c", script]).output.dropLast()) ?? 0
  }
}
