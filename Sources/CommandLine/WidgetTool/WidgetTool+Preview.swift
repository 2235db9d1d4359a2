// SPDX-License-Identifier: Apache-2.0
import Clocks
import Events
import Files
import Glibc
import ProtectionModel
import SystemCalls
import TerminalConsole
import WidgetCommands
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
      said.forget()
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
          let drawing = try painter.sample(widget.kind, family, column, options.look)
          noteRemarks(of: drawing, widget.kind)
          drawings.append(drawing)
        }
        rows.append(PreviewSheet.Row(title: "\(widget.displayName), \(family.name)", drawings: drawings))
      }
    }
    rows += try previews(painter, options)
    let sheet = PreviewSheet(columns: SampleStates.preview.map(\.title), rows: rows)
    try write(sheet.png(), to: options.output)
    console.note("bailey: \(options.output)")
  }

  private func noteRemarks(of drawing: WidgetPainter.Drawing, _ name: String) {
    for remark in drawing.remarks { note(remark, of: name) }
    if let failure = drawing.failure { note(String(failure.sentence.prefix { $0 != "\n" }), of: name) }
  }

  /// The previews that the extension declares by `#Preview`, entry beside entry.
  private func previews(
    _ painter: WidgetPainter, _ options: PreviewOptions
  ) throws(WidgetFailure) -> [PreviewSheet.Row] {
    var rows: [PreviewSheet.Row] = []
    for preview in painter.previews() {
      var wish = WidgetPainter.Wish(
        nil, preview.family, on: .home, in: .unlocked, now: WallClock.secondsSinceReferenceDate)
      wish.fetching = .sample
      options.look.apply(to: &wish)
      do throws(WidgetFailure) {
        let drawings = Array(try painter.drawings(of: preview, wish).prefix(SampleStates.preview.count))
        drawings.forEach { noteRemarks(of: $0, preview.name) }
        rows.append(PreviewSheet.Row(title: "#Preview \(preview.name), \(preview.family.name)", drawings: drawings))
      } catch {
        // One that cannot be drawn is no reason to hide the others.
        console.note("bailey: \(Printable.oneLine(preview.name)): \(error.sentence)")
      }
    }
    return rows
  }

  /// The stamp that changes with each build: the program, its size and its time.
  private func stamp(_ source: WidgetSource) -> [Int64] {
    guard let found = try? widgetExtension(source), let file = try? FileDescriptor.open(found.program, O_RDONLY),
      let status = try? file.status()
    else { return [] }
    return [Int64(status.st_ino), Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec)]
  }
}
