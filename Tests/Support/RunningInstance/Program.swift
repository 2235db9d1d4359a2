// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// What a program did: its exit code and what it wrote.
package struct ProgramResult: Sendable {
  package let exitCode: Int32
  package let output: String
  package let errors: String
}

/// Runs real programs from tests.
package enum Program {
  package struct NotFound: Error { package let name: String }

  /// The programs of this build lie beside the test binary.
  package static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// Where a program is: of this build first, else on the `PATH`.
  package static func locate(_ name: String) throws -> URL {
    let built = folder.appending(path: name)
    if name.hasPrefix("bailey") || FileManager.default.isExecutableFile(atPath: built.path) { return built }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for directory in path.split(separator: ":") {
      let candidate = URL(fileURLWithPath: String(directory)).appending(path: name)
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    throw NotFound(name: name)
  }

  package static func isInstalled(_ name: String) -> Bool { (try? locate(name)) != nil }

  /// Runs to the end with the given standard input.
  @discardableResult
  package static func run(
    _ name: String, _ arguments: [String] = [], input: String = "", environment: [String: String] = [:],
    in directory: URL? = nil
  ) throws -> ProgramResult {
    let process = Process()
    process.executableURL = try locate(name)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = directory
    // Files, not pipes: a daemon that the program leaves behind would hold a pipe open.
    let scratch = FileManager.default.temporaryDirectory.appending(path: "program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let streams = try ["in", "out", "err"].map { name in
      let url = scratch.appending(path: name)
      try Data(name == "in" ? input.utf8 : "".utf8).write(to: url)
      return name == "in" ? try FileHandle(forReadingFrom: url) : try FileHandle(forWritingTo: url)
    }
    process.standardInput = streams[0]
    process.standardOutput = streams[1]
    process.standardError = streams[2]
    try process.run()
    process.waitUntilExit()
    let texts = try ["out", "err"].map {
      String(decoding: try Data(contentsOf: scratch.appending(path: $0)), as: UTF8.self)
    }
    return ProgramResult(exitCode: process.terminationStatus, output: texts[0], errors: texts[1])
  }
}
