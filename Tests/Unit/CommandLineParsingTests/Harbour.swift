// SPDX-License-Identifier: Apache-2.0
import CommandLineParsing

/// A program with one of everything a definition can say.
enum Harbour {
  enum Action: Equatable, Sendable {
    case ship(name: String?, speed: Int?, loud: Bool)
    case load(sources: [String], ship: String)
    case paint(path: String, colour: String?)
    case sink
    case version
  }

  static let name = Option("name", "What it's called [on the hull]: any text.", value: Value("NAME"))
  static let speed = Option("speed", letter: "s", "How fast.", value: Value("KNOTS", .number(0...40)))
  static let loud = Option("loud", letter: "l", "Say every step.")
  static let yes = Option("yes", "Say that you mean it.", need: .required)
  static let sources = Positional(Value("SOURCE", .file), "What to load.", .oneOrMore)
  static let ship = Positional(Value("SHIP", .folder), "Where to.")
  static let path = Positional(Value("PATH", .file), "The ship.")
  static let colour = Positional(Value("COLOUR", .choice(["red", "green", "blue"])), "The paint.", .optional)

  static let known = Positional(Value("SHIP", .listed(["version"])), "A ship.")

  static let command = Command<Action>(
    group: "harbour", "Ships in a harbour",
    [
      Command("ship", "Build a ship.", details: ["Ships float."], options: [name, speed, loud]) {
        .ship(name: $0.value(of: name), speed: $0.number(of: speed), loud: $0.has(loud))
      },
      Command(
        group: "cargo", "What ships carry.",
        [
          Command("load", "Load a ship.", positionals: [sources, ship]) {
            .load(sources: $0.values(of: sources), ship: $0.value(of: ship) ?? "")
          },
          Command("paint", "Paint a ship.", positionals: [path, colour]) {
            .paint(path: $0.value(of: path) ?? "", colour: $0.value(of: colour))
          },
        ]),
      Command("sink", "Sink all ships.", options: [yes]) { _ in .sink },
      Command("version", "Print the version.", aliases: ["--version"]) { _ in .version },
      Command("greet", "Greet a ship.", positionals: [known]) { _ in .sink },
      Command("secret", "An internal entry point.", visibility: .hidden) { _ in .sink },
    ])
}
