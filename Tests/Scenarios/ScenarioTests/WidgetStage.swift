// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance

/// An extension in a folder of its own, drawn through the real daemons.
struct WidgetStage {
  let instance: RunningInstance
  let folder: URL
  let program: String

  static func run(_ program: String = "hostile-widget", _ body: (WidgetStage) throws -> Void) throws {
    try withInstance { instance throws in
      let folder = instance.home.deletingLastPathComponent().appending(path: "extension")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Program.run("cp", [Program.folder.appending(path: program).path, folder.path])
      try body(WidgetStage(instance: instance, folder: folder, program: program))
    }
  }

  var path: String { folder.appending(path: program).path }
  var picture: URL { folder.appending(path: "picture.png") }

  func set(mode: String) throws { try Data(mode.utf8).write(to: folder.appending(path: "mode")) }

  func protect(_ value: String?) throws {
    let file = folder.appending(path: "Entitlements.plist")
    try? FileManager.default.removeItem(at: file)
    guard let value else { return }
    let text =
      "<plist><dict><key>com.apple.developer.default-data-protection</key><string>\(value)</string></dict></plist>"
    try Data(text.utf8).write(to: file)
  }

  func render(_ words: String..., to file: URL? = nil) throws -> ProgramResult {
    try instance.bailey(
      ["widget", "render", "--executable", path, "--output", (file ?? picture).path] + words)
  }

  func draw(_ words: String...) throws -> Data {
    try instance.succeed(["widget", "render", "--executable", path, "--output", picture.path] + words)
    return try Data(contentsOf: picture)
  }

  /// The display list as text: what is seen, without pixels.
  func list(_ words: String...) throws -> String {
    try instance.succeed(["widget", "render", "--executable", path, "--format", "list"] + words).output
  }
}
