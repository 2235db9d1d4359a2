// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import TerminalText
import Drawing
package import WidgetLayout
package import WidgetModel

/// A widget on a terminal.
package enum TerminalPicture {
  /// The means by which a terminal draws pictures.
  package enum Form: Sendable { case blocks, sixel, kitty }

  /// The form of pictures that the terminal announces in its environment; blocks are what every terminal has.
  package static func form(_ variable: (String) -> String?) -> Form {
    let name = variable("TERM") ?? ""
    if variable("KITTY_WINDOW_ID") != nil || name.contains("kitty") || name.contains("ghostty") { return .kitty }
    if variable("WEZTERM_PANE") != nil { return .kitty }
    return ["sixel", "mlterm", "foot", "contour", "yaft"].contains { name.contains($0) } ? .sixel : .blocks
  }

  package static func bytes(
    _ form: Form, _ list: DisplayList, _ faces: TextFaces, in environment: WidgetEnvironment, scale: Double
  ) -> [UInt8] {
    switch form {
    case .blocks: return blocks(list, faces, in: environment)
    case .sixel: return SixelPicture.bytes(PictureRenderer.canvas(list, scale: scale, faces, in: environment))
    case .kitty: return kitty(PictureRenderer.canvas(list, scale: scale, faces, in: environment).png())
    }
  }

  // MARK: kitty

  private static let longestChunk = 4096

  private static func kitty(_ png: [UInt8]) -> [UInt8] {
    let text = Array(Base64.encode(png).utf8)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: longestChunk) {
      let end = min(start + longestChunk, text.count)
      let more = end < text.count ? 1 : 0
      bytes += (start == 0 ? "\u{1B}_Gf=100,a=T,m=\(more);" : "\u{1B}_Gm=\(more);").utf8
      bytes += text[start..<end]
      bytes += "\u{1B}\\".utf8
    }
    return bytes + [10]
  }

  // MARK: Blocks

  /// A column is so many points wide, and half a row as high.
  private static let column = 4.5

  private struct Cell {
    var upper = CanvasColor(0, 0, 0, 0)
    var lower = CanvasColor(0, 0, 0, 0)
    var letter: Character?
    var ink = CanvasColor(0, 0, 0, 1)
  }

  /// The picture in half blocks of colour, and its texts as letters of the terminal upon them.
  private static func blocks(
    _ list: DisplayList, _ faces: TextFaces, in environment: WidgetEnvironment
  ) -> [UInt8] {
    let columns = max(Int((list.size.width / column).rounded(.up)), 1)
    let rows = max(Int((list.size.height / column / 2).rounded(.up)), 1)
    let canvas = PictureRenderer.canvas(list.withoutTexts, scale: 1 / column, faces, in: environment)
    var cells = [[Cell]](repeating: [Cell](repeating: Cell(), count: columns), count: rows)
    canvas.withPixels { pixels, row in
      func color(_ x: Int, _ y: Int) -> CanvasColor {
        guard x < canvas.width, y < canvas.height else { return CanvasColor(0, 0, 0, 0) }
        let at = y * row + x * 4
        let opacity = Double(pixels[at + 3]) / 255
        guard opacity > 0 else { return CanvasColor(0, 0, 0, 0) }
        func part(_ byte: UInt8) -> Double { Double(byte) / 255 / opacity }
        return CanvasColor(part(pixels[at + 2]), part(pixels[at + 1]), part(pixels[at]), opacity)
      }
      for y in 0..<rows {
        for x in 0..<columns { (cells[y][x].upper, cells[y][x].lower) = (color(x, 2 * y), color(x, 2 * y + 1)) }
      }
    }
    let tint = Tinting(environment)
    for item in list.items {
      guard case .text(let text, let frame) = item else { continue }
      for piece in faces.pieces(text, width: frame.width + 0.6) {
        let style = text.runs[piece.run]
        let y = Int((frame.y + piece.baseline - style.face.size * 0.35) / column / 2)
        guard cells.indices.contains(y) else { continue }
        let letters = Array(piece.text.filter { !$0.isNewline })
        let left = (frame.x + piece.x) / column
        // What ends at the trailing side ends there as letters too.
        let isTrailing = frame.x + piece.x + piece.width / 2 > list.size.width * 0.6
        let start = isTrailing ? Int(left + piece.width / column) - letters.count : Int(left.rounded())
        for (offset, letter) in letters.enumerated() where cells[y].indices.contains(start + offset) {
          cells[y][start + offset].letter = letter
          cells[y][start + offset].ink = tint.ink(style.paint.ink, isAccent: false).canvas
        }
      }
    }
    return cells.flatMap { row in Array((row.map(code).joined() + "\u{1B}[0m\n").utf8) }
  }

  private static func code(_ cell: Cell) -> String {
    func numbers(_ color: CanvasColor, over ground: CanvasColor) -> String {
      [(color.red, ground.red), (color.green, ground.green), (color.blue, ground.blue)]
        .map { String(Int((min(max($0 * color.opacity + $1 * (1 - color.opacity), 0), 1) * 255).rounded())) }
        .joined(separator: ";")
    }
    let black = CanvasColor(0, 0, 0, 1)
    if let letter = cell.letter {
      let ground = CanvasColor(cell.upper.red, cell.upper.green, cell.upper.blue, 1)
      // Control characters of an extension do nothing here.
      let shown = letter.unicodeScalars.contains(where: \.steersTerminals) ? " " : letter
      guard cell.upper.opacity > 0.1 else { return "\u{1B}[0m\(shown)" }
      return "\u{1B}[48;2;\(numbers(cell.upper, over: black));38;2;\(numbers(cell.ink, over: ground))m\(shown)"
    }
    switch (cell.upper.opacity > 0.1, cell.lower.opacity > 0.1) {
    case (false, false): return "\u{1B}[0m "
    case (true, false): return "\u{1B}[0;38;2;\(numbers(cell.upper, over: black))m\u{2580}"
    case (false, true): return "\u{1B}[0;38;2;\(numbers(cell.lower, over: black))m\u{2584}"
    case (true, true):
      return
        "\u{1B}[38;2;\(numbers(cell.upper, over: black));48;2;\(numbers(cell.lower, over: black))m\u{2580}"
    }
  }
}
