// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// Taps on what is seen of a widget, with the real daemons.
@Suite(.serialized, .enabled(if: Program.canMount && Program.isInstalled("bwrap"), "nothing can be mounted here"))
struct WidgetTapScenarios {
  private func tap(_ stage: WidgetStage, _ words: String...) throws -> ProgramResult {
    try stage.instance.bailey(["widget", "tap", "--executable", stage.path, "--family", "systemMedium"] + words)
  }

  /// What the extension's intents have noted in its own folder; nil where nothing may be read.
  private func performed(_ stage: WidgetStage) -> [String]? {
    let all = FileManager.default.enumerator(
      at: stage.instance.mount.appending(path: "Widgets"), includingPropertiesForKeys: nil)
    let files = all?.compactMap { $0 as? URL } ?? []
    guard let file = files.first(where: { $0.lastPathComponent == "performed" }) else { return [] }
    return (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").map(String.init)
  }

  @Test func `A tap performs the control that is seen there, and the picture is a new one`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "controls")
      #expect(try stage.list("--family", "systemMedium").contains("Pressed 0 times"))
      let places = try tap(stage).output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
      #expect(
        places.map { $0[2] } == ["Pressed 0 times", "Pay 4,821.37", "Send 4,821.37", "More"], "\(places)")
      #expect(try tap(stage, "--at", places[0][3]).exitCode == 0)
      #expect(performed(stage) == ["press"])
      let picture = stage.folder.appending(path: "after.txt")
      let second = try tap(stage, "--control", "2", "--output", picture.path, "--format", "list")
      #expect(second.exitCode == 0, "\(second.errors)")
      #expect(try String(contentsOf: picture, encoding: .utf8).contains("Pressed 2 times"))
      #expect(performed(stage) == ["press", "pay"])
      let link = try tap(stage, "--control", "More")
      #expect(link.output == "hostile://more\n" && link.exitCode == 0)
      // Beside everything, and with names that nothing or nobody has.
      for words in [["--at", "1,1"], ["--control", "9"], ["--control", "Nobody"], ["--at", "here"]] {
        #expect(
          try stage.instance.bailey(["widget", "tap", "--executable", stage.path] + words).exitCode == 1, "\(words)")
      }
      #expect(performed(stage) == ["press", "pay"])
    }
  }

  @Test func `A link is opened by the program for it that is found first, while unlocked`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "controls")
      _ = try stage.list("--family", "systemMedium")
      let (programs, opened) = (stage.folder.appending(path: "bin"), stage.folder.appending(path: "opened"))
      try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
      let opener = programs.appending(path: "xdg-open")
      try Data("#!/bin/sh\necho \"$#: $1\" >> '\(opened.path)'\n".utf8).write(to: opener)
      try Program.run("chmod", ["+x", opener.path])
      func open(path: String) throws -> ProgramResult {
        try Program.run(
          "bailey",
          ["widget", "tap", "--executable", stage.path, "--family", "systemMedium", "--control", "More", "--open"],
          environment: stage.instance.variables.merging(["PATH": path]) { $1 })
      }
      let path = "\(programs.path):/usr/bin:/bin"
      let result = try open(path: path)
      #expect(result.exitCode == 0 && result.output == "hostile://more\n")
      #expect(try String(contentsOf: opened, encoding: .utf8) == "1: hostile://more\n")
      let none = try open(path: stage.folder.path)
      #expect(none.exitCode == 1 && none.errors.contains("xdg-open"))
      try stage.instance.lock()
      #expect(try open(path: path).exitCode == 1)
      #expect(try String(contentsOf: opened, encoding: .utf8) == "1: hostile://more\n")
    }
  }

  @Test func `A tap is not charged to the budget, and asks for a new timeline at once`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "controls")
      for count in 1...5 {
        #expect(try tap(stage, "--control", "1").exitCode == 0)
        // Whoever keeps to the budget shows what the tap has changed.
        #expect(try stage.list("--family", "systemMedium", "--when-due").contains("Pressed \(count) times"))
      }
    }
  }

  @Test func `While locked nothing is performed, and what is hidden is not even there`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "controls")
      let open = try tap(stage).output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
      try stage.instance.lock()
      // What is marked is gone, and so is the button that only says what is hidden.
      let names = try tap(stage).output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init)[2] }
      // An address may say what is hidden: no link is there either.
      #expect(names == ["Pressed 0 times"])
      for place in open {
        let result = try tap(stage, "--at", place[3])
        #expect(result.exitCode == (place[2].hasPrefix("Pressed") ? 77 : 1), "\(place)")
        #expect(!result.output.contains("hostile://"))
      }
      #expect(try tap(stage, "--control", "More", "--open").exitCode == 1)
      try stage.protect("NSFileProtectionComplete")
      #expect(try tap(stage).output.isEmpty)
      for place in open { #expect(try tap(stage, "--at", place[3]).exitCode == 1) }
      #expect(performed(stage) == [])
      try stage.instance.unlock()
      #expect(performed(stage) == [])
    }
  }

  @Test func `In the grace period, and before the first unlock, nothing is performed either`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "controls")
      _ = try tap(stage)
      try stage.instance.succeed(["lock"])
      #expect(try tap(stage, "--control", "1").exitCode == 77)
      try stage.instance.succeed(["restart"])
      #expect(try tap(stage, "--control", "1").exitCode == 1)
      try stage.instance.unlock()
      #expect(performed(stage) == [])
    }
  }

  @Test func `A lock that comes between the tap and the intent is in time`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "controls")
      _ = try tap(stage)
      try stage.set(mode: "lazy")
      let program = try Program.locate("bailey").path
      let words = ["widget", "tap", "--executable", stage.path, "--family", "systemMedium", "--control", "1"]
      let errors = stage.folder.appending(path: "errors")
      let tapping = try Background(
        "/bin/sh", ["-c", "\"$@\" 2> '\(errors.path)'; echo $? >> '\(errors.path)'", "sh", program] + words,
        environment: stage.instance.variables)
      usleep(1_500_000)
      try stage.instance.lock()
      try tapping.wait()
      let said = try String(contentsOf: errors, encoding: .utf8)
      #expect(said.contains("nothing is performed") && said.hasSuffix("77\n"), "\(said)")
      try stage.instance.unlock()
      #expect(performed(stage) == [])
    }
  }
}
