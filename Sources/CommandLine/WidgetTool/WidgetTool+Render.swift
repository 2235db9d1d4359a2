// SPDX-License-Identifier: Apache-2.0
import Clocks
import Events
import Glibc
import ProtectionModel
import SystemCalls
import TerminalConsole
import WidgetCommands
import WidgetModel
import WidgetService

// MARK: - render

extension WidgetTool {
  /// How often the lock state may change while a widget is drawn.
  private static let attempts = 8
  /// `baileyd` hears of a change a moment after the enclave.
  private static let pause = Duration.milliseconds(15)

  func render(_ options: RenderOptions) throws(WidgetFailure) {
    let painter = try painter(options.source)
    let states = try LockStateReader()
    let format = options.format ?? options.output.map { PictureFormat(of: $0) } ?? (isatty(1) == 1 ? .terminal : .png)
    for attempt in 0..<Self.attempts {
      if attempt > 0 { _ = try? Poll.readable([], within: Self.pause * attempt) }
      let current = states.state
      let state = shown(options, current)
      let drawing = try painter.drawing(wish(options, in: state))
      let bytes = drawing.file(as: format, scale: options.scale)
      guard let path = options.output else {
        // What was allowed when the drawing began may be forbidden by now: it is thrown away then.
        let now = shown(options, states.state)
        guard painter.decision(now, on: options.surface, kind: drawing.description.kind) == drawing.decision
        else { continue }
        report(drawing, options)
        console.print(bytes: bytes.span)
        return
      }
      let cover = try options.untilLock ? cover(painter, options, over: drawing, as: format) : nil
      // One as locked shows less than the state allows, and is published in it all the same.
      guard try PicturePublisher().publish(bytes, at: path, cover: cover, for: current) == .published else { continue }
      report(drawing, options)
      return
    }
    throw .unstable
  }

  /// The lock state to draw for. A widget that is asked for as locked is never drawn as anything that shows more.
  private func shown(_ options: RenderOptions, _ state: LockState) -> LockState {
    options.asLocked && (state == .unlocked || state == .grace) ? .locked : state
  }

  func wish(_ options: RenderOptions, in state: LockState) -> WidgetPainter.Wish {
    var wish = WidgetPainter.Wish(
      options.kind, options.family, on: options.surface, in: state, now: WallClock.secondsSinceReferenceDate)
    wish.fetching = options.isPatient ? .whenDue : .always
    options.look.apply(to: &wish)
    return wish
  }

  /// The picture as it is seen while locked; nil where that is the same.
  private func cover(
    _ painter: WidgetPainter, _ options: RenderOptions, over drawing: WidgetPainter.Drawing, as format: PictureFormat
  ) throws(WidgetFailure) -> [UInt8]? {
    let locked = painter.decision(.locked, on: options.surface, kind: drawing.description.kind)
    let grace = painter.decision(.grace, on: options.surface, kind: drawing.description.kind)
    guard locked != drawing.decision || grace != drawing.decision else { return nil }
    var wish = wish(options, in: .locked)
    (wish.kind, wish.family) = (drawing.description.kind, drawing.environment.family)
    return try painter.drawing(wish).file(as: format, scale: options.scale)
  }

  private func report(_ drawing: WidgetPainter.Drawing, _ options: RenderOptions) {
    let kind = Printable.oneLine(drawing.description.kind)
    for remark in drawing.remarks { console.note("bailey: \(kind): \(Printable.oneLine(remark))") }
    if options.surface == .alwaysOn, case .content(let reasons) = drawing.decision, reasons.areHiding {
      console.note(
        "bailey: \(kind): a display that is always on hides what is private, while unlocked too.\n"
          + "Try: bailey widget settings lockScreen=show alwaysOn=show")
    }
    if let failure = drawing.failure { console.note("bailey: \(kind): \(failure.sentence)") }
    // For whoever draws the next one.
    if options.isPatient, let changes = drawing.changes, changes < 1e11 { console.print(String(changes)) }
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
