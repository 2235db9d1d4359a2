// SPDX-License-Identifier: Apache-2.0
import CommandLineParsing
import Foundation
import Testing

@Suite struct CompletionTests {
  @Test(arguments: Shell.allCases, ["harbour"])
  func theShellAcceptsItsScript(shell: Shell, program: String) throws {
    guard let path = find(shell.rawValue) else { return }
    let script = Harbour.command.completionScript(for: shell, program: program)
    let result = try run(path, ["-n", "/dev/stdin"], input: script)
    #expect(result == Output(text: "", code: 0))
  }

  @Test(arguments: [
    (["harbour", ""], "ship cargo sink version help"),
    (["harbour", "s"], "ship sink"),
    (["harbour", "cargo", ""], "load paint help"),
    (["harbour", "ship", "--"], "--name --speed --loud --help"),
    (["harbour", "cargo", "paint", "some file", ""], "red green blue"),
    (["harbour", "cargo", "paint", "--", "some file", "g"], "green"),
    (["harbour", "ship", "--name", "s"], ""),
    (["harbour", "cargo", "load", "/pro"], "/proc"),
    (["harbour", "cargo", "load", "/etc/passwd", "/proc/self/cmd"], "/proc/self/cmdline"),
  ])
  func bashGoesOn(words: [String], expected: String) throws {
    guard let bash = find("bash") else { return }
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let script = """
      compopt() { :; }
      \(Harbour.command.completionScript(for: .bash, program: "harbour"))
      COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1)
      _harbour
      echo "${COMPREPLY[@]}"
      """
    #expect(try run(bash, ["/dev/stdin"], input: script) == Output(text: expected + "\n", code: 0))
  }

  @Test(arguments: [
    ("harbour s", ["ship", "sink"]),
    ("harbour cargo ", ["help", "load", "paint"]),
    ("harbour ship --s", ["--speed"]),
    ("harbour cargo paint x gr", ["green"]),
  ])
  func fishGoesOn(line: String, expected: [String]) throws {
    guard let fish = find("fish") else { return }
    let script = """
      \(Harbour.command.completionScript(for: .fish, program: "harbour"))
      complete -C '\(line)'
      """
    let output = try run(fish, ["--no-config"], input: script)
    let words = output.text.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
    #expect(words.sorted() == expected)
  }

  @Test func theManualPageHasNoMistakes() throws {
    let page = ManualPage(
      program: "harbour", version: "1.2", description: [".starts like a request, has \\ and \"quotes\" and 'these'."],
      sections: [.init("FILES", [.term("~/ships", "Where ships are."), .example("'harbour ship --name x'")])])
    let text = Harbour.command.manual(page)
    #expect(text.contains(".SS harbour cargo load SOURCE... SHIP\n"))
    #expect(!text.contains("secret"))
    guard let groff = find("groff") else { return }
    let rendered = try run(groff, ["-man", "-ww", "-Tutf8", "/dev/stdin"], input: text)
    #expect(rendered.code == 0)
    #expect(!rendered.text.contains("warning"))
    #expect(rendered.text.contains(".starts like a request, has \\ and \"quotes\" and 'these'."))
  }
}

struct Output: Equatable {
  let text: String
  let code: Int32
}

private func find(_ program: String) -> String? {
  ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { $0 + program }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

private func run(_ program: String, _ arguments: [String], input: String) throws -> Output {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try Data(input.utf8).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.standardInput = try FileHandle(forReadingFrom: file)
  process.standardOutput = output
  process.standardError = output
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return Output(text: String(decoding: data, as: UTF8.self), code: process.terminationStatus)
}
