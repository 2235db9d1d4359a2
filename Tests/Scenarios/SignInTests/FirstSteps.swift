// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import RepositoryFolder
import RunningInstance
import TemporaryFolder
import Testing

/// `Documentation/SignInFirstSteps.md`, followed by somebody who has nothing yet.
@Suite(.enabled(if: hasBrowser, "needs chromium-driver and python3-selenium")) struct FirstSteps {
  private let folder: TemporaryFolder
  private let (provider, shop): (Int, Int)
  private let lines: [String]

  init() throws {
    folder = try TemporaryFolder()
    (provider, shop) = (try ProviderHome.freePort(), try ProviderHome.freePort())
    let text = try String(
      contentsOf: RepositoryFolder.url.appending(path: "Documentation/SignInFirstSteps.md"), encoding: .utf8)
    let places = [("8642", "\(provider)"), ("8000", "\(shop)")]
    lines = text.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { line in
      places.reduce(String(line.drop { $0 == " " })) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
  }

  private func shell(_ line: String) -> [String] {
    ["-c", "cd \(folder.path); PATH=\(Program.folder.path):$PATH; \(line)"]
  }

  @Test func `A shop is up, a passkey signs in, a removed consent arrives, and a broken secret is named`() throws {
    try #require(lines.count == 10)
    let server = try Background("/usr/bin/bash", shell("exec " + lines[0]))
    defer { server.kill() }
    try eventually("the provider is ready") { !server.lines().isEmpty }
    let site = try Background("/usr/bin/bash", shell("exec " + lines[1]))
    defer { site.kill() }
    try site.waitForLine("http://localhost:\(shop)")
    let script = RepositoryFolder.tests.appending(path: "Scenarios/SignInTests/shop.py").path
    let walk = try Program.run(
      "/usr/bin/python3",
      [
        script, "http://localhost:\(shop)", "http://localhost:\(provider)", "anna@example.test",
        "correct horse battery",
        "remove",
      ])
    #expect(walk.output.hasSuffix("removed: 0\nthe shop: Lemons and lamps\n"), "\(walk.output)\(walk.errors)")
    try site.waitForLine("event consentRevoked 000001.00000000000000000000000000000001.0001")
    let expected = [
      ("consent-revoked", 0), ("", 0), ("invalid_grant", 0), ("", 0), ("expired (exp: ", 0), ("expired: exp is", 1),
      ("takes what AuthKey_DEVKEY0001.p8 signs as DEVKEY0001", 0), ("redirectNotAllowed: ", 1),
    ]
    for (line, (words, code)) in zip(lines.dropFirst(2), expected) {
      let result = try Program.run("/usr/bin/bash", shell(line))
      #expect(result.exitCode == Int32(code), "\(line)\n\(result.output)\(result.errors)")
      #expect(words.isEmpty || result.output.contains(words), "\(line)\n\(result.output)\(result.errors)")
    }
  }
}
