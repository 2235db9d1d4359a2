// SPDX-License-Identifier: Apache-2.0
import CommandLineParsing
import Testing

@Suite struct ParsingTests {
  struct Line: CustomTestStringConvertible, Sendable {
    let words: String
    let action: Harbour.Action
    var testDescription: String { words }
  }

  @Test(arguments: [
    Line(words: "ship", action: .ship(name: nil, speed: nil, loud: false)),
    Line(words: "ship --name Anna --speed 12 --loud", action: .ship(name: "Anna", speed: 12, loud: true)),
    Line(words: "ship --name=Anna -ls 12", action: .ship(name: "Anna", speed: 12, loud: true)),
    Line(words: "ship --name=--loud", action: .ship(name: "--loud", speed: nil, loud: false)),
    Line(words: "ship --name=a=b --loud --loud", action: .ship(name: "a=b", speed: nil, loud: true)),
    Line(words: "ship --name -", action: .ship(name: "-", speed: nil, loud: false)),
    Line(words: "cargo load a b c", action: .load(sources: ["a", "b"], ship: "c")),
    Line(words: "cargo load a c", action: .load(sources: ["a"], ship: "c")),
    Line(words: "cargo load -- -a --help c", action: .load(sources: ["-a", "--help"], ship: "c")),
    Line(words: "cargo paint x red", action: .paint(path: "x", colour: "red")),
    Line(words: "cargo paint x", action: .paint(path: "x", colour: nil)),
    Line(words: "sink --yes", action: .sink),
    Line(words: "--version", action: .version),
    Line(words: "secret", action: .sink),
  ])
  func `Words become an action`(line: Line) throws {
    guard case .run(let action) = try Harbour.command.parse(split(line.words)) else {
      Issue.record("asked for help")
      return
    }
    #expect(action == line.action)
  }

  struct Mistake: CustomTestStringConvertible, Sendable {
    let words: String
    let message: String
    var testDescription: String { words }
  }

  @Test(arguments: [
    Mistake(words: "", message: "harbour: which command?|See 'harbour help'."),
    Mistake(words: "cargo", message: "harbour cargo: which command?|See 'harbour help cargo'."),
    Mistake(words: "shpi", message: "harbour: there is no command 'shpi'. Did you mean 'ship'?|See 'harbour help'."),
    Mistake(words: "secrte", message: "harbour: there is no command 'secrte'.|See 'harbour help'."),
    Mistake(
      words: "--halp", message: "harbour: there is no option '--halp'. Did you mean '--help'?|See 'harbour help'."),
    Mistake(
      words: "ship --nmae x",
      message: "harbour ship: there is no option '--nmae'. Did you mean '--name'?|See 'harbour help ship'."),
    Mistake(words: "ship -x", message: "harbour ship: there is no option '-x'.|See 'harbour help ship'."),
    Mistake(
      words: "ship --name", message: "harbour ship: '--name' needs a value: --name NAME|See 'harbour help ship'."),
    Mistake(
      words: "ship --name --loud", message: "harbour ship: '--name' needs a value: --name NAME|See 'harbour help ship'."
    ),
    Mistake(words: "ship -sl 3", message: "harbour ship: '-s' needs a value: -s KNOTS|See 'harbour help ship'."),
    Mistake(words: "ship --loud=yes", message: "harbour ship: '--loud' takes no value.|See 'harbour help ship'."),
    Mistake(words: "ship -s 1 --speed 2", message: "harbour ship: '--speed' is given twice.|See 'harbour help ship'."),
    Mistake(
      words: "ship --speed 41",
      message: "harbour ship: '41' is no KNOTS: give a number from 0 to 40.|See 'harbour help ship'."),
    Mistake(words: "ship off", message: "harbour ship: 'off' is one word too many.|See 'harbour help ship'."),
    Mistake(words: "sink", message: "harbour sink: '--yes' must be given.|See 'harbour help sink'."),
    Mistake(words: "cargo load", message: "harbour cargo load: SOURCE is missing.|See 'harbour help cargo load'."),
    Mistake(words: "cargo load a", message: "harbour cargo load: SHIP is missing.|See 'harbour help cargo load'."),
    Mistake(
      words: "cargo paint x gren",
      message: "harbour cargo paint: 'gren' is no COLOUR. Did you mean 'green'? Choices: red, green, blue."
        + "|See 'harbour help cargo paint'."),
    Mistake(
      words: "help crago", message: "harbour: there is no command 'crago'. Did you mean 'cargo'?|See 'harbour help'."),
    Mistake(
      words: "help cargo lod",
      message: "harbour cargo: there is no command 'lod'. Did you mean 'load'?|See 'harbour help cargo'."),
  ])
  func `A mistake is named and helped`(mistake: Mistake) {
    let error = #expect(throws: UsageError.self) { try Harbour.command.parse(split(mistake.words)) }
    #expect(error?.message(program: "harbour").replacing("\n", with: "|") == mistake.message)
  }

  @Test(arguments: [
    ("help", ""), ("--help", ""), ("-h", ""), ("help cargo load", "cargo load"), ("cargo help load", "cargo load"),
    ("cargo --help", "cargo"), ("ship --loud --help", "ship"), ("ship --no-such -h", "ship"),
    ("help --version", "version"), ("help help", "help"),
  ])
  func `Help is there from everywhere`(words: String, path: String) throws {
    if path == "help" {
      #expect(throws: UsageError.self) { try Harbour.command.parse(split(words)) }
      return
    }
    guard case .help(let found) = try Harbour.command.parse(split(words)) else {
      Issue.record("no help")
      return
    }
    #expect(found == split(path))
    _ = try Harbour.command.command(at: found)
  }

  /// The words of `cargo`, which another program reads.
  private static let forwarding = Command<[String]>(
    group: "harbour", "Ships.", [Harbour.command.forwarding(to: { $0 })])

  @Test(arguments: [
    "harbour cargo load a c", "harbour cargo paint x", "harbour ship --speed 99 --no-such -- --help", "harbour sink",
    "harbour ship --name", "harbour secret",
  ])
  func `Words for another program are handed on as they were typed, whatever they say`(line: String) throws {
    guard case .run(let words) = try Self.forwarding.parse(split(line)) else {
      Issue.record("asked for help")
      return
    }
    #expect(words == split(line))
  }

  @Test func `Words for another program are explained, and completed, where they are handed on`() throws {
    for (line, path) in [
      ("harbour ship --help", "ship"), ("harbour help ship", "ship"), ("harbour ship --x -h", "ship"),
    ] {
      guard case .help(let found) = try Self.forwarding.parse(split(line)) else {
        Issue.record("handed on")
        continue
      }
      #expect(found == ["harbour", path])
      let command = try Self.forwarding.command(at: found)
      #expect(HelpText(of: command, program: "x", path: found).text.contains("--speed"))
    }
    #expect(Self.forwarding.completionScript(for: .bash, program: "x").contains("--speed"))
    #expect(throws: UsageError.self) { try Self.forwarding.parse(["harbour", "boat"]) }
  }

  @Test func `Another type of action leaves the words as they are`() throws {
    let mapped = Harbour.command.map { [$0] }
    guard case .run(let action) = try mapped.parse(["sink", "--yes"]) else {
      Issue.record("asked for help")
      return
    }
    #expect(action == [.sink])
    let page = ManualPage(program: "harbour", version: "1", description: [], sections: [])
    #expect(mapped.manual(page) == Harbour.command.manual(page))
    #expect(throws: UsageError.self) { try mapped.parse(["sink"]) }
  }

  @Test func `Any words give an action help or a usage error`() {
    let vocabulary = [
      "ship", "cargo", "load", "paint", "sink", "help", "--help", "-h", "--", "-", "--name", "--name=", "--=", "=",
      "-s", "-sl", "-ls", "3", "", "red", "--yes", "-\u{0}", "--é", "\u{1F6A2}", "--speed=99999999999999999999",
    ]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let words = (0..<Int.random(in: 0...6, using: &generator)).compactMap { _ in vocabulary.randomElement() }
      do throws(UsageError) {
        if case .help(let path) = try Harbour.command.parse(words) { _ = try Harbour.command.command(at: path) }
      } catch {
        #expect(!error.message(program: "harbour").isEmpty)
      }
    }
  }
}

func split(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
