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

  /// An app that keeps items, with an extension that reads one. `entitlements` are the extension's own; nil: there are none.
  private func installKeeper(
    _ identifier: String, groups: String, entitlements: String?, _ instance: RunningInstance
  ) throws {
    let claims = "<key>keychain-access-groups</key><array><string>$(AppIdentifierPrefix)\(groups)</string></array>"
    let bundle = try TestBundle("sample-app", identifier: identifier, entitlements: claims, of: instance)
    let folder = bundle.path + "/PlugIns/Widgets.appex"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let program = try Program.locate("sample-widget").path
    try Program.run("cp", [program, folder + "/Widgets"])
    let used = try Program.run("ldd", [program]).output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("/") && $0.contains("/swift/") }.map(String.init)
    }
    if !used.isEmpty { try Program.run("cp", used + [bundle.path + "/Frameworks"]) }
    try bundle.write(
      "<key>CFBundleIdentifier</key><string>\(identifier).widgets</string><key>CFBundleExecutable</key>"
        + "<string>Widgets</string><key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>"
        + "<string>com.apple.widgetkit-extension</string></dict>", to: "PlugIns/Widgets.appex/Info.plist")
    if let entitlements { try bundle.write(entitlements, to: "PlugIns/Widgets.appex/Entitlements.plist") }
    try instance.installSigned(bundle)
  }

  private func drawn(_ identifier: String, _ instance: RunningInstance) throws -> String {
    let list = try instance.succeed([
      "widget", "render", "--app", identifier, "--kind", "sample.counter", "--family", "systemMedium", "--format",
      "list",
    ]).output
    let words = list.split(whereSeparator: { $0.isNewline || $0 == "\"" || $0 == ";" })
    return words.first { $0.contains("keychain ") }.map { $0.trimmingCharacters(in: .whitespaces) } ?? list
  }

  @Test func `An extension has its app's items while their keys are there, and no other app's`() throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      let other = "org.example.Other"
      try installKeeper(Self.app, groups: "shared", entitlements: nil, instance)
      try installKeeper(other, groups: "other", entitlements: nil, instance)
      #expect(try instance.succeed(["run", other, "--", "add", "shared", "theirs", "ak", "none"]).output == "done\n")
      #expect(try drawn(Self.app, instance) == "keychain -25300")
      #expect(try instance.succeed(["run", Self.app, "--", "add", "shared", "ours", "ak", "none"]).output == "done\n")
      #expect(try drawn(Self.app, instance) == "keychain ours")
      #expect(try drawn(other, instance) == "keychain theirs")
      try instance.lock()
      #expect(try drawn(Self.app, instance) == "keychain -25308")
      try instance.unlock()
      #expect(try drawn(Self.app, instance) == "keychain ours")
    }
  }

  @Test func `Entitlements of an extension's own count in the place of its app's, in its keychain too`() throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      try installKeeper(Self.app, groups: "shared", entitlements: "", instance)
      try instance.succeed(["run", Self.app, "--", "add", "shared", "ours", "ak", "none"])
      #expect(try drawn(Self.app, instance) == "keychain -34018")
    }
  }
}
