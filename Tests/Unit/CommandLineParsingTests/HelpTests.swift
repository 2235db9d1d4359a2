// SPDX-License-Identifier: Apache-2.0
import CommandLineParsing
import Testing

@Suite struct HelpTests {
  @Test func `A group lists its commands`() {
    let text = HelpText(of: Harbour.command, program: "harbour", path: []).text
    #expect(
      text == """
        Ships in a harbour

        Usage: harbour COMMAND

        Commands:
          ship     Build a ship.
          cargo    What ships carry.
          sink     Sink all ships.
          version  Print the version.
          greet    Greet a ship.

        Options:
          -h, --help  Show this help.

        'harbour help COMMAND' explains a command.

        """)
  }

  @Test func `A command explains its options and words`() throws {
    let ship = try Harbour.command.command(at: ["ship"])
    #expect(
      HelpText(of: ship, program: "harbour", path: ["ship"]).text == """
        Build a ship.

        Usage: harbour ship [--name NAME] [-s KNOTS] [-l]

        Ships float.

        Options:
          --name NAME        What it's called [on the hull]: any text.
          -s, --speed KNOTS  How fast.
          -l, --loud         Say every step.
          -h, --help         Show this help.

        """)
    let paint = try Harbour.command.command(at: ["cargo", "paint"])
    let text = HelpText(of: paint, program: "harbour", path: ["cargo", "paint"]).text
    #expect(text.contains("Usage: harbour cargo paint PATH [COLOUR]\n"))
    #expect(text.contains("  COLOUR  The paint. One of red, green, blue.\n"))
  }

  @Test func `The page in Markdown has a heading for each command, and shows every character as it is`() {
    let page = ManualPage(
      program: "harbour", version: "1", description: [],
      sections: [
        .init("THE FILES", [.term("~/ships", "What *floats* | sinks."), .term("b", "B."), .example("harbour ship")])
      ])
    let text = Harbour.command.markdown(page)
    #expect(text.contains("| [`harbour cargo load`](#harbour-cargo-load) | Load a ship. |\n| [`harbour cargo paint`]"))
    #expect(text.contains("## harbour cargo\n\nWhat ships carry.\n\n### harbour cargo load\n\n"))
    #expect(text.contains("\n    harbour cargo load SOURCE... SHIP\n\nLoad a ship.\n"))
    #expect(text.contains("- `-s, --speed KNOTS`: How fast.\n- `-l, --loud`: Say every step.\n"))
    #expect(text.contains("- `--name NAME`: What it's called \\[on the hull]: any text.\n"))
    #expect(text.hasSuffix("## The files\n\n- `~/ships`: What \\*floats\\* | sinks.\n- `b`: B.\n\n    harbour ship\n"))
    #expect(!text.contains("secret"))
  }

  @Test func `No line is wider than a terminal`() {
    let long = Command<Int>(
      "long", String(repeating: "many words ", count: 40),
      options: [
        Option(
          "a-very-long-option-name", String(repeating: "said often ", count: 30), value: Value("AND-VALUE"))
      ]
    ) { _ in 1 }
    let lines = HelpText(of: long, program: "p", path: []).text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count < 80 })
  }
}
