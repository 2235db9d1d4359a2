// SPDX-License-Identifier: Apache-2.0
import Foundation
import RepositoryFolder
import RunningInstance
import Testing

/// Schemathesis asks a provider whatever its description allows, and what it does not.
@Suite(.enabled(if: LongTests.areWanted, "runs with BAILEY_LONG_TESTS=1")) struct SchemathesisWalks {
  private static let package = "schemathesis==4.32.5"
  private static let folder = RepositoryFolder.url.appending(path: ".build/schemathesis").path

  /// The program, in an environment of its own, which is made once.
  private func program() throws -> String {
    let path = Self.folder + "/bin/schemathesis"
    if !FileManager.default.isExecutableFile(atPath: path) {
      try #require(try Program.run("python3", ["-m", "venv", Self.folder]).exitCode == 0)
      let installed = try Program.run(Self.folder + "/bin/pip", ["install", "-q", Self.package])
      try #require(installed.exitCode == 0, "needs PyPI the first time: \(installed.errors)")
    }
    return path
  }

  @Test(arguments: ["127.0.0.1", "localhost"])
  func `Whatever is asked, the answer is one that is described, and never a failure of the server`(host: String) throws
  {
    let server = try DevelopmentServer("--host", host)
    // What it remembers of its runs is nobody's.
    let folder = URL(filePath: Self.folder)
    // Left out are two that ask for success alone: a form needs what its page had, and what is too much in one is let be.
    let result = try Program.run(
      try program(),
      [
        "run", RepositoryFolder.url.appending(path: "Documentation/SignIn.openapi.json").path, "--url",
        server["address"],
        "--phases", "examples,coverage,fuzzing", "--max-examples", "50", "--continue-on-failure", "--no-color",
        "--exclude-checks", "positive_data_acceptance,negative_data_rejection", "--generation-database", "none",
      ], in: folder)
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
    try server.stop()
  }
}
