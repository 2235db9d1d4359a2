// SPDX-License-Identifier: Apache-2.0
import Drawing
import OwnProcess
import WidgetDrawing
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

  /// The means by which a terminal draws pictures.
  package enum TerminalForm: Sendable {
    /// The form that the terminal says it can show.
    case automatic
    case blocks, sixel, kitty
  }

  package func onTerminal(_ form: TerminalForm, scale: Int) -> [UInt8] {
    let form: TerminalPicture.Form =
      switch form {
      case .automatic: TerminalPicture.form(Environment.value)
      case .blocks: .blocks
      case .sixel: .sixel
      case .kitty: .kitty
      }
    return TerminalPicture.bytes(form, list, faces, in: environment, scale: Double(scale))
  }
}
