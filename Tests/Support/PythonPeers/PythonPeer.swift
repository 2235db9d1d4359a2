// SPDX-License-Identifier: Apache-2.0
import Foundation
import RepositoryFolder

/// Packages from PyPI in an environment of their own below `.build`, which the first run makes, and a script that asks them: one
/// line of JSON for each question, one for each answer.
package struct PythonPeer: Sendable {
  /// Of the environment's folder.
  private let name: String
  private let packages: [String]
  private let modules: String
  /// Below `Tests`.
  private let script: String

  /// `modules` are what the packages are imported as.
  package init(_ name: String, packages: [String], modules: String, script: String) {
    (self.name, self.packages, self.modules, self.script) = (name, packages, modules, script)
  }

  private var folder: URL { RepositoryFolder.url.appending(path: ".build/\(name)") }
  private var python: String { folder.appending(path: "bin/python").path }

  /// Whether it can be asked: without a network, what is not there cannot be fetched.
  package func isThere() -> Bool {
    if Self.runs(python, ["-c", "import \(modules)"]) { return true }
    return Self.runs("/usr/bin/env", ["python3", "-m", "venv", folder.path])
      && Self.runs(folder.appending(path: "bin/pip").path, ["install", "-q"] + packages)
  }

  /// A line of JSON for each question.
  package func answers<Answer: Decodable>(
    to questions: [String], as type: Answer.Type, _ arguments: String...
  ) throws -> [Answer] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appending(path: "questions"), folder.appending(path: "answers"))
    try Data(questions.joined(separator: "\n").utf8).write(to: input)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = [RepositoryFolder.tests.appending(path: script).path] + arguments
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    let decoder = JSONDecoder()
    return try Data(contentsOf: output).split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(Answer.self, from: Data($0))
    }
  }

  private static func runs(_ program: String, _ arguments: [String]) -> Bool {
    guard FileManager.default.isExecutableFile(atPath: program) else { return false }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
