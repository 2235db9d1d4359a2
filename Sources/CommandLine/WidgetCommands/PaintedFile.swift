// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import WidgetCommandLine
import WidgetDrawing
import WidgetService

extension WidgetPainter.Drawing {
  func file(as format: PictureFormat, scale: Int) -> [UInt8] {
    switch format {
    case .png: png(scale: scale)
    case .svg: svg()
    case .html: html()
    case .list: text
    case .terminal: onTerminal(TerminalPicture.form(Environment.value), scale: scale)
    case .blocks: onTerminal(.blocks, scale: scale)
    case .sixel: onTerminal(.sixel, scale: scale)
    case .kitty: onTerminal(.kitty, scale: scale)
    }
  }
}
