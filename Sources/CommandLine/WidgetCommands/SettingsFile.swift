// SPDX-License-Identifier: Apache-2.0
import Glibc
import JSONCoding
import LinuxSystem
import TerminalConsole
import WidgetModel
import WidgetService

/// What the owner lets surfaces show, in the instance's folder: a line for each setting.
enum SettingsFile {
  private static let name = "widgets"
  private static let longest = 64 << 10

  /// A file that cannot be read hides everything, as one that is not there does.
  static func read() throws(WidgetFailure) -> SurfaceSettings {
    var settings = SurfaceSettings()
    guard let home = try? WidgetInstance.home(),
      let file = try? FileDescriptor.open(home + "/" + name, O_RDONLY | O_NOFOLLOW),
      let bytes = try? file.readToEnd(atMost: longest)
    else { return settings }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      _ = settings.apply(String(line))
    }
    return settings
  }

  static func write(_ settings: SurfaceSettings) throws(WidgetFailure) {
    let path = try WidgetInstance.home() + "/" + name
    let text = settings.lines.map { $0 + "\n" }.joined()
    do throws(SystemError) { try Replacement.write(Array(text.utf8), to: path) } catch {
      throw .file(path: path, error)
    }
  }
}

// MARK: - settings

extension WidgetTool {
  func settings(_ changes: [String], json: Bool) throws(WidgetFailure) {
    var settings = try SettingsFile.read()
    for change in changes {
      guard settings.apply(change) else { throw .settings(change) }
    }
    if !changes.isEmpty { try SettingsFile.write(settings) }
    if json {
      console.print(
        .array(
          settings.lines.map { line in
            let words = line.split(separator: "=")
            return .members(["surface": .string(String(words[0])), "choice": .string(String(words[1]))])
          }))
    } else {
      for line in settings.lines { console.print(line) }
    }
  }
}
