// SPDX-License-Identifier: Apache-2.0
import Drawing
import Glibc
package import WidgetLayout
package import WidgetModel
import WidgetSymbols

/// Texts of widgets as pango lays them out. One thread at a time uses it.
package final class TextFaces: TextMeasuring {
  let shaper = TextShaper()
  private var known: [Key: (extent: Extent, lines: Int, isCut: Bool)] = [:]
  private var drawn: [Key: [TextPiece]] = [:]
  private var symbols: [String: Symbol] = [:]
  private let direction: WidgetEnvironment.Direction

  private struct Key: Hashable {
    let text: TextNode
    let width: Double?
  }

  package init(_ direction: WidgetEnvironment.Direction = .leftToRight) { self.direction = direction }

  package func measure(_ text: TextNode, width: Double?) -> (extent: Extent, lines: Int, isCut: Bool) {
    let key = Key(text: text, width: width)
    if let found = known[key] { return found }
    let extent = shaper.extent(of: block(text, width: width))
    let answer = (
      extent: Extent(extent.width, extent.height, first: extent.firstBaseline, last: extent.lastBaseline),
      lines: extent.lines, isCut: extent.isCut
    )
    known[key] = answer
    if extent.missing > 0 { noteMissing(in: text) }
    for run in text.runs where run.face.family != nil && named.count < Self.mostMissing { named.insert(run.face) }
    return answer
  }

  /// Names in widgets that there is no symbol for.
  package private(set) var missingSymbols: Set<String> = []

  /// Characters in widgets that no face has.
  private var missingCharacters: Set<Character> = []
  private static let mostMissing = 20

  /// Faces that widgets name.
  private var named: Set<Typeface> = []

  /// The families that widgets name, where the machine has none of that name and knows none that stands for it.
  private var missingFamilies: Set<String> {
    Set(
      named.compactMap { face in
        guard let name = face.family else { return nil }
        var unnamed = face
        unnamed.family = nil
        func found(_ face: Typeface) -> String? {
          shaper.family(for: style(TextRun("a", face: face, paint: .ink(.black)), of: TextNode([])))
        }
        let (family, usual) = (found(face), found(unnamed))
        return family == usual && family?.lowercased() != name.lowercased() ? name : nil
      })
  }

  private func noteMissing(in text: TextNode) {
    for character in Set(text.runs.map(\.string).joined()) where missingCharacters.count < Self.mostMissing {
      guard !character.isASCII, !missingCharacters.contains(character) else { continue }
      var run = TextRun(String(character), face: text.runs.first?.face ?? Typeface(size: 17), paint: .ink(.black))
      run.face.family = nil
      if shaper.extent(of: block(TextNode([run]), width: nil)).missing > 0 { missingCharacters.insert(character) }
    }
  }

  /// What a widget's developer should know of its texts and symbols.
  package var remarks: [String] {
    missingSymbols.sorted().map { "there is no symbol '\($0)'" }
      + missingFamilies.sorted().map {
        "no font of this machine is called '\($0)', and a bundle's font files are not read: its texts are in the system's face"
      }
      + missingCharacters.sorted().map { character in
        let codes = character.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
        return "no font of this machine has the character \(codes.joined(separator: " "))"
      }
  }

  package func symbolSize(_ name: String, _ face: Typeface) -> Size {
    if !Symbol.isKnown(name) { missingSymbols.insert(name) }
    return Size(face.size * Self.symbolScale, face.size * Self.symbolScale)
  }

  /// A symbol's square, against the size of the letters beside it.
  static let symbolScale = 1.18

  /// The pieces of a text as they are drawn, stretch by stretch.
  func pieces(_ text: TextNode, width: Double) -> [TextPiece] {
    let key = Key(text: text, width: width)
    if let found = drawn[key] { return found }
    let pieces = shaper.pieces(of: block(text, width: width))
    drawn[key] = pieces
    return pieces
  }

  func symbol(_ name: String) -> Symbol {
    if let found = symbols[name] { return found }
    let symbol = Symbol.named(name) ?? .missing
    symbols[name] = symbol
    return symbol
  }

  /// The runs that are symbols, and where they stand.
  func symbols(_ text: TextNode, width: Double) -> [(TextRun, (x: Double, baseline: Double))] {
    let symbols = text.runs.filter { $0.symbol != nil }
    guard !symbols.isEmpty else { return [] }
    return Array(zip(symbols, shaper.rooms(of: block(text, width: width))))
  }

  func square(_ run: TextRun, _ room: (x: Double, baseline: Double), in frame: Rectangle) -> Rectangle {
    let side = run.face.size * Self.symbolScale
    return Rectangle(frame.x + room.x, frame.y + room.baseline - run.face.size * 0.36 - side / 2, side, side)
  }

  func block(_ text: TextNode, width: Double?) -> TextBlock {
    var block = TextBlock(
      text.runs.map { run in
        let style = style(run, of: text)
        if let name = run.symbol, !Symbol.isKnown(name) { missingSymbols.insert(name) }
        guard run.symbol != nil else { return TextBlock.Run(run.string, style) }
        let side = run.face.size * Self.symbolScale
        // The middle of capital letters, which are 0.72 of the size, is the symbol's middle.
        let ascent = run.face.size * 0.36 + side / 2
        return TextBlock.Run("", style, room: TextBlock.Room(width: side, ascent: ascent, descent: side - ascent))
      })
    (block.width, block.lineLimit, block.lineSpacing) = (width, text.lineLimit, text.lineSpacing)
    // Pango breaks a line for the distance after its last letter too, and does not count it as width.
    let after = block.runs.map(\.style.rounding).max() ?? 0
    if let width, after > 0 { block.width = width + after }
    block.alignment = text.alignment == .leading ? .leading : text.alignment == .center ? .center : .trailing
    block.cut = text.truncation == .head ? .start : text.truncation == .middle ? .middle : .end
    block.readsFromRight = direction == .rightToLeft
    return block
  }

  func style(_ run: TextRun, of text: TextNode) -> TextStyle {
    let face = run.face
    var style = TextStyle(families: Self.families(face), size: face.size, weight: Int32(face.weight))
    (style.isItalic, style.hasEqualDigits) = (face.isItalic, face.digits == .monospaced)
    style.isUnkerned = run.string.hasSeparatedDigits
    let ink = run.paint.ink
    (style.red, style.green, style.blue, style.opacity) = (ink.red, ink.green, ink.blue, ink.opacity)
    (style.isUnderlined, style.isStruck) = (run.lines.contains(.under), run.lines.contains(.through))
    // Large letters stand closer: Inter's own curve, and a little less, as on Apple's systems.
    let tightening =
      face.design == .monospaced || face.family != nil || run.string.hasSeparatedDigits
      ? 0 : face.size >= 20 ? -0.014 * face.size : face.size * (-0.028 + 0.185 * exp(-0.1745 * face.size))
    (style.tracking, style.rise) = (run.tracking + tightening, run.rise)
    if text.isRounded { Self.round(&style) }
    return style
  }

  /// There is no face with round ends that every system has: letters of a lighter one, with a line around them, are as heavy
  /// and have such ends.
  private static func round(_ style: inout TextStyle) {
    let lighter = max(style.weight - 300, 100)
    style.rounding = Double(style.weight - lighter) * stemOfWeight * style.size
    style.weight = lighter
    // Letters are as wide as before, and those of the lighter face a little narrower.
    style.tracking += style.rounding * 0.5
  }

  /// How much thicker a stem of Inter is for each unit of weight, in sizes.
  private static let stemOfWeight = 0.00019

  private static func families(_ face: Typeface) -> String {
    guard let family = face.family else { return families(of: face) }
    // Where the system has no such family, and knows none that stands for it, the text looks as it would without the name.
    return "\(family),\(families(of: face))"
  }

  private static func families(of face: Typeface) -> String {
    switch face.design {
    case .standard, .rounded: face.size >= 20 ? "Inter Display,Inter,DejaVu Sans" : "Inter,DejaVu Sans"
    case .serif: "Noto Serif,DejaVu Serif"
    case .monospaced: "JetBrains Mono,DejaVu Sans Mono"
    }
  }
}

extension TextNode {
  /// Whether all of it is in one colour and in a rounded face, and none of it has colours of its own.
  fileprivate var isRounded: Bool {
    runs.allSatisfy { run in
      run.face.design == .rounded && run.face.family == nil && run.symbol == nil && run.paint == runs[0].paint
        && run.face.weight == runs[0].face.weight && run.face.size == runs[0].face.size && run.face.weight > 100
        && !run.string.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }
    }
  }
}

extension String {
  /// Whether a point, a comma or a colon stands between digits: it would not be seen beside a 1 where letters stand closer.
  fileprivate var hasSeparatedDigits: Bool {
    let bytes = Array(utf8)
    guard bytes.count > 2 else { return false }
    return (1..<bytes.count - 1).contains { at in
      [UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":")].contains(bytes[at])
        && (48...57).contains(bytes[at - 1]) && (48...57).contains(bytes[at + 1])
    }
  }
}
