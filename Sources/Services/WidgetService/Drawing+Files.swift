// SPDX-License-Identifier: Apache-2.0
import Drawing
import WidgetDrawing

extension WidgetPainter.Drawing {
  /// A PNG file. - Parameter scale: Pixels of a point.
  package func png(scale: Int) -> [UInt8] {
    PictureRenderer.canvas(list, scale: Double(scale), faces, in: environment).png()
  }
}
