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
    /// The change of the environment that belongs to this place.
    package let change: @Sendable (inout WidgetEnvironment) -> Void

    package init(
      _ title: String, _ state: LockState, _ surface: Surface,
      change: @escaping @Sendable (inout WidgetEnvironment) -> Void = { _ in }
    ) {
      (self.title, self.state, self.surface, self.change) = (title, state, surface, change)
    }
  }

  package struct Row {
    let title: String
    let drawings: [WidgetPainter.Drawing]

    package init(title: String, drawings: [WidgetPainter.Drawing]) { (self.title, self.drawings) = (title, drawings) }

    fileprivate var height: Double { drawings.map { PreviewSheet.cell($0).height }.max() ?? 0 }
  }

  private let columns: [String]
  private let rows: [Row]
  private let shaper = TextShaper()

  private static let scale = 2.0
  private static let margin = 28.0
  private static let heading = 34.0
  private static let gap = 18.0

  package init(columns: [String], rows: [Row]) { (self.columns, self.rows) = (columns, rows) }

  package func png() -> [UInt8] {
    let widths = columns.indices.map { column in
      rows.map { $0.drawings.indices.contains(column) ? Self.cell($0.drawings[column]).width : 0 }.max() ?? 0
    }
    let width = 2 * Self.margin + widths.reduce(0, +) + Self.gap * Double(max(columns.count - 1, 0))
    let height =
      2 * Self.margin + Self.heading
      + rows.reduce(0) { $0 + Self.heading + $1.height + Self.gap }
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
        draw(drawing, on: canvas, x, y)
        x += column + Self.gap
      }
      y += row.height + Self.gap + 8
    }
    return canvas.png()
  }

  /// Around a lock screen's widget, which has no margins of its own.
  private static let padding = 14.0

  fileprivate static func cell(_ drawing: WidgetPainter.Drawing) -> Size {
    let (size, room) = (drawing.environment.size, drawing.environment.family.isAccessory ? 2 * padding : 0)
    return Size(size.width + room, size.height + room)
  }

  private func draw(_ drawing: WidgetPainter.Drawing, on canvas: Canvas, _ x: Double, _ y: Double) {
    canvas.save()
    canvas.translate(x, y)
    if drawing.environment.family.isAccessory {
      // What lies on a lock screen is white: something dark is behind it.
      let ground = Outline.rounded(radius: 18).canvasSteps(in: Rectangle(.zero, Self.cell(drawing)))
      canvas.fill(ground, .color(CanvasColor(0.15, 0.2, 0.31, 1)))
      canvas.translate(Self.padding, Self.padding)
    }
    PictureRenderer.draw(drawing.list, on: canvas, drawing.faces, in: drawing.environment)
    canvas.restore()
  }

  private func write(_ text: String, weight: Int32, on canvas: Canvas, _ x: Double, _ y: Double) {
    var style = TextStyle(families: "Inter,DejaVu Sans", size: 14, weight: weight)
    (style.red, style.green, style.blue) = (0.25, 0.27, 0.32)
    canvas.draw(TextBlock([TextBlock.Run(text, style)]), shaper, x: x, y: y)
  }
}
