// SPDX-License-Identifier: Apache-2.0
import CommandLineParsing
import Foundation
import ProtectionModel
import RepositoryFolder
import Testing
import TerminalConsole

@testable import BaileyCommandLine
@testable import Benchmarks
@testable import InstanceCommands

@Suite struct WordsTests {
  struct Line: Sendable, CustomTestStringConvertible {
    let words: String
    let action: BaileyAction
    var testDescription: String { words }
  }

  @Test(arguments: [
    Line(words: "up", action: .instance(.up(UpOptions()))),
    Line(
      words: "up --mount m --passcode-stdin --tpm t",
      action: .instance(.up(UpOptions(mount: "m", tcti: "t", passcode: .standardInput)))),
    Line(words: "down", action: .instance(.down)),
    Line(words: "restart", action: .instance(.restart)),
    Line(words: "status --json", action: .instance(.status(.json))),
    Line(words: "passcode set", action: .instance(.passcode(.set))),
    Line(words: "lock --now", action: .instance(.lock(.now, then: nil))),
    Line(words: "lock", action: .instance(.lock(.afterGrace, then: nil))),
    Line(words: "unlock", action: .instance(.unlock)),
    Line(words: "erase --yes", action: .instance(.erase(.byPasscode))),
    Line(words: "erase --yes --without-passcode", action: .instance(.erase(.withoutPasscode))),
    Line(words: "settings --json grace-seconds=5", action: .instance(.settings(["grace-seconds=5"], .json))),
    Line(words: "files class get a b", action: .instance(.classGet(paths: ["a", "b"], .itself, .text))),
    Line(words: "files class get -R a --json", action: .instance(.classGet(paths: ["a"], .everything, .json))),
    Line(words: "files class set a complete", action: .instance(.classSet(path: "a", .complete, .itself))),
    Line(words: "files class set -R a none", action: .instance(.classSet(path: "a", .none, .everything))),
    Line(
      words: "files copy --class completeUnlessOpen a b c",
      action: .instance(.copy(CopyOptions(sources: ["a", "b"], folder: "c", protectionClass: .completeUnlessOpen)))),
    Line(words: "files fsck", action: .instance(.check(.look, .text))),
    Line(words: "files fsck --repair --json", action: .instance(.check(.repair, .json))),
    Line(words: "bench files --json", action: .benchmark(.files(FileBenchmarkOptions(), .printed, .json))),
    Line(
      words: "bench files --on disk --only random --check",
      action: .benchmark(.files(FileBenchmarkOptions(medium: .disk, part: .random), .isExitCode, .text))),
    Line(words: "bench keychain --json", action: .benchmark(.keychain(.printed, .json))),
    Line(words: "bench keychain --check", action: .benchmark(.keychain(.isExitCode, .text))),
    Line(words: "bench lock --check", action: .benchmark(.lock(.isExitCode, .text))),
    Line(words: "bench console --json", action: .benchmark(.console(.printed, .json))),
    Line(words: "bench signin --check", action: .benchmark(.signIn(.isExitCode, .text))),
    Line(words: "sdk path", action: .instance(.sdkPath)),
    Line(words: "agent --pinentry /usr/bin/pinentry", action: .instance(.agent(pinentry: "/usr/bin/pinentry"))),
    Line(words: "completions fish", action: .completions(.fish)),
    Line(words: "--version", action: .version(.text)),
  ])
  func `Words mean what they say`(line: Line) throws {
    let words = line.words.split(separator: " ").map(String.init)
    guard case .run(let action) = try BaileyCommand.command.parse(words) else {
      Issue.record("asked for help")
      return
    }
    #expect(action == line.action)
  }

  @Test func `No command takes a passcode as a word`() {
    for words in [["unlock", "1234"], ["passcode", "set", "1234"], ["up", "--passcode", "1234"]] {
      #expect(throws: UsageError.self) { try BaileyCommand.command.parse(words) }
    }
  }

  /// Words that would mean nothing are not taken in silence.
  @Test(arguments: [
    "bench keychain --on disk", "bench keychain --only random", "bench lock --on disk",
    "bench lock --only large", "bench",
  ])
  func `A benchmark takes only what it knows`(line: String) throws {
    #expect(throws: UsageError.self) { try BaileyCommand.command.parse(line.split(separator: " ").map(String.init)) }
  }

  @Test func `The manual has every command and exit code`() {
    let text = BaileyCommand.command.manual(baileyManual)
    for words in ["bailey up", "bailey files class set", "bailey erase", "bailey bench lock"] {
      #expect(text.contains(".SS \(words)"))
    }
    for code in ExitCode.allCases { #expect(text.contains(".TP\n.B \(code.rawValue)\n")) }
    #expect(!text.contains("supervise"))
  }

  @Test func `The documentation's page of commands is the one that is printed`() throws {
    let file = RepositoryFolder.url.appending(path: "Documentation/Commands.md")
    let isFresh = try String(contentsOf: file, encoding: .utf8) == BaileyCommand.command.markdown(baileyManual)
    #expect(isFresh, "run: bailey manual --markdown > Documentation/Commands.md")
  }
}
