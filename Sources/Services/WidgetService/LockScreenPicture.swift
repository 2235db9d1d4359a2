// SPDX-License-Identifier: Apache-2.0
import Drawing
import ProtectionModel
import SystemCalls
import WidgetDrawing
import WidgetModel

/// Clock and widgets as one picture, for programs that lock the screen.
package struct LockScreenPicture {
  private let width, height: Int
  private let canvas: Canvas
  private let shaper = TextShaper()
  /// Pixels of a point.
  private let scale: Double

  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    scale = max(Double(height) / 720, 0.5)
    canvas = Canvas(width: width, height: height, scale: scale)
  }

  private var size: Size { Size(Double(width) / scale, Double(height) / scale) }

  /// A PNG file: the time as a clock shows it, small widgets in a row below it, large ones above the lower edge.
  package func png(
    time: String, date: String, small: [WidgetPainter.Drawing], large: [WidgetPainter.Drawing]
  ) -> [UInt8] {
    ground()
    write(date, size: 19, weight: 500, at: size.height * 0.13)
    write(time, size: 104, weight: 300, at: size.height * 0.155)
    row(small, top: size.height * 0.40, gap: 22)
    let tallest = large.map(\.environment.size.height).max() ?? 0
    row(large, top: size.height * 0.93 - tallest, gap: 16)
    return canvas.png()
  }

  private func ground() {
    let whole = [
      CanvasStep.move(0, 0), .line(size.width, 0), .line(size.width, size.height), .line(0, size.height), .close,
    ]
    canvas.fill(
      whole,
      .linear(
        [
          (0, CanvasColor(0.06, 0.10, 0.22, 1)), (0.55, CanvasColor(0.20, 0.17, 0.40, 1)),
          (1, CanvasColor(0.45, 0.25, 0.42, 1)),
        ], 0, 0, size.width * 0.35, size.height))
  }

  private func write(_ text: String, size points: Double, weight: Int32, at top: Double) {
    var style = TextStyle(families: "Inter Display,Inter,DejaVu Sans", size: points, weight: weight)
    (style.red, style.green, style.blue) = (1, 1, 1)
    style.hasEqualDigits = true
    var block = TextBlock([TextBlock.Run(text, style)])
    block.width = size.width
    block.alignment = .center
    canvas.draw(block, shaper, x: 0, y: top)
  }

  /// Draws as many as fit beside each other, in the middle.
  private func row(_ drawings: [WidgetPainter.Drawing], top: Double, gap: Double) {
    var shown: [WidgetPainter.Drawing] = []
    var length = -gap
    for drawing in drawings where length + gap + drawing.environment.size.width <= size.width * 0.94 {
      shown.append(drawing)
      length += gap + drawing.environment.size.width
    }
    var x = (size.width - length) / 2
    for drawing in shown {
      canvas.save()
      canvas.translate(x, top)
      PictureRenderer.draw(drawing.list, on: canvas, drawing.faces, in: drawing.environment)
      canvas.restore()
      x += drawing.environment.size.width + gap
    }
  }
}
