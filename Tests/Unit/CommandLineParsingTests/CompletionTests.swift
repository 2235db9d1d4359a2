// SPDX-License-Identifier: Apache-2.0
import CommandLineParsing
import Foundation
import Testing

@Suite struct CompletionTests {
  @Test(arguments: Shell.allCases, ["harbour"])
  func `The shell accepts its script`(shell: Shell, program: String) throws {
    let path = try find(shell.rawValue)
    let script = Harbour.command.completionScript(for: shell, program: program)
    let result = try run(path, ["-n", "/dev/stdin"], input: script)
    #expect(result == Output(text: "", code: 0))
  }

  @Test(arguments: [
    (["harbour", ""], "ship cargo sink version greet help"),
    (["harbour", "s"], "ship sink"),
    (["harbour", "cargo", ""], "load paint help"),
    (["harbour", "ship", "--"], "--name --speed --loud --help"),
    (["harbour", "cargo", "paint", "some file", ""], "red green blue"),
    (["harbour", "cargo", "paint", "--", "some file", "g"], "green"),
    (["harbour", "ship", "--name", "s"], ""),
    (["harbour", "cargo", "load", "/proc/self/loginu"], "/proc/self/loginuid"),
    (["harbour", "greet", ""], "Aurora Au$(touch {marker}) Bounty"),
    (["harbour", "greet", "Au"], "Aurora Au$(touch {marker})"),
    (["harbour", "cargo", "load", "/etc/passwd", "/proc/self/cmd"], "/proc/self/cmdline"),
  ])
  func `Bash goes on`(words: [String], expected: String) throws {
    let bash = try find("bash")
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let script = """
      compopt() { :; }
      harbour() { [[ $* == version ]] && printf '%s\\n' Aurora 'Au$(touch {marker})' Bounty; }
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
    ("harbour greet Au", ["Aurora"]),
  ])
  func `Fish goes on`(line: String, expected: [String]) throws {
    let fish = try find("fish")
    let script = """
      function harbour; test "$argv" = version; and echo Aurora; and echo Bounty; end
      \(Harbour.command.completionScript(for: .fish, program: "harbour"))
      complete -C '\(line)'
      """
    let output = try run(fish, ["--no-config"], input: script)
    let words = output.text.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
    #expect(words.sorted() == expected)
  }

  @Test func `The manual page has no mistakes`() throws {
    let page = ManualPage(
      program: "harbour", version: "1.2", description: [".starts like a request, has \\ and \"quotes\" and 'these'."],
      sections: [.init("FILES", [.term("~/ships", "Where ships are."), .example("'harbour ship --name x'")])])
    let text = Harbour.command.manual(page)
    #expect(text.contains(".SS harbour cargo load SOURCE... SHIP\n"))
    #expect(!text.contains("secret"))
    let groff = try find("groff")
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

/// Where a program is; a test that needs one which is not there ends as skipped, and says why.
private func find(_ program: String) throws -> String {
  for folder in ["/usr/bin/", "/bin/", "/usr/local/bin/"] {
    if FileManager.default.isExecutableFile(atPath: folder + program) { return folder + program }
  }
  try Test.cancel("\(program) is not installed")
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
