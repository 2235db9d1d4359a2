// SPDX-License-Identifier: Apache-2.0
import Drawing
package import WidgetDrawing
import WidgetLayout

extension WidgetPainter.Drawing {
  /// A PNG file. - Parameter scale: Pixels of a point.
  package func png(scale: Int) -> [UInt8] {
    PictureRenderer.canvas(list, scale: Double(scale), faces, in: environment).png()
  }

  package func svg(prefix: String = "w") -> [UInt8] {
    SVGRenderer.document(list, faces, in: environment, prefix: prefix)
  }

  package func html(prefix: String = "w") -> [UInt8] {
    HTMLFragment.bytes(list, faces, in: environment, prefix: prefix)
  }

  package var text: [UInt8] { Array(list.text.utf8) }

  package func onTerminal(_ form: TerminalPicture.Form, scale: Int) -> [UInt8] {
    TerminalPicture.bytes(form, list, faces, in: environment, scale: Double(scale))
  }
}
