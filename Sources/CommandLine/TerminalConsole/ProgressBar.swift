// SPDX-License-Identifier: Apache-2.0

/// Shows how far a long job is: one line that is redrawn on a terminal, and nothing elsewhere.
package final class ProgressBar {
  private static let width = 30
  /// The shortest time between two drawings: more of them would only slow the work down.
  private static let pause = Duration.milliseconds(50)

  private let console: Console
  private let unit: Unit
  private let clock = ContinuousClock()
  private var lastDrawn: ContinuousClock.Instant?

  package enum Unit: Sendable { case files, items, bytes }

  package init(_ console: Console, counting unit: Unit) {
    self.console = console
    self.unit = unit
  }

  package func show(_ done: Int, of total: Int) {
    guard console.errorsAreTerminal else { return }
    if let lastDrawn, done < total, clock.now < lastDrawn.advanced(by: Self.pause) { return }
    lastDrawn = clock.now
    console.writeInPlace("\r\u{1B}[K" + Self.line(done, of: total, counting: unit))
  }

  /// Makes room for other output.
  package func clear() {
    guard lastDrawn != nil else { return }
    lastDrawn = nil
    console.writeInPlace("\r\u{1B}[K")
  }

  package static func line(_ done: Int, of total: Int, counting unit: Unit) -> String {
    let share = total > 0 ? min(1, max(0, Double(done) / Double(total))) : 1
    let filled = Int(share * Double(width))
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    let amount =
      switch unit {
      case .files: "\(done) of \(total) files"
      case .items: "\(done) of \(total) items"
      case .bytes: "\(done >> 20) of \(total >> 20) MiB"
      }
    return "[\(bar)] \(Int(share * 100))% \(amount)"
  }
}
