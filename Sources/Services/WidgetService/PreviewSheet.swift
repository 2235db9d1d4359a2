// SPDX-License-Identifier: Apache-2.0
import Drawing
package import ProtectionModel
import WidgetDrawing
package import WidgetModel

/// Widgets in rows and columns, with their names, as one picture.
package struct PreviewSheet {
  package struct Column: Sendable {
    package let title: String
    package let state: LockState
    package let surface: Surface
    package let isDark: Bool

    /// The states that a widget is looked at in.
    package static let all = [
      Column("unlocked", .unlocked, .lockScreen), Column("dark", .unlocked, .lockScreen, isDark: true),
      Column("locked", .locked, .lockScreen), Column("always on", .locked, .alwaysOn, isDark: true),
      Column("placeholder", .beforeFirstUnlock, .lockScreen),
    ]

    private init(_ title: String, _ state: LockState, _ surface: Surface, isDark: Bool = false) {
      (self.title, self.state, self.surface, self.isDark) = (title, state, surface, isDark)
    }
  }

  package struct Row {
    let title: String
    let drawings: [WidgetPainter.Drawing]

    package init(title: String, drawings: [WidgetPainter.Drawing]) { (self.title, self.drawings) = (title, drawings) }

    /// Of its widgets with what is around them.
    var size: Size {
      guard let first = drawings.first else { return .zero }
      let edges = first.isOnGround ? 2 * PreviewSheet.edge : 0
      return Size(first.environment.size.width + edges, first.environment.size.height + edges)
    }
  }

  private let columns: [String]
  private let rows: [Row]
  private let shaper = TextShaper()

  private static let scale = 2.0
  private static let margin = 28.0
  private static let heading = 34.0
  private static let gap = 18.0
  fileprivate static let edge = 10.0

  package init(columns: [String], rows: [Row]) { (self.columns, self.rows) = (columns, rows) }

  package func png() -> [UInt8] {
    // All states of a widget are of one size.
    let widths = columns.map { _ in rows.map(\.size.width).max() ?? 0 }
    let width = 2 * Self.margin + widths.reduce(0, +) + Self.gap * Double(max(columns.count - 1, 0))
    let height =
      2 * Self.margin + Self.heading
      + rows.reduce(0) { $0 + Self.heading + $1.size.height + Self.gap }
    let canvas = Canvas(
      width: Int(width * Self.scale), height: Int(height * Self.scale), scale: Self.scale)
    let whole = [CanvasStep.move(0, 0), .line(width, 0), .line(width, height), .line(0, height), .close]
    canvas.fill(whole, .color(CanvasColor(0.91, 0.92, 0.945, 1)))
    var y = Self.margin
    var x = Self.margin
    for (title, column) in zip(columns, widths) {
      write(title, weight: 600, on: canvas, x, y)
      x += column + Self.gap
    }
    y += Self.heading
    for row in rows {
      write(row.title, weight: 400, on: canvas, Self.margin, y)
      y += Self.heading - 8
      var x = Self.margin
      for (drawing, column) in zip(row.drawings, widths) {
        canvas.save()
        let edge = drawing.isOnGround ? Self.edge : 0
        canvas.translate(x + edge, y + edge)
        if drawing.isOnGround { ground(drawing.environment.size, on: canvas) }
        PictureRenderer.draw(drawing.list, on: canvas, drawing.faces, in: drawing.environment)
        canvas.restore()
        x += column + Self.gap
      }
      y += row.size.height + Self.gap + 8
    }
    return canvas.png()
  }

  /// What lies on a lock screen is white, and goes to the edge: something dark is behind and around it.
  private func ground(_ size: Size, on canvas: Canvas) {
    let frame = Rectangle(-Self.edge, -Self.edge, size.width + 2 * Self.edge, size.height + 2 * Self.edge)
    canvas.fill(Outline.rounded(radius: 12).canvasSteps(in: frame), .color(CanvasColor(0.15, 0.2, 0.31, 1)))
  }

  private func write(_ text: String, weight: Int32, on canvas: Canvas, _ x: Double, _ y: Double) {
    var style = TextStyle(families: "Inter,DejaVu Sans", size: 14, weight: weight)
    (style.red, style.green, style.blue) = (0.25, 0.27, 0.32)
    canvas.draw(TextBlock([TextBlock.Run(text, style)]), shaper, x: x, y: y)
  }
}

extension WidgetPainter.Drawing {
  /// Whether it lies on what is behind it, such as the picture of a lock screen.
  package var isOnGround: Bool { environment.family.isAccessory || environment.rendering != .fullColor }
}
