// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import RunningInstance
import Testing

/// An extension that is written as for iOS and says what it knows, through the real daemons.
@Suite(.serialized, .enabled(if: Program.canMount && Program.isInstalled("bwrap"), "nothing can be mounted here"))
struct WidgetExtensionScenarios {
  private static let counter = ["--kind", "sample.counter", "--family", "systemMedium"]

  private func counter(_ stage: WidgetStage, _ words: String...) throws -> String {
    try stage.instance.succeed(
      ["widget", "render", "--executable", stage.path, "--format", "list"] + Self.counter + words
    ).output
  }

  @Test func `A provider's own texts are in the language that its views are in`() throws {
    try WidgetStage.run("sample-widget") { stage throws in
      let german = try counter(stage, "--language", "de_DE")
      #expect(german.contains("number 1.234,5;") && german.contains("\"1.234,5\"") && german.contains("locale de_DE"))
      let usual = try counter(stage)
      #expect(usual.contains("number 1,234.5;") && usual.contains("\"1,234.5\"") && usual.contains("locale en_US"))
    }
  }

  @Test func `An extension hears which widgets are shown, and has another one of its own asked for again`() throws {
    try WidgetStage.run("sample-widget") { stage throws in
      #expect(try counter(stage).contains("count 0;"))
      let file = stage.folder.appending(path: "other.txt")
      func shows(_ text: String) -> Bool { ((try? String(contentsOf: file, encoding: .utf8)) ?? "").contains(text) }
      let watcher = try Background(
        Program.locate("bailey-widgets").path,
        ["watch", "--executable", stage.path, "--kind", "sample.other", "--output", file.path],
        environment: stage.instance.variables)
      defer { watcher.kill() }
      try eventually { shows("count 0;") }
      try eventually { try counter(stage).contains("shown [sample.other=systemLarge]") }
      // The intent's own word is what the other widget changes by.
      try stage.instance.succeed(
        ["widget", "tap", "--executable", stage.path, "--control", "Count"] + Self.counter)
      try eventually { shows("count 1;") }
      #expect(try counter(stage).contains("count 1;"))
    }
  }

  @Test func `A preview has the entries of the extension's own previews`() throws {
    try WidgetStage.run("sample-widget") { stage throws in
      let sheet = stage.folder.appending(path: "preview.png")
      try stage.instance.succeed(["widget", "preview", "--executable", stage.path, "--output", sheet.path])
      // A row for each widget, and one for each preview: at two pixels a point, with their headings and distances.
      let rows = [158, 354, 158, 158, 354].map { 34 + $0 + 18 }.reduce(0, +)
      let height = try Data(contentsOf: sheet)[20..<24].reduce(0) { $0 << 8 | Int($1) }
      #expect(height == 2 * (2 * 28 + 34 + rows))
    }
  }

  @Test func `What is chosen for a parameter of a definition's intent is drawn, also a date, and only while unlocked`()
    throws
  {
    try WidgetStage.run("sample-widget") { stage throws in
      let trip = ["--executable", stage.path, "--kind", "sample.trip"]
      func choose(_ words: String..., input: String = "") throws -> ProgramResult {
        try stage.instance.bailey(["widget", "choose"] + trip + words, input: input)
      }
      func drawn() throws -> String {
        try stage.instance.succeed(["widget", "render", "--format", "list"] + trip).output
      }
      #expect(try choose().output == "place\t\ttext\nday\t\ta date\nhidesDay\t\ttrue | false\n")
      #expect(try drawn().contains("nowhere on no day"))
      #expect(try choose("place=Hiddensee", "day=2026-12-24 18:30").exitCode == 0)
      #expect(try choose().output.hasPrefix("place\tHiddensee\ttext\nday\t2026-12-24 18:30\ta date\n"))
      #expect(try drawn().contains("Hiddensee on 2026/12/24"))
      // Nobody else reads what is typed, and one choice that is none changes nothing.
      #expect(try choose("-", input: "hidesDay=true\nplace=R\u{FC}gen\n").exitCode == 0)
      #expect(try drawn().contains("R\u{FC}gen on hidden"))
      for wrong in ["day=tomorrow", "day=2026-02-30", "hidesDay=maybe", "port=x", "place"] {
        #expect(try choose("place=Usedom", wrong).exitCode == 1, "\(wrong)")
      }
      #expect(try drawn().contains("R\u{FC}gen on hidden"))
      try stage.instance.succeed(["lock", "--now"])
      #expect(try choose().exitCode == 77)
      #expect(try choose("place=Usedom").exitCode == 77)
      #expect(try !choose().output.contains("gen"))
    }
  }
}
