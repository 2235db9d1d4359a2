// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import ProtectionModel
import TerminalConsole
import WidgetCommandLine
import WidgetModel
import WidgetService

// MARK: - render

extension WidgetTool {
  /// How often the lock state may change while a widget is drawn.
  private static let attempts = 8

  func render(_ options: RenderOptions) throws(WidgetFailure) {
    let painter = try painter(options.source)
    let states = try LockStateReader()
    for _ in 0..<Self.attempts {
      let state = states.state
      let drawing = try painter.drawing(
        of: options.kind, options.family, on: options.surface, in: state, now: WallClock.secondsSinceReferenceDate
      ) { environment in
        if options.isDark { environment.appearance = .dark }
      }
      let bytes = drawing.file(for: options.output, scale: options.scale)
      // What was allowed when the drawing began may be forbidden by now: it is thrown away then.
      let decision = painter.decision(states.state, on: options.surface, kind: drawing.description.kind)
      guard decision == drawing.decision else { continue }
      for remark in drawing.remarks { console.note("bailey: \(drawing.description.kind): \(remark)") }
      try write(bytes, to: options.output)
      // A lock that came before the file had its name is seen here: the file is replaced before this command ends.
      guard painter.decision(states.state, on: options.surface, kind: drawing.description.kind) == decision else {
        continue
      }
      return
    }
    // What an attempt has written may show too much.
    if let path = options.output { try write([], to: path) }
    throw .unstable
  }

  func write(_ bytes: [UInt8], to path: String?) throws(WidgetFailure) {
    guard let path else {
      console.print(bytes: bytes.span)
      return
    }
    do throws(SystemError) {
      try Replacement.write(bytes, to: path)
    } catch {
      throw .file(path: path, error)
    }
  }
}
