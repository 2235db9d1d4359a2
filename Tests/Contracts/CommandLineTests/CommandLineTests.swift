// SPDX-License-Identifier: Apache-2.0
import Foundation
import RepositoryFolder
import RunningInstance
import Testing

/// Runs the scripts of Tests/CommandLine against the real programs.
@Suite struct CommandLineTests {
  private static let folder = RepositoryFolder.tests.appending(path: "CommandLine")

  private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".txt") }.sorted()

  /// Scripts that start an instance say so by their names.
  private static let plain = names.filter { !$0.hasPrefix("instance-") }
  private static let mounting = names.filter { $0.hasPrefix("instance-") }

  @Test(arguments: plain) func `A script has the output that it names`(name: String) throws { try run(name) }

  @Test(.enabled(if: Program.canMount, "nothing can be mounted here"), arguments: mounting)
  func `A script with an instance has the output that it names`(
    name: String
  ) throws {
    try run(name)
  }

  /// They bring thirty others, whose loading takes longer than all that most commands do.
  @Test func `A command starts without the libraries of requests and of the bus`() throws {
    let loaded = try Program.run("bailey", environment: ["LD_TRACE_LOADED_OBJECTS": "1"]).output
    #expect(loaded.contains("libcrypto") && !loaded.contains("libcurl") && !loaded.contains("libsystemd"), "\(loaded)")
  }

  private func run(_ name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let script = try Script(name: name, text: text)
    #expect(!script.steps.isEmpty)
    let stage = try Stage()
    defer { stage.clear() }
    for step in script.steps { try check(step, of: name, on: stage) }
  }

  private func check(_ step: Script.Step, of name: String, on stage: Stage) throws {
    let result = try stage.run(step)
    let place = "\(name):\(step.line): \(step.command)"
    #expect(result.exitCode == step.code, "\(place)\n\(result.output)\(result.errors)")
    let outputMatches = LinePattern.matches(step.output.map(stage.fill), lines(result.output))
    #expect(outputMatches, "\(place)\n\(result.output)")
    let errorsMatch = LinePattern.matches(step.errors.map(stage.fill), lines(result.errors))
    #expect(errorsMatch, "\(place)\n\(result.errors)")
  }

  private func lines(_ text: String) -> [String] {
    var lines = text.components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

/// Where a script runs: a folder with a home and a mount of its own, which nothing has made yet.
private struct Stage {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "script-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder.appending(path: "user"), withIntermediateDirectories: true)
  }

  private var environment: [String: String] {
    [
      "BAILEY_HOME": "\(folder.path)/home", "HOME": "\(folder.path)/user", "LC_ALL": "C.UTF-8",
      "PATH": "\(Program.folder.path):/usr/bin:/bin",
    ]
  }

  func run(_ step: Script.Step) throws -> ProgramResult {
    try Program.run(
      "sh", ["-c", fill(step.command)], input: step.input.map { $0 + "\n" }.joined(), environment: environment,
      in: folder)
  }

  func fill(_ text: String) -> String {
    text.replacing("{home}", with: "\(folder.path)/home").replacing("{mount}", with: "\(folder.path)/mount")
      .replacing("{folder}", with: folder.path)
  }

  func clear() {
    _ = try? Program.run("bailey", ["down"], environment: environment)
    // A mount point is not writable while nothing is mounted.
    _ = try? Program.run("chmod", ["-R", "u+rwx", folder.path])
    try? FileManager.default.removeItem(at: folder)
  }
}
