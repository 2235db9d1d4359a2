// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// Pictures of widgets and the tools for who makes apps, in a browser.
@Suite(
  .serialized, .enabled(if: Program.canConfine, "no extension can be confined here"),
  .enabled(if: Program.isInstalled("chromedriver"), "Scripts/setup test installs Chromium"))
struct SurfaceWalks {
  private static let point = """
    <key>CFBundleIdentifier</key><string>org.example.Bank.Widget</string>
    <key>CFBundleExecutable</key><string>BankWidget</string>
    <key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
    <string>com.apple.widgetkit-extension</string></dict>
    """

  /// An app with a widget extension where Apple's bundles have it.
  func bank(of instance: RunningInstance, widget: String = "BankWidget") throws -> TestBundle {
    let bundle = try TestBundle("true", named: "Bank", identifier: "org.example.Bank", of: instance)
    let folder = "PlugIns/BankWidget.appex"
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: "\(bundle.path)/\(folder)"), withIntermediateDirectories: true)
    try Program.run("cp", [Program.folder.appending(path: widget).path, "\(bundle.path)/\(folder)/BankWidget"])
    try bundle.write(Self.point, to: "\(folder)/Info.plist")
    return bundle
  }

  @Test func `Pictures leave the page before it says that it is locked, and a switch changes them at once`() throws {
    try withConsole { console throws in
      try console.instance.makeDeveloper()
      try console.instance.installSigned(bank(of: console.instance))
      let lines = try console.browse(
        "lockscreen", "run:\(console.command("lock --now"))", "lockscreen_locked",
        "run:echo '\(RunningInstance.passcode)' | \(console.command("unlock"))", "lockscreen_chosen",
        "run:\(console.command("lock --now"))", "lockscreen_shown")
      #expect(
        lines == ["all drawn: True", "beside each other: True"] + RunningConsole.looked("lockscreen")
          + RunningConsole.translated + [
            "state: Locked", "pictures at the lock: 0", "as it was shown before: True · unlocked: []",
          ] + RunningConsole.looked("lockscreen-locked") + [
            "can be shown: False", "state: Unlocked", "wrong passcode: False", "state: Locked", "shown: True",
            "hidden again", "errors: []",
          ])
    }
  }

  @Test func `What a widget shows is chosen in the page, while unlocked only`() throws {
    try withConsole { console throws in
      try console.instance.makeDeveloper()
      try console.instance.installSigned(bank(of: console.instance, widget: "sample-widget"))
      let lines = try console.browse("parameters", "run:\(console.command("lock --now"))", "parameters_locked")
      let chosen = "kept: ['Hiddensee', '2026-12-24T18:30', '']"
      #expect(
        lines == ["fields: ['Place', 'Day']"] + RunningConsole.looked("lockscreen-parameters")
          + RunningConsole.looked("lockscreen-chosen")
          + [chosen, "state: Locked", "nothing can be chosen", "errors: []"])
    }
  }

  @Test func `A query is explained and a bundle is looked through, in the page`() throws {
    try withConsole { console throws in
      let bundle = try TestBundle(
        "true", named: "Careless", identifier: "org.example.Careless",
        entitlements: "<key>com.apple.security.device.camera</key><true/>", of: console.instance)
      let lines = try console.browse(["developers", "inspect"], environment: ["BUNDLE": bundle.path])
      #expect(
        lines == ["explained: True", "typed text stays: True"] + RunningConsole.looked("developers")
          + RunningConsole.translated + [
            "lints: shown", "not signed: True",
          ] + RunningConsole.looked("developers-bundle") + ["errors: []"])
    }
  }
}
