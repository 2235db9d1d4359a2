// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import ProcessMemory
import RunningInstance
import Testing

/// What is kept of widgets on the mount, and what of that can be read while locked.
@Suite(.serialized, .enabled(if: Program.canMount && Program.isInstalled("bwrap"), "nothing can be mounted here"))
struct WidgetArchiveScenarios {
  private static let secret = "4,821.37"
  private static let own = "completeUntilFirstUserAuthentication"

  /// Archives by their class; a file of a folder for a surface has the folder's name in front.
  private func archives(_ stage: WidgetStage) throws -> [String: [URL]] {
    let all = FileManager.default.enumerator(
      at: stage.instance.mount.appending(path: "Widgets"), includingPropertiesForKeys: nil)
    let views = (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "views" }
    return try Dictionary(grouping: views) { file in
      let shown = try stage.instance.succeed(["files", "class", "get", file.path]).output
      let folder = file.deletingLastPathComponent().lastPathComponent
      let place = folder.hasPrefix("shown-") ? folder + " " : ""
      return place + (shown.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? "")
    }
  }

  private func shows(_ file: URL) throws -> Bool {
    try Data(contentsOf: file).range(of: Data(Self.secret.utf8)) != nil
  }

  /// Files below the mount, or of the instance, in which the secret can be read now, and programs that have it in their memory.
  private func tellers(_ stage: WidgetStage) throws -> [String] {
    var found: [String] = []
    for root in [stage.instance.mount, stage.instance.home] {
      let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
      found += (all?.compactMap { $0 as? URL } ?? []).filter { (try? shows($0)) == true }.map(\.path)
    }
    guard geteuid() == 0 else { return found }
    for program in ["bailey-fs", "baileyd", "bailey-enclave", "bailey"] {
      for process in stage.instance.processes(named: program) {
        found += try ProcessMemory.search(process, for: ["secret": Data(Self.secret.utf8)]).map { "\(program): \($0)" }
      }
    }
    return found
  }

  @Test func `While locked nothing that is kept of a widget tells what is private, and nothing has to be asked anew`()
    throws
  {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "good")
      let seen = try stage.list("--family", "systemSmall")
      #expect(seen.contains(Self.secret))
      let kept = try archives(stage)
      #expect(kept.mapValues(\.count) == ["complete": 1, Self.own: 1])
      let (full, hidden) = (try #require(kept["complete"]?.first), try #require(kept[Self.own]?.first))
      #expect(try shows(full) && !shows(hidden))
      try stage.instance.lock()
      #expect(throws: (any Error).self) { try Data(contentsOf: full) }
      #expect(try tellers(stage) == [])
      // The extension is not even started: it would end at once.
      try stage.set(mode: "crash")
      let locked = try stage.instance.succeed([
        "widget", "render", "--executable", stage.path, "--format", "list", "--family", "systemSmall", "--when-due",
      ])
      #expect(locked.output.contains("Account") && !locked.output.contains(Self.secret) && locked.errors.isEmpty)
      // One that is asked all the same leaves no more behind.
      try stage.set(mode: "good")
      #expect(try stage.list("--family", "systemSmall").contains("Account"))
      #expect(try tellers(stage) == [])
      try stage.instance.unlock()
      try stage.set(mode: "crash")
      #expect(try stage.list("--family", "systemSmall", "--when-due").contains(Self.secret))
    }
  }

  @Test func `What an extension protects is of its class, redacted or not`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "good")
      try stage.protect("NSFileProtectionCompleteUnlessOpen")
      _ = try stage.draw()
      #expect(try archives(stage).mapValues(\.count) == ["complete": 1, "completeUnlessOpen": 1])
      try stage.protect("NSFileProtectionComplete")
      _ = try stage.draw()
      #expect(try archives(stage).mapValues(\.count) == ["complete": 2])
      try stage.instance.lock()
      #expect(try !stage.list().contains("Account"))
      #expect(try tellers(stage) == [])
      try stage.instance.unlock()
      #expect(try archives(stage).mapValues(\.count) == ["complete": 2])
    }
  }

  @Test func `A surface that its owner lets show everything keeps its views while locked, and none from when it hides`()
    throws
  {
    try WidgetStage.run { stage throws in
      func settings(_ changes: String...) throws {
        try stage.instance.succeed(["widget", "settings"] + changes, input: "\(RunningInstance.passcode)\n")
      }
      try stage.set(mode: "good")
      try settings("lockScreen=show", "watchFace:hostile=show")
      for surface in ["lockScreen", "watchFace", "column"] { _ = try stage.draw("--surface", surface) }
      try stage.instance.lock()
      try stage.set(mode: "crash")
      func list(_ surface: String) throws -> String { try stage.list("--surface", surface, "--when-due") }
      for surface in ["lockScreen", "home", "watchFace"] { #expect(try list(surface).contains(Self.secret)) }
      #expect(try list("column").contains("Account") && !list("column").contains(Self.secret))
      let kept = try archives(stage)
      #expect(kept["shown-lockScreen " + Self.own]?.count == 1)
      #expect(kept.keys.filter { $0.hasPrefix("shown-watchFace-") && $0.hasSuffix(Self.own) }.count == 1)

      try settings("lockScreen=hide")
      #expect(try archives(stage).keys.filter { $0.hasPrefix("shown-") }.count == 1)
      try settings("watchFace:hostile=hide")
      #expect(try archives(stage).keys.filter { $0.hasPrefix("shown-") } == [])
      for file in try archives(stage)[Self.own] ?? [] { #expect(try !shows(file)) }
      for surface in ["lockScreen", "home", "watchFace"] { #expect(try !list(surface).contains(Self.secret)) }
      #expect(try stage.instance.bailey(["widget", "settings", "column=hide"]).exitCode == 0)
    }
  }

  @Test func `Whoever is drawing while a surface is hidden leaves nothing there`() throws {
    try WidgetStage.run { stage throws in
      try stage.set(mode: "good")
      try stage.instance.succeed(["widget", "settings", "lockScreen=show"], input: "\(RunningInstance.passcode)\n")
      _ = try stage.draw("--surface", "lockScreen")
      #expect(try archives(stage).keys.contains { $0.hasPrefix("shown-") })
      try stage.set(mode: "slow")
      let painter = try Background(
        Program.locate("bailey-widgets").path,
        ["render", "--executable", stage.path, "--surface", "lockScreen", "--output", stage.picture.path],
        environment: stage.instance.variables)
      // The extension has been asked, and answers in a moment.
      usleep(700_000)
      try stage.instance.succeed(["widget", "settings", "lockScreen=hide"])
      #expect(try archives(stage).keys.filter { $0.hasPrefix("shown-") } == [])
      try painter.wait()
      #expect(try archives(stage).keys.filter { $0.hasPrefix("shown-") } == [])
    }
  }
}
