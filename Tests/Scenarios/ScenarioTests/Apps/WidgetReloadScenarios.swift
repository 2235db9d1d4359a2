// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import Testing

/// Apps and extensions that say that their widgets show something else.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct WidgetReloadScenarios {
  private static let app = "org.example.Counter"

  private func install(_ identifier: String, mode: String, on instance: RunningInstance) throws {
    let bundle = try TestBundle("reloading-app", identifier: identifier, of: instance)
    let folder = bundle.path + "/PlugIns/Widgets.appex"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Program.run("cp", [Program.folder.appending(path: "hostile-widget").path, folder + "/Widgets"])
    try Data(mode.utf8).write(to: URL(fileURLWithPath: folder + "/mode"))
    try bundle.write(
      "<key>CFBundleIdentifier</key><string>\(identifier).widgets</string><key>CFBundleExecutable</key>"
        + "<string>Widgets</string><key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>"
        + "<string>com.apple.widgetkit-extension</string></dict>", to: "PlugIns/Widgets.appex/Info.plist")
    try bundle.write("", to: "PlugIns/Widgets.appex/Entitlements.plist")
    try instance.installSigned(bundle)
  }

  /// What the widget counts: a line for each.
  private func set(_ count: Int, _ instance: RunningInstance, _ identifier: String = app) throws {
    let folders = try FileManager.default.contentsOfDirectory(
      at: instance.mount.appending(path: "Widgets"), includingPropertiesForKeys: nil)
    let folder = try #require(folders.first { $0.lastPathComponent.hasPrefix(identifier + ".widgets") })
    try Data(String(repeating: "press\n", count: count).utf8).write(to: folder.appending(path: "Data/performed"))
  }

  private func watch(_ picture: URL, _ instance: RunningInstance) throws -> Background {
    try Background(
      Program.locate("bailey-widgets").path,
      ["watch", "--app", Self.app, "--family", "systemSmall", "--output", picture.path],
      environment: instance.variables)
  }

  private func wait(_ file: URL, for text: String) throws {
    try eventually { (try? String(contentsOf: file, encoding: .utf8))?.contains(text) == true }
  }

  @Test func `A watcher follows what the app says of its own widgets, and no other app's word`() throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      try install(Self.app, mode: "controls", on: instance)
      try install("org.example.Other", mode: "good", on: instance)
      let picture = instance.home.appending(path: "watched.txt")
      let watcher = try watch(picture, instance)
      defer { watcher.kill() }
      try wait(picture, for: "Pressed 0 times")
      try set(1, instance)
      try instance.succeed(["run", Self.app, "hostile"])
      try wait(picture, for: "Pressed 1 times")
      // At once, and again: the distance between two timelines is not kept, the day's budget is.
      try set(2, instance)
      try instance.succeed(["run", Self.app, "all"])
      try wait(picture, for: "Pressed 2 times")
      #expect(try instance.succeed(["run", Self.app, "list"]).output == "hostile systemSmall\n")
      #expect(try instance.succeed(["run", "org.example.Other", "list"]).output == "\n")
      // Another app, and a kind that there is not, change nothing: what comes next is the first that is followed.
      try set(3, instance)
      try instance.succeed(["run", "org.example.Other", "hostile", "all"])
      try instance.succeed(["run", Self.app, "nothing"])
      usleep(700_000)
      #expect(try String(contentsOf: picture, encoding: .utf8).contains("Pressed 2 times"))
      try set(4, instance)
      try instance.succeed(["run", Self.app, "nothing", "hostile"])
      try wait(picture, for: "Pressed 4 times")
      // A program outside of a sandbox is nobody's app.
      #expect(try Program.run("reloading-app", ["list"], environment: instance.variables).output == "\n")
    }
  }

  @Test func `More words than an app may say in a moment come later, and none is lost`() throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      try install(Self.app, mode: "controls", on: instance)
      let picture = instance.home.appending(path: "watched.txt")
      let watcher = try watch(picture, instance)
      defer { watcher.kill() }
      try wait(picture, for: "Pressed 0 times")
      let words = (0..<60).map { "kind\($0)" }
      try set(1, instance)
      try instance.succeed(["run", Self.app] + words + ["hostile"])
      try wait(picture, for: "Pressed 1 times")
    }
  }

  @Test func `A tap in one picture is seen in another, and a reload by the person too`() throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      try install(Self.app, mode: "controls", on: instance)
      let picture = instance.home.appending(path: "watched.txt")
      let watcher = try watch(picture, instance)
      defer { watcher.kill() }
      try wait(picture, for: "Pressed 0 times")
      try instance.succeed(["widget", "tap", "--app", Self.app, "--family", "systemMedium", "--control", "1"])
      try wait(picture, for: "Pressed 1 times")
      try set(7, instance)
      try instance.succeed(["widget", "reload", "--app", Self.app])
      try wait(picture, for: "Pressed 7 times")
    }
  }

  @Test func `The picture of a lock screen follows a reload within the same minute`() throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      try install(Self.app, mode: "controls", on: instance)
      let picture = instance.home.appending(path: "lock.png")
      let watcher = try Background(
        Program.locate("bailey-widgets").path, ["lockscreen", "--watch", "--output", picture.path],
        environment: instance.variables)
      defer { watcher.kill() }
      // The clock changes the picture too: only what comes in the minute of the reload is its doing.
      var minute: Int { Int(Date.now.timeIntervalSince1970) / 60 }
      var isFollowed = false
      for count in 1...6 where !isFollowed {
        let begun = minute
        try eventually { (try? Data(contentsOf: picture)) != nil }
        // One that is drawn now has the time that it is.
        usleep(1_500_000)
        let before = try Data(contentsOf: picture)
        try set(count, instance)
        try instance.succeed(["widget", "reload", "--app", Self.app])
        try eventually { try Data(contentsOf: picture) != before || minute != begun }
        isFollowed = try Data(contentsOf: picture) != before && minute == begun
      }
      #expect(isFollowed)
    }
  }

  @Test func `An extension that wants to be asked again while it answers is not asked all the time`() throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      try install(Self.app, mode: "reloading", on: instance)
      let words = ["widget", "render", "--app", Self.app, "--family", "systemSmall", "--format", "list", "--when-due"]
      for _ in 0..<3 { #expect(try instance.succeed(words).output.contains("4,821.37")) }
    }
  }
}
