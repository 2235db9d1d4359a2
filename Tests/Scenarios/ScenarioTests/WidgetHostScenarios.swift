// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// Extensions that do harm, and what is kept of those that do not.
@Suite(.serialized, .enabled(if: Program.canMount && Program.isInstalled("bwrap"), "nothing can be mounted here"))
struct WidgetHostScenarios {
  @Test(arguments: ["crash", "empty", "many", "deep", "memory", "long", "noise", "chatter"])
  func `An extension that does harm costs its own widget, and after three times shows its placeholder`(mode: String)
    throws
  {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "good")
      let seen = try stage.list("--family", "systemSmall")
      #expect(seen.contains("4,821.37"))
      try stage.set(mode: mode)
      for attempt in 1...3 {
        let result = try stage.instance.bailey(
          ["widget", "render", "--executable", stage.path, "--format", "list", "--family", "systemSmall"])
        #expect(result.exitCode == 0, "\(attempt): \(result.errors)")
        #expect(result.errors.contains("hostile:"))
        #expect(result.output.contains("4,821.37") == (attempt < 3), "\(attempt): \(result.output)")
        #expect(result.output.contains("symbol clock") == (attempt < 3))
      }
      try stage.set(mode: "good")
      #expect(try stage.list("--family", "systemSmall") == seen)
    }
  }

  @Test func `An extension that hangs is ended, and one that was never seen is an error`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "hang")
      let start = ContinuousClock.now
      let result = try stage.render()
      #expect(result.exitCode == 1 && result.errors.contains("longer than 10 seconds"))
      #expect(start.duration(to: .now) < .seconds(25))
      #expect(!FileManager.default.fileExists(atPath: stage.picture.path))
    }
  }

  @Test func `An extension that fills the disk is ended, and can only read what it keeps until that is less`() throws {
    try WidgetStage.run { stage throws in
      func draw() throws -> ProgramResult {
        try stage.instance.bailey(
          ["widget", "render", "--executable", stage.path, "--format", "list", "--family", "systemSmall"])
      }
      try stage.set(mode: "good")
      _ = try draw()
      try stage.set(mode: "fill")
      let filling = try draw()
      #expect(filling.errors.contains("more than 64 MiB") && filling.output.contains("4,821.37"))
      let container = try #require(
        FileManager.default.enumerator(
          at: stage.instance.mount.appending(path: "Widgets"), includingPropertiesForKeys: nil)?
          .compactMap { $0 as? URL }.first { $0.lastPathComponent == "Data" })
      let kept = try FileManager.default.contentsOfDirectory(atPath: container.path)
      // Nothing grows any more, and its widget is still there.
      let again = try draw()
      #expect(again.errors.contains("longer than 10 seconds") || again.errors.contains("ended"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: container.path).count == kept.count)
      try stage.set(mode: "good")
      let full = try draw()
      #expect(full.output.contains("4,821.37") && full.errors.contains(container.path))
      for name in kept { try FileManager.default.removeItem(at: container.appending(path: name)) }
      #expect(try draw().errors.isEmpty)
    }
  }

  @Test func `On a lock screen an extension that does harm costs its own widgets, and no others`() throws {
    try WidgetStage.run { stage throws in
      let good = stage.folder.appending(path: "BankWidget")
      try Program.run("cp", [Program.folder.appending(path: "BankWidget").path, good.path])
      for mode in ["crash", "many", "memory"] {
        try stage.set(mode: mode)
        let result = try stage.instance.bailey(["lockscreen", stage.path, good.path, "--output", stage.picture.path])
        #expect(result.exitCode == 0 && result.output.isEmpty, "\(mode): \(result.output) \(result.errors)")
        #expect(result.errors.contains("hostile-widget") && !result.errors.contains("BankWidget"), "\(result.errors)")
        #expect(try Data(contentsOf: stage.picture).starts(with: [0x89, 0x50, 0x4E, 0x47]))
      }
    }
  }

  @Test func `A timeline that is not in the order of time is put in order`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "unordered")
      let result = try stage.instance.bailey(
        ["widget", "render", "--executable", stage.path, "--format", "list", "--family", "systemSmall"])
      #expect(result.output.contains("later") && result.errors.contains("order of time"))
    }
  }

  @Test func `While hidden, the secret is in no output of any format, and pictures of two secrets are the same bytes`()
    throws
  {
    try WidgetStage.run { stage throws in
      var hidden: [String: Set<Data>] = [:]
      for secret in ["4,821.37", "12,345,678,901.23"] {
        try stage.set(mode: "good \(secret)")
        try stage.instance.lock()
        for format in ["png", "svg", "html", "list", "blocks", "sixel", "kitty"] {
          let file = stage.folder.appending(path: "hidden.\(format)")
          let result = try stage.instance.succeed([
            "widget", "render", "--executable", stage.path, "--output", file.path, "--format", format, "--family",
            "systemMedium",
          ])
          #expect(!result.output.contains(secret) && !result.errors.contains(secret))
          let bytes = try Data(contentsOf: file)
          #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(format)")
          #expect(bytes.count > 100)
          hidden[format, default: []].insert(bytes)
        }
        // Nor in anything that was written beside the pictures: what is kept of it unlocked is the next test's.
        let list = try stage.instance.bailey(["widget", "list", "--executable", stage.path, "--json"])
        #expect(!list.output.contains(secret))
        for case let file as URL in FileManager.default.enumerator(
          at: stage.instance.home, includingPropertiesForKeys: nil)!
        {
          guard let bytes = try? Data(contentsOf: file) else { continue }
          #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file.path)")
        }
        // Neither in what is said aloud, nor as something to tap.
        #expect(
          try stage.list("--family", "systemMedium").split(separator: "\n").filter { $0.hasPrefix("say") }.count == 1)
        try stage.instance.unlock()
        #expect(try stage.list("--family", "systemMedium").contains("say \"\(secret)\""))
      }
      for (format, pictures) in hidden { #expect(pictures.count == 1, "\(format)") }
    }
  }
}
