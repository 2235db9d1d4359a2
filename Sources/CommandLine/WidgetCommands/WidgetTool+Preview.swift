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
  func preview(_ options: PreviewOptions) throws(WidgetFailure) {
    try draw(options)
    guard options.follows else { return }
    var seen = stamp(options.source)
    while true {
      _ = try? Poll.readable([], within: .milliseconds(400))
      let now = stamp(options.source)
      guard now != seen else { continue }
      seen = now
      do throws(WidgetFailure) { try draw(options) } catch { console.note("bailey: " + error.sentence) }
    }
  }

  private func draw(_ options: PreviewOptions) throws(WidgetFailure) {
    let painter = try painter(options.source)
    var rows: [PreviewSheet.Row] = []
    for widget in try painter.widgets() {
      for family in widget.families {
        var drawings: [WidgetPainter.Drawing] = []
        for column in SampleStates.preview {
          drawings.append(try painter.sample(widget.kind, family, column, options.look))
        }
        rows.append(PreviewSheet.Row(title: "\(widget.displayName), \(family.name)", drawings: drawings))
      }
    }
    let sheet = PreviewSheet(columns: SampleStates.preview.map(\.title), rows: rows)
    try write(sheet.png(), to: options.output)
    console.note("bailey: \(options.output)")
  }

  /// What changes with each build: the program, its size and its time.
  private func stamp(_ source: WidgetSource) -> [Int64] {
    guard let found = try? widgetExtension(source), let file = try? FileDescriptor.open(found.program, O_RDONLY),
      let status = try? file.status()
    else { return [] }
    return [Int64(status.st_ino), Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec)]
  }
}
