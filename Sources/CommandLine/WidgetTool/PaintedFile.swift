// SPDX-License-Identifier: Apache-2.0
import WidgetCommands
import WidgetService

extension WidgetPainter.Drawing {
  func file(as format: PictureFormat, scale: Int) -> [UInt8] {
    switch format {
    case .png: png(scale: scale)
    case .svg: svg()
    case .html: html()
    case .list: text
    case .terminal: onTerminal(.automatic, scale: scale)
    case .blocks: onTerminal(.blocks, scale: scale)
    case .sixel: onTerminal(.sixel, scale: scale)
    case .kitty: onTerminal(.kitty, scale: scale)
    }
  }
}
