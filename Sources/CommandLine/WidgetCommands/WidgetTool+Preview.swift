// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import ProtectionModel
import TerminalConsole
import WidgetCommandLine
import WidgetModel
import WidgetService

// MARK: - preview

extension WidgetTool {
  private static let columns: [PreviewSheet.Column] = [
    .init("unlocked", .unlocked, .lockScreen), .init("dark", .unlocked, .lockScreen, isDark: true),
    .init("locked", .locked, .lockScreen), .init("always on", .locked, .alwaysOn, isDark: true),
    .init("placeholder", .beforeFirstUnlock, .lockScreen),
  ]

  func preview(_ source: WidgetSource, to path: String, follows: Bool) throws(WidgetFailure) {
    try draw(source, path)
    guard follows else { return }
    var seen = stamp(source)
    while true {
      _ = try? Poll.readable([], within: .milliseconds(400))
      let now = stamp(source)
      guard now != seen else { continue }
      seen = now
      do throws(WidgetFailure) { try draw(source, path) } catch { console.note("bailey: " + error.sentence) }
    }
  }

  /// Samples: states that are asked for, not the device's own. The protection counts as on a device.
  private func draw(_ source: WidgetSource, _ path: String) throws(WidgetFailure) {
    let painter = try painter(source)
    var rows: [PreviewSheet.Row] = []
    for widget in try painter.widgets() {
      for family in widget.families {
        var drawings: [WidgetPainter.Drawing] = []
        for column in Self.columns {
          var wish = WidgetPainter.Wish(
            widget.kind, family, on: column.surface, in: column.state, now: WallClock.secondsSinceReferenceDate)
          wish.fetching = .sample
          if column.isDark { wish.change = { $0.appearance = .dark } }
          drawings.append(try painter.drawing(wish))
        }
        rows.append(PreviewSheet.Row(title: "\(widget.displayName), \(family.name)", drawings: drawings))
      }
    }
    try write(PreviewSheet(columns: Self.columns.map(\.title), rows: rows).png(), to: path)
    console.note("bailey: \(path)")
  }

  /// What changes with each build: the program, its size and its time.
  private func stamp(_ source: WidgetSource) -> [Int64] {
    guard let found = try? widgetExtension(source), let file = try? FileDescriptor.open(found.program, O_RDONLY),
      let status = try? file.status()
    else { return [] }
    return [Int64(status.st_ino), Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec)]
  }
}
