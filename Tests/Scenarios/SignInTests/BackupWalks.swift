// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import TemporaryFolder
import Testing

/// Backups of a provider that serves, by processes that are killed.
@Suite struct BackupWalks {
  private let provider: ProviderHome

  init() throws { provider = try ProviderHome() }

  private var file: String { provider.folder.path + "/backup" }

  /// Runs a command, which is killed after so many milliseconds.
  private func killed(_ words: String, after milliseconds: Int, home: String) throws -> ProgramResult {
    let program = Program.folder.appending(path: "bailey-identity").path
    let time = String(format: "%.3f", Double(milliseconds) / 1000)
    return try Program.run(
      "/usr/bin/bash",
      ["-c", "echo 'a pass phrase' | timeout -s KILL \(time) \(program) \(words) \(file) --home \(home)"])
  }

  private func names(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  @Test func `A backup or a restoration that is killed leaves all or nothing, and the next one works`() throws {
    let port = try ProviderHome.freePort()
    try provider.make(port: port)
    let server = try provider.serve(port: port)
    defer { server.kill() }
    let usual = try ContinuousClock().measure {
      let whole = try provider.identity(["backup", file], input: "a pass phrase\n")
      try #require(whole.exitCode == 0, "\(whole.errors)")
    }
    let most = Int(usual / .milliseconds(1)) + 20
    let place = provider.folder.path + "/restored"
    let rounds = LongTests.rounds(2, of: 10)
    for part in 1...rounds {
      try FileManager.default.removeItem(atPath: file)
      _ = try killed("backup", after: most * part / (rounds + 1), home: provider.path)
      if FileManager.default.fileExists(atPath: file) { try FileManager.default.removeItem(atPath: file) }
      let whole = try provider.identity(["backup", file], input: "a pass phrase\n")
      #expect(whole.exitCode == 0, "\(whole.errors)")
      #expect(names(in: provider.path).filter { $0.hasPrefix(".") } == [])
      _ = try killed("restore", after: most * part / (rounds + 1), home: place)
      if !FileManager.default.fileExists(atPath: place) {
        let restored = try Program.run(
          "bailey-identity", ["restore", file, "--home", place], input: "a pass phrase\n")
        #expect(restored.exitCode == 0, "\(restored.errors)")
      }
      let people = try Program.run("bailey-identity", ["user", "list", "--home", place])
      #expect(people.output.contains("anna@example.org"), "\(people.errors)")
      try FileManager.default.removeItem(atPath: place)
    }
    #expect(names(in: provider.folder.path).filter { $0.hasSuffix(".restoring") } == [])
    #expect(try provider.identity(["status", "--json"]).output.contains("\"serving\":true"))
  }
}
