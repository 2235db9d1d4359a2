// SPDX-License-Identifier: Apache-2.0
import Foundation
import RepositoryFolder
import RunningInstance
import SignInRules
import SignInWithApple
import Testing

/// `Documentation/SignIn.md` says what is so.
@Suite struct DocumentationTests {
  private let text: String
  private let rows: [[String]]

  init() throws {
    text = try String(
      contentsOf: RepositoryFolder.url.appending(path: "Documentation/SignIn.md"), encoding: .utf8)
    rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
    }
  }

  @Test func `Every rule is there, in its order, and with its word`() {
    let secrets = rows.filter { SecretRule(rawValue: $0[0]) != nil }
    #expect(secrets.map { $0[0] } == SecretRule.allCases.map(\.rawValue))
    let requests = rows.filter { RequestRule(rawValue: $0[0]) != nil }
    #expect(requests.map { $0[0] } == RequestRule.allCases.map(\.rawValue))
    for row in requests { #expect(row.last == RequestRule(rawValue: row[0])?.error.rawValue, "\(row[0])") }
  }

  @Test func `Every rule of tokens and of sites is named`() {
    for rule in SiteRule.allCases { #expect(text.contains("`\(rule.rawValue)`"), "\(rule)") }
    for rule in TokenRule.allCases { #expect(text.contains("`\(rule.rawValue)`"), "\(rule)") }
  }

  @Test func `Every path that is named is answered, and every command is one`() throws {
    let server = try DevelopmentServer()
    let paths = rows.map { $0[0] }.filter { $0.hasPrefix("/") }.flatMap { $0.components(separatedBy: "`, `") }
    #expect(paths.count >= 20)
    for path in paths {
      let answer = try Program.run(
        "/usr/bin/curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", server["address"] + path])
      #expect(answer.output != "404", "\(path)")
    }
    let commands = text.split(separator: "\n").filter { $0.hasPrefix("    bailey-identity ") }
    #expect(commands.count == 18)
    for line in commands {
      let words = line.split(separator: " ").map(String.init).prefix { !$0.hasPrefix("-") && $0 != "#" }
      // As many of the words as name a command.
      let help = try [Array(words.dropFirst().prefix(2)), Array(words.dropFirst().prefix(1))].contains { names in
        try Program.run("bailey-identity", ["help"] + names).exitCode == 0
      }
      #expect(help, "\(line)")
    }
  }
}
