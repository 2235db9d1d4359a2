// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// What is seen of a widget: lock state, entitlement and surface, with the real enclave and mount.
@Suite(.serialized, .enabled(if: Program.canMount && Program.isInstalled("bwrap"), "nothing can be mounted here"))
struct WidgetTableScenarios {
  private enum Seen: String { case content, private_ = "hidden", placeholder, absent }

  private static let entitlements: [String?] = [
    nil, "NSFileProtectionNone", "NSFileProtectionCompleteUntilFirstUserAuthentication",
    "NSFileProtectionCompleteUnlessOpen", "NSFileProtectionComplete",
  ]
  private static let surfaces = ["home", "lockScreen", "alwaysOn", "watchFace", "column", "otherDevice"]

  private func seen(_ stage: WidgetStage, _ surface: String) throws -> Seen {
    let result = try stage.instance.bailey([
      "widget", "render", "--executable", stage.path, "--format", "list", "--family", "systemSmall", "--surface",
      surface,
    ])
    if result.exitCode != 0 {
      #expect(result.errors.contains("not offered on another device"))
      return .absent
    }
    if result.output.contains("4,821.37") { return .content }
    return result.output.contains("Account") ? .private_ : .placeholder
  }

  /// A row for each entitlement, in the order above; a letter for each surface: c content, p private content hidden,
  /// - placeholder, x not offered.
  private func expect(_ stage: WidgetStage, _ state: String, _ rows: [String]) throws {
    let letters: [Seen: Character] = [.content: "c", .private_: "p", .placeholder: "-", .absent: "x"]
    for (entitlement, row) in zip(Self.entitlements, rows) {
      try stage.protect(entitlement)
      let found = String(try Self.surfaces.compactMap { letters[try seen(stage, $0)] })
      #expect(found == row, "\(state), \(entitlement ?? "no entitlement")")
    }
  }

  @Test func `Each state, entitlement and surface shows what Apple's table says, and the owner's settings come first`()
    throws
  {
    try WidgetStage.run { stage throws in
      try setGrace(stage.instance)
      try stage.set(mode: "good")
      try expect(stage, "before the first unlock", ["------", "------", "------", "-----x", "-----x"])
      try stage.instance.unlock()
      try expect(stage, "unlocked", ["ccpccc", "ccpccc", "ccpccc", "ccpccx", "ccpccx"])
      try stage.instance.succeed(["lock"])
      try expect(stage, "grace", ["pppppp", "pppppp", "pppppp", "pppppx", "-----x"])
      try stage.instance.lock()
      try expect(stage, "locked", ["pppppp", "pppppp", "pppppp", "-----x", "-----x"])
      // What the owner allows shows there, and nowhere else; what needs a key does not.
      try show(stage.instance, "lockScreen=show", "watchFace:hostile=show")
      try expect(stage, "lock screen allowed", ["ccpcpc", "ccpcpc", "ccpcpc", "-----x", "-----x"])
      try show(stage.instance, "watchFace=show", "watchFace:hostile=hide", "column=show")
      try stage.protect(nil)
      #expect(try seen(stage, "watchFace") == .private_)
      #expect(try seen(stage, "column") == .content)
      // The lock screen's switch holds for an always-on display as well.
      try show(stage.instance, "lockScreen=hide", "alwaysOn=show")
      #expect(try seen(stage, "alwaysOn") == .private_)
    }
  }

  /// So long that nothing here is slower; as after a start of the machine then.
  private func setGrace(_ instance: RunningInstance) throws {
    try instance.succeed(["settings", "grace-seconds=900"], input: RunningInstance.passcode + "\n")
    try instance.restart()
  }

  private func show(_ instance: RunningInstance, _ changes: String...) throws {
    try instance.unlock()
    try instance.succeed(["widget", "settings"] + changes, input: RunningInstance.passcode + "\n")
    try instance.lock()
  }
}
