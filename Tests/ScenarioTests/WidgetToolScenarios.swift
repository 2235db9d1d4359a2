// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// What developers of widgets get: previews, lints, galleries, formats.
@Suite(.serialized, .enabled(if: Program.canMount && Program.isInstalled("bwrap"), "nothing can be mounted here"))
struct WidgetToolScenarios {
  @Test func `A preview, a gallery and a bench come out, and lints find what is shown to anyone`() throws {
    try WidgetStage.run("BankWidget") { stage throws in
      let sheet = stage.folder.appending(path: "preview.png")
      try stage.instance.succeed(["widget", "preview", "--executable", stage.path, "--output", sheet.path])
      #expect(try Data(contentsOf: sheet).starts(with: [0x89, 0x50, 0x4E, 0x47]))
      let page = stage.folder.appending(path: "gallery.html")
      try stage.instance.succeed(["widget", "gallery", "--executable", stage.path, "--html", page.path])
      let html = try String(contentsOf: page, encoding: .utf8)
      #expect(html.contains("<text ") && html.contains("data-family=\"accessoryInline\""))
      // Each definition has a name of its own in the page.
      let names = html.components(separatedBy: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
      #expect(Set(names).count == names.count && names.count > 10)
      let lint = try stage.instance.bailey(["widget", "lint", "--executable", stage.path])
      #expect(lint.exitCode == 1 && lint.output.contains("4 new payments"))
      #expect(!lint.output.contains("4,821.37"))
    }
  }

  @Test func `A widget is drawn in the language, direction, colours and size of text that are asked for`() throws {
    try WidgetStage.run("DayWidgets") { stage throws in
      func calendar(_ words: String...) throws -> String {
        try stage.list(["--kind", "com.example.day.calendar", "--family", "systemMedium"] + words)
      }
      // The night may come between.
      func days(_ language: String) -> [String] {
        [Date(), Date() - 60].map {
          let locale = Locale(identifier: language)
          return $0.formatted(.dateTime.weekday(.wide).locale(locale)).uppercased(with: locale)
        }
      }
      let plain = try calendar()
      let italian = try calendar("--language", "it")
      #expect(days("it").contains { italian.contains($0) } && !days("it").contains { plain.contains($0) })
      let arabic = try calendar("--language", "ar")
      #expect(days("ar").contains { arabic.contains($0) })
      #expect(try calendar("--language", "it", "--direction", "rightToLeft") != italian)
      #expect(try calendar("--dark") != plain)
      // White on whatever is behind it: there is no background of its own.
      let accented = try calendar("--rendering", "accented")
      #expect(accented != plain && plain.split(separator: "\n").count > accented.split(separator: "\n").count)
      func large(_ size: String) throws -> String {
        try stage.list("--kind", "com.example.day.calendar", "--family", "systemLarge", "--type-size", size)
      }
      #expect(try large("xSmall") != large("accessibility5"))
      let refused = try stage.render("--language", "x")
      #expect(refused.exitCode == 2 && refused.errors.contains("'x' is no LANGUAGE"))
    }
  }

  @Test func `A widget is drawn in the language of the session`() throws {
    try WidgetStage.run("DayWidgets") { stage throws in
      func calendar(_ language: String) throws -> String {
        let words = ["widget", "render", "--executable", stage.path, "--format", "list"]
        return try stage.instance.bailey(
          words + ["--kind", "com.example.day.calendar", "--family", "systemLarge"], with: ["LC_ALL": language]
        ).output
      }
      let words = [Date(), Date() - 60].map {
        $0.formatted(.dateTime.month(.wide).year().locale(Locale(identifier: "it_IT")))
      }
      let (italian, plain) = (try calendar("it_IT.UTF-8"), try calendar("C.UTF-8"))
      #expect(words.contains { italian.contains($0) } && !words.contains { plain.contains($0) })
    }
  }

  @Test func `A picture in a folder that is not there is an error, and changes nothing`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "good")
      let result = try stage.render(to: stage.folder.appending(path: "none/picture.png"))
      #expect(result.exitCode == 1 && result.errors.contains("none/picture.png"))
    }
  }
}
