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
      try stage.instance.succeed(["widget", "gallery", "--executable", stage.path, "--output", page.path])
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

  @Test func `A picture in a folder that is not there is an error, and changes nothing`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "good")
      let result = try stage.render(to: stage.folder.appending(path: "none/picture.png"))
      #expect(result.exitCode == 1 && result.errors.contains("none/picture.png"))
    }
  }
}
