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
      try stage.instance.succeed(["widget", "gallery", "--executable", stage.path, "--html", "--output", page.path])
      let html = try String(contentsOf: page, encoding: .utf8)
      // The same on standard output; pictures of one moment may differ in nothing but that.
      let printed = try stage.instance.succeed(["widget", "gallery", "--executable", stage.path, "--html"]).output
      #expect(printed.hasPrefix("<!doctype html>") && printed.hasSuffix("</html>\n"))
      for family in ["systemSmall", "systemMedium", "systemLarge", "accessoryCircular", "accessoryInline"] {
        let row = html.components(separatedBy: "<h3>\(family)</h3>").dropFirst().first ?? ""
        let titles = row.components(separatedBy: "<h3>")[0].components(separatedBy: "<figcaption>").dropFirst()
        #expect(
          titles.map { $0.prefix { $0 != "<" } }.filter { $0 != "dark" } == [
            "unlocked", "tinted", "locked", "always on", "placeholder", "from right to left", "large letters",
          ])
      }
      #expect(html.contains("<text ") && html.contains("data-family=\"accessoryInline\""))
      // Each definition has a name of its own in the page.
      let names = html.components(separatedBy: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
      #expect(Set(names).count == names.count && names.count > 10)
      let lint = try stage.instance.bailey(["widget", "lint", "--executable", stage.path])
      #expect(lint.exitCode == 1 && lint.output.contains("4 new payments"))
      #expect(!lint.output.contains("4,821.37"))
    }
  }

  @Test func `A package without widgets is said to have none, and the library that its program lacks is named`() throws
  {
    try WidgetStage.run { stage throws in
      let built = stage.folder.appending(path: "Plain/.build/debug")
      try FileManager.default.createDirectory(at: built, withIntermediateDirectories: true)
      let program = built.appending(path: "Plain").path
      func listed(_ words: String) throws -> String {
        try Data("#!/bin/sh\n\(words)\n".utf8).write(to: URL(filePath: program))
        try Program.run("chmod", ["755", program])
        let result = try stage.instance.bailey([
          "widget", "list", "--package", stage.folder.appending(path: "Plain").path,
        ])
        #expect(result.exitCode == 1 && result.output.isEmpty, "\(result)")
        return result.errors
      }
      let none =
        "bailey: it ended before it told of its widgets: it crashed, or has none. "
        + "What has some begins with a WidgetBundle (@main).\n"
      #expect(try listed("exit 0") == none)
      // As the dynamic linker says it.
      let lacking = try listed(
        "echo \"$0: error while loading shared libraries: libnone.so.1: cannot open shared object file\" >&2; exit 127")
      #expect(lacking.hasPrefix("bailey: Plain: it needs the library libnone.so.1, which") && lacking.hasSuffix(none))
    }
  }

  /// One that makes its samples of its owner's data would show them.
  @Test func `While locked nothing but placeholders is asked for, for samples too`() throws {
    try WidgetStage.run("sample-widget") { stage throws in
      let gallery = ["widget", "gallery", "--executable", stage.path, "--html"]
      #expect(try stage.instance.succeed(gallery).output.contains("sample"))
      let sheet = stage.folder.appending(path: "preview.png")
      let preview = ["widget", "preview", "--executable", stage.path, "--output", sheet.path]
      #expect(try !stage.instance.succeed(preview).errors.contains("locked"))
      for lock in [["lock"], ["lock", "--now"], ["restart"]] {
        try stage.instance.succeed(lock)
        let page = try stage.instance.succeed(gallery).output
        #expect(page.contains("<figcaption>unlocked") && !page.contains("sample<"))
        #expect(try stage.instance.succeed(preview).errors.contains("asked for its placeholder"))
        let lint = try stage.instance.bailey(["widget", "lint", "--executable", stage.path])
        #expect(lint.exitCode == 77 && lint.output.isEmpty, "\(lint)")
        try stage.instance.unlock()
      }
    }
  }

  @Test func `What is asked for of the look reaches the extension`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "echo")
      #expect(
        try stage.list("--family", "systemSmall").contains("en_US/leftToRight/large/fullColor/light/bright/en_US"))
      let all = try stage.list(
        "--family", "systemSmall", "--language", "he_IL", "--type-size", "accessibility2", "--rendering", "accented",
        "--dimmed")
      #expect(all.contains("he_IL/rightToLeft/accessibility2/accented/dark/dimmed/he_IL.UTF-8"))
      #expect(try stage.list("--language", "he", "--direction", "leftToRight", "--dark").contains("he/leftToRight"))
      // The owner's language is that of the command.
      for said in [["LC_ALL": "", "LC_MESSAGES": "", "LANG": "it_IT.UTF-8"], ["LC_ALL": "it_IT@euro"]] {
        let result = try Program.run(
          "bailey", ["widget", "render", "--executable", stage.path, "--format", "list"],
          environment: stage.instance.variables.merging(said) { $1 })
        #expect(result.output.contains("it_IT/leftToRight"), "\(said)")
      }
      let wrong = try stage.instance.bailey(["widget", "render", "--executable", stage.path, "--language", "../de"])
      #expect(wrong.exitCode == 2 && wrong.errors.contains("'../de' is no LANGUAGE"))
      let sheet = stage.folder.appending(path: "preview.png")
      let words = ["widget", "preview", "--executable", stage.path, "--output", sheet.path]
      try stage.instance.succeed(words)
      let usual = try Data(contentsOf: sheet)
      try stage.instance.succeed(words + ["--language", "ar", "--type-size", "xxxLarge"])
      #expect(try Data(contentsOf: sheet) != usual)
    }
  }

  @Test func `Dates and numbers of a widget are in the language that it is drawn in`() throws {
    try WidgetStage.run("BankWidget") { stage throws in
      let list = try stage.list("--family", "systemMedium", "--language", "de_DE")
      #expect(list.contains("4.821,37\u{A0}€") && list.contains("2.750,00"))
      let picture = try stage.draw("--family", "systemMedium")
      #expect(try stage.draw("--family", "systemMedium", "--direction", "rightToLeft") != picture)
      #expect(try stage.draw("--family", "systemMedium", "--rendering", "vibrant") != picture)
      #expect(try stage.draw("--family", "systemMedium", "--dimmed") != picture)
    }
  }

  @Test func `What another device does not show is said, and watching for it ends with a sentence`() throws {
    try WidgetStage.run { stage throws in
      let words = ["--executable", stage.path]
      #expect(try !stage.instance.succeed(["widget", "list"] + words).output.contains("another device"))
      for value in ["NSFileProtectionComplete", "NSFileProtectionCompleteUnlessOpen"] {
        try stage.protect(value)
        #expect(try stage.instance.succeed(["widget", "list"] + words).output.hasSuffix("\tnot on another device\n"))
        #expect(
          try stage.instance.succeed(["widget", "list", "--json"] + words).output.contains(
            "\"offeredOnOtherDevices\":false"))
      }
      let page = try stage.instance.succeed(["widget", "gallery", "--html"] + words).output
      #expect(page.contains(" · not on another device</p>"))
      let watch = ["widget", "watch", "--output", stage.picture.path] + words
      let absent = try stage.instance.bailey(watch + ["--surface", "otherDevice"])
      #expect(absent.exitCode == 77 && absent.errors.contains("not offered on another device"))
      let nothing = try stage.instance.bailey(watch + ["--kind", "nothing"])
      #expect(nothing.exitCode == 1 && nothing.errors.contains("no widget 'nothing'"))
    }
  }

  @Test func `That an always-on display needs the lock screen's switch as well is said`() throws {
    try withInstance { instance throws in
      func note(_ change: String) throws -> String {
        try instance.succeed(["widget", "settings", change], input: "\(RunningInstance.passcode)\n").errors
      }
      #expect(try note("alwaysOn=show").contains("bailey widget settings lockScreen=show"))
      #expect(try note("column=show").contains("no effect yet"))
      #expect(try !note("lockScreen=show").contains("no effect"))
      #expect(try note("lockScreen=hide").contains("no effect yet"))
      #expect(try !note("alwaysOn=hide").contains("no effect"))
    }
  }

  @Test func `That an always-on display hides while unlocked too is said where it is drawn`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "good")
      let words = ["widget", "render", "--output", stage.picture.path, "--executable", stage.path]
      let hidden = try stage.instance.succeed(words + ["--surface", "alwaysOn"]).errors
      #expect(hidden.contains("a display that is always on hides what is private, while unlocked too."))
      #expect(try !stage.instance.succeed(words).errors.contains("always on"))
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
