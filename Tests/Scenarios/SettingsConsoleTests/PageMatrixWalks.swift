// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// Every page as it is drawn for everybody: at four widths, light, dark and in forced colours, in three languages.
@Suite(
  .serialized, .enabled(if: LongTests.areWanted, "in full"),
  .enabled(if: Program.canConfine, "no app can be confined here"),
  .enabled(if: Program.isInstalled("chromedriver"), "Scripts/setup test installs Chromium"))
struct PageMatrixWalks {
  @Test func `Nothing on any page is cut off, too wide, or invisible in forced colours`() throws {
    try PrivacyWalks().withStage { stage throws in
      let instance = stage.instance
      try instance.succeed(["privacy", "record", "on"])
      try stage.camera.film()
      try fill(stage.console)
      let ask = stage.console.command("run Viewer -- -n 1 \(stage.cameraPath) > /dev/null &")
      let lines = try stage.console.browse("run:\(ask)", "allow_once", "every_page")
      #expect(lines == ["allowed once", "pages: 51", "errors: []"])
    }
  }

  @Test func `Widgets, passkeys, what is asked and what is locked fit and can be read too`() throws {
    try PrivacyWalks().withStage { stage throws in
      let (instance, console) = (stage.instance, stage.console)
      try fill(console)
      try instance.installSigned(SurfaceWalks().bank(of: instance))
      try PasskeyWalks().take(into: instance)
      let ask = console.command("run Viewer -- -n 1 \(stage.cameraPath) > /dev/null &")
      let lines = try console.browse(
        "every_widget", "every_passkey", "run:\(ask)", "consent_in_all", "question_refused",
        "run:\(console.command("lock --now"))", "every_locked", "run:\(console.command("down"))", "every_stopped",
        "count_seen")
      #expect(lines == ["refused", "state: Locked", "state: Not running", "views: 54", "errors: []"])
    }
  }

  /// Long and short, of people who write from the left, from the right and without spaces.
  private func fill(_ console: RunningConsole) throws {
    for name in ["github.com", String(repeating: "averylongnamewithoutanyspace", count: 4), "银行密码与网上银行", "דואר"] {
      try console.add(name, "tr0ub4dor")
    }
    let folder = console.instance.mount.appending(path: "A folder whose name is longer than a narrow window")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["note.txt", String(repeating: "x", count: 120), "税务文件二零二六年第一季度.pdf"] {
      try Data("text".utf8).write(to: folder.appending(path: name))
      try Data("text".utf8).write(to: console.instance.mount.appending(path: name))
    }
  }
}
