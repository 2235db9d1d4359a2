// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// Widgets of apps that are installed.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct InstalledWidgetScenarios {
  private static let app = "org.example.Ledger"

  private func bundle(_ instance: RunningInstance, _ protection: String, identifier: String) throws -> TestBundle {
    let bundle = try TestBundle("Ledger", identifier: Self.app, of: instance)
    let folder = bundle.path + "/PlugIns/Widgets.appex"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Program.run("cp", [Program.folder.appending(path: "hostile-widget").path, folder + "/Widgets"])
    try Data("good".utf8).write(to: URL(fileURLWithPath: folder + "/mode"))
    try bundle.write(
      "<key>CFBundleIdentifier</key><string>\(identifier)</string><key>CFBundleExecutable</key><string>Widgets</string>"
        + "<key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>"
        + "<string>com.apple.widgetkit-extension</string></dict>", to: "PlugIns/Widgets.appex/Info.plist")
    try bundle.write(
      "<key>com.apple.developer.default-data-protection</key><string>\(protection)</string>",
      to: "PlugIns/Widgets.appex/Entitlements.plist")
    return bundle
  }

  @Test func `The widgets of an installed app are listed and drawn, with the protection that its extension asks for`()
    throws
  {
    try withInstance { instance in
      try instance.makeDeveloper()
      try instance.installSigned(
        bundle(instance, "NSFileProtectionComplete", identifier: Self.app + ".widgets"))
      let list = try instance.succeed(["widget", "list", "--json"]).output
      #expect(list.contains("\"extension\"") && list.contains("\(Self.app).widgets") && list.contains("\"complete\""))
      let words = ["widget", "render", "--app", Self.app, "--family", "systemSmall", "--format", "list"]
      #expect(try instance.succeed(words).output.contains("4,821.37"))
      try instance.lock()
      let hidden = try instance.succeed(words).output
      #expect(!hidden.contains("4,821.37") && !hidden.contains("Account"))
      let lockScreen = instance.home.appending(path: "lock.png").path
      try instance.succeed(["lockscreen", "--output", lockScreen])
      #expect(try instance.bailey(["widget", "render", "--app", "org.example.Nobody"]).exitCode == 1)
    }
  }

  @Test func `An extension of a publisher who was revoked is neither listed nor started`() throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      try instance.installSigned(bundle(instance, "NSFileProtectionNone", identifier: Self.app + ".widgets"))
      let words = ["widget", "render", "--app", Self.app, "--family", "systemSmall", "--format", "list"]
      #expect(try instance.succeed(words).output.contains("4,821.37"))
      try instance.succeed(["app", "revoke", "Ada"], input: "\(RunningInstance.passcode)\n")
      #expect(try instance.succeed(["widget", "list", "--json"]).output == "[]\n")
      // Nor is what it gave before.
      for words in [words, words + ["--when-due"], ["widget", "gallery", "--html", "--app", Self.app]] {
        let shown = try instance.bailey(words)
        #expect(shown.exitCode == 1 && !shown.output.contains("4,821.37"), "\(shown)")
      }
      // The owner sees that it is installed, and may remove it.
      #expect(try instance.succeed(["app", "list"]).output.contains(Self.app))
    }
  }

  @Test func `An extension that carries another app's name is none`() throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      try instance.installSigned(bundle(instance, "NSFileProtectionNone", identifier: "org.example.Other.widgets"))
      #expect(try instance.succeed(["widget", "list", "--json"]).output == "[]\n")
    }
  }
}
