// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// A widget extension, written as for iOS, drawn through the real daemons.
@Suite(.serialized, .enabled(if: Program.canMount && Program.isInstalled("bwrap"), "nothing can be mounted here"))
struct WidgetScenarios {
  private struct Stage {
    let instance: RunningInstance
    let folder: URL

    func draw(_ words: String...) throws -> Data {
      let picture = folder.appending(path: "picture.png")
      try instance.succeed(
        ["widget", "render", "--executable", folder.appending(path: "BankWidget").path, "--output", picture.path]
          + words)
      return try Data(contentsOf: picture)
    }

    func protect(_ value: String) throws {
      let text =
        "<plist><dict><key>com.apple.developer.default-data-protection</key><string>\(value)</string></dict></plist>"
      try Data(text.utf8).write(to: folder.appending(path: "Entitlements.plist"))
    }
  }

  private func withStage(_ body: (Stage) throws -> Void) throws {
    try withInstance { instance throws in
      let folder = instance.home.deletingLastPathComponent().appending(path: "extension")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Program.run("cp", [Program.folder.appending(path: "BankWidget").path, folder.path])
      try body(Stage(instance: instance, folder: folder))
    }
  }

  @Test func `A locked screen shows bars, and an unlocked one the balance`() throws {
    try withStage { stage throws in
      let seen = try stage.draw("--family", "systemMedium")
      try stage.instance.succeed(["lock", "--now"])
      let hidden = try stage.draw("--family", "systemMedium")
      #expect(hidden != seen)
      #expect(try stage.draw("--family", "systemMedium") == hidden)
      try stage.instance.succeed(["unlock"], input: "\(RunningInstance.passcode)\n")
      #expect(try stage.draw("--family", "systemMedium") == seen)
    }
  }

  @Test func `A picture as locked is written before anybody locks, and is the one that is seen then`() throws {
    try withStage { stage throws in
      let early = try stage.draw("--family", "systemMedium", "--as-locked")
      #expect(early != (try stage.draw("--family", "systemMedium")))
      try stage.instance.succeed(["lock", "--now"])
      #expect(try stage.draw("--family", "systemMedium") == early)
    }
  }

  @Test func `With the entitlement a locked screen shows the placeholder, and so does one of a value nobody knows`()
    throws
  {
    try withStage { stage throws in
      let seen = try stage.draw()
      try stage.instance.succeed(["lock", "--now"])
      let bars = try stage.draw()
      var placeholders: Set<Data> = []
      for value in ["NSFileProtectionComplete", "NSFileProtectionCompleteUnlessOpen", "NSFileProtectionPerhaps"] {
        try stage.protect(value)
        placeholders.insert(try stage.draw())
      }
      #expect(placeholders.count == 1)
      #expect(!placeholders.contains(seen) && !placeholders.contains(bars))
      try stage.instance.succeed(["unlock"], input: "\(RunningInstance.passcode)\n")
      #expect(try stage.draw() == seen)
    }
  }

  @Test func `After a restart every widget is its placeholder`() throws {
    try withStage { stage throws in
      let seen = try stage.draw()
      try stage.instance.succeed(["restart"])
      let placeholder = try stage.draw()
      #expect(placeholder != seen)
      try stage.protect("NSFileProtectionComplete")
      #expect(try stage.draw() == placeholder)
    }
  }

  @Test func `The owner decides what a lock screen shows`() throws {
    try withStage { stage throws in
      let seen = try stage.draw("--surface", "lockScreen")
      try stage.instance.succeed(["lock", "--now"])
      #expect(try stage.draw("--surface", "lockScreen") != seen)
      try stage.instance.unlock()
      try stage.instance.succeed(["widget", "settings", "lockScreen=show"], input: "\(RunningInstance.passcode)\n")
      try stage.instance.lock()
      #expect(try stage.draw("--surface", "lockScreen") == seen)
    }
  }

  @Test func `The balance is in no file that was written while locked`() throws {
    try withStage { stage throws in
      try stage.instance.succeed(["lock", "--now"])
      _ = try stage.draw("--family", "systemMedium")
      let root = stage.instance.home.deletingLastPathComponent()
      for case let file as URL in FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)! {
        guard file.lastPathComponent != "BankWidget", let bytes = try? Data(contentsOf: file) else { continue }
        #expect(bytes.range(of: Data("4,821.37".utf8)) == nil, "\(file.path)")
      }
    }
  }
}
