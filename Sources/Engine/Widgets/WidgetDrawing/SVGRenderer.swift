// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import Drawing
package import WidgetLayout
package import WidgetModel
import WidgetSymbols

/// Writes a display list as SVG: texts are texts, and links are links.
package struct SVGRenderer {
  private let faces: TextFaces
  let tint: Tinting
  /// The prefix of every name, so that several pictures may stand in one page.
  private let prefix: String
  var accents = 0
  var untinted = 0
  var tones: [PictureTone] = []
  /// The regions that the next item is in, the innermost last.
  var openRegions: [HitRegion] = []
  var maskDepth = 0
  var names = 0
  var definitions = SVGText()
  /// The text that is being written, and around it those that wait for it.
  var body = SVGText()
  var waiting: [SVGText] = []
  /// The name of the mask that was finished last.
  var masks: [Int] = []

  /// The prefix is letters that are in front of no other picture's names in the same page.
  package static func document(
    _ list: DisplayList, _ faces: TextFaces, in environment: WidgetEnvironment, prefix: String = "w"
  ) -> [UInt8] {
    var renderer = SVGRenderer(faces: faces, tint: Tinting(environment), prefix: prefix)
    var regions = list.regions[...]
    for (index, item) in list.items.enumerated() {
      renderer.enterRegions(of: &regions, at: index)
      renderer.draw(item)
    }
    renderer.enterRegions(of: &regions, at: list.items.count)
    var svg = SVGText()
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
    svg.append(list.size.width)
    svg.append("\" height=\"")
    svg.append(list.size.height)
    svg.append("\" viewBox=\"0 0 ")
    svg.append(numbers: list.size.width, list.size.height)
    svg.append("\" role=\"img\" aria-label=\"")
    svg.append(escaped: list.spoken.map(\.text).joined(separator: ", "))
    svg.append("\">")
    if !renderer.definitions.bytes.isEmpty {
      svg.append("<defs>")
      svg.append(renderer.definitions)
      svg.append("</defs>")
    }
    svg.append(renderer.body)
    svg.append("</svg>\n")
    return svg.bytes
  }

  private init(faces: TextFaces, tint: Tinting, prefix: String) {
    (self.faces, self.tint, self.prefix) = (faces, tint, prefix)
  }

  private mutating func draw(_ item: DisplayItem) {
    switch item {
    case .shape(let shape, let frame): draw(shape, frame)
    case .text(let text, let frame): draw(text, frame)
    case .symbol(let name, let paint, let weight, let frame): draw(symbol: name, paint, weight, frame)
    case .picture(let bytes, let tint, let frame): draw(picture: bytes, tint, frame)
    case .begin(let group): begin(group)
    case .end(let group): end(group)
    }
  }

  private func tinted(_ ink: Ink) -> Ink { untinted > 0 ? ink : tint.ink(ink, isAccent: accents > 0) }
  private func tinted(text ink: Ink) -> Ink { untinted > 0 ? ink : tint.ink(ofText: ink, isAccent: accents > 0) }
  private func canvas(_ ink: Ink) -> CanvasColor { tinted(ink).canvas }

  // MARK: Paints

  /// A new name for a definition.
  mutating func name() -> Int {
    names += 1
    return names
  }

  func append(name: Int, to text: inout SVGText) {
    text.append(plain: prefix)
    text.append(plain: String(name))
  }

  private mutating func paint(_ paint: Paint, _ attribute: String, in frame: Rectangle) {
    switch paint.canvas(in: frame, { tinted($0) }) {
    case .color(let color): body.append(color, attribute)
    case .linear(let stops, let x0, let y0, let x1, let y1):
      gradient("linearGradient", stops, attribute) { text in
        text.append(" x1=\"")
        text.append(x0)
        text.append("\" y1=\"")
        text.append(y0)
        text.append("\" x2=\"")
        text.append(x1)
        text.append("\" y2=\"")
        text.append(y1)
      }
    case .radial(let stops, let x, let y, let from, let to):
      // SVG's circles begin at the middle: stops are moved outwards.
      let inner = to > 0 ? from / to : 0
      gradient("radialGradient", stops.map { (inner + $0.0 * (1 - inner), $0.1) }, attribute) { text in
        text.append(" cx=\"")
        text.append(x)
        text.append("\" cy=\"")
        text.append(y)
        text.append("\" r=\"")
        text.append(to)
      }
    }
  }

  private mutating func gradient(
    _ element: String, _ stops: [(Double, CanvasColor)], _ attribute: String,
    _ place: (inout SVGText) -> Void
  ) {
    let name = name()
    definitions.append("<")
    definitions.append(element)
    definitions.append(" gradientUnits=\"userSpaceOnUse\" id=\"")
    append(name: name, to: &definitions)
    definitions.append("\"")
    place(&definitions)
    definitions.append("\">")
    for (offset, color) in stops {
      definitions.append("<stop offset=\"")
      definitions.append(offset)
      definitions.append("\"")
      var opaque = color
      opaque.opacity = 1
      definitions.append(opaque, "stop-color")
      if color.opacity < 1 {
        definitions.append(" stop-opacity=\"")
        definitions.append(color.opacity)
        definitions.append("\"")
      }
      definitions.append("/>")
    }
    definitions.append("</")
    definitions.append(element)
    definitions.append(">")
    body.append(" ")
    body.append(attribute)
    body.append("=\"url(#")
    append(name: name, to: &body)
    body.append(")\"")
  }

  // MARK: Items

  private mutating func draw(_ shape: ShapeNode, _ frame: Rectangle) {
    let steps = shape.steps(in: frame)
    if let fill = shape.fill {
      if case .angular(let stops, let center, let from, let to) = fill {
        let clip = clip(steps)
        openGroup(clippedBy: clip)
        for (wedge, ink) in AngularWedges.all(stops, center, from, to, in: frame) {
          path(wedge) { $0.body.append($0.canvas(ink), "fill") }
        }
        body.append("</g>")
      } else {
        path(steps) { $0.paint(fill, "fill", in: frame) }
      }
    }
    guard let stroke = shape.stroke, stroke.width > 0 else { return }
    path(steps) { svg in
      svg.body.append(" fill=\"none\"")
      svg.paint(stroke.paint, "stroke", in: frame)
      svg.body.append(" stroke-width=\"")
      svg.body.append(stroke.width)
      svg.body.append("\"")
      switch stroke.cap {
      case .butt: break
      case .round: svg.body.append(" stroke-linecap=\"round\"")
      case .square: svg.body.append(" stroke-linecap=\"square\"")
      }
      switch stroke.join {
      case .miter: break
      case .round: svg.body.append(" stroke-linejoin=\"round\"")
      case .bevel: svg.body.append(" stroke-linejoin=\"bevel\"")
      }
      guard stroke.dash.contains(where: { $0 > 0 }) else { return }
      svg.body.append(" stroke-dasharray=\"")
      for part in stroke.dash {
        svg.body.append(part)
        svg.body.append(" ")
      }
      svg.body.append("\"")
    }
  }

  private mutating func path(_ steps: [CanvasStep], _ attributes: (inout SVGRenderer) -> Void) {
    body.append("<path d=\"")
    body.append(path: steps)
    body.append("\"")
    attributes(&self)
    body.append("/>")
  }

  private mutating func draw(_ text: TextNode, _ frame: Rectangle) {
    for piece in faces.pieces(text, width: frame.width + 0.6) where !piece.text.isEmpty {
      let run = text.runs[piece.run]
      let style = faces.style(run, of: text)
      body.append("<text xml:space=\"preserve\" x=\"")
      body.append(frame.x + piece.x + (piece.readsFromRight ? piece.width : 0))
      body.append("\" y=\"")
      body.append(frame.y + piece.baseline)
      body.append("\" font-family=\"")
      body.append(escaped: style.families)
      body.append("\" font-size=\"")
      body.append(style.size)
      body.append("\"")
      if style.weight != 400 {
        body.append(" font-weight=\"")
        body.append(Double(style.weight))
        body.append("\"")
      }
      if style.isItalic { body.append(" font-style=\"italic\"") }
      if style.hasEqualDigits || style.isUnkerned {
        body.append(" style=\"")
        if style.hasEqualDigits { body.append("font-variant-numeric:tabular-nums") }
        if style.hasEqualDigits && style.isUnkerned { body.append(";") }
        if style.isUnkerned { body.append("font-kerning:none") }
        body.append("\"")
      }
      if style.tracking != 0 {
        body.append(" letter-spacing=\"")
        body.append(style.tracking)
        body.append("\"")
      }
      if style.isUnderlined { body.append(" text-decoration=\"underline\"") }
      if style.isStruck { body.append(" text-decoration=\"line-through\"") }
      // Whatever face the reader has, the text ends where it was measured to end.
      body.append(" textLength=\"")
      body.append(piece.width)
      body.append("\"")
      if piece.readsFromRight { body.append(" direction=\"rtl\"") }
      let ink = tinted(text: run.paint.ink).canvas
      body.append(ink, "fill")
      if style.rounding > 0 {
        body.append(ink, "stroke")
        body.append(" stroke-linejoin=\"round\" stroke-width=\"")
        body.append(style.rounding)
        body.append("\"")
      }
      body.append(">")
      body.append(escaped: piece.text)
      body.append("</text>")
    }
    for (run, room) in faces.symbols(text, width: frame.width + 0.6) {
      draw(symbol: run.symbol ?? "", run.paint, run.face.weight, faces.square(run, room, in: frame))
    }
  }

  private mutating func draw(symbol name: String, _ paint: Paint, _ weight: UInt16, _ frame: Rectangle) {
    let symbol = faces.symbol(name)
    let factor = frame.width / Symbol.side
    for steps in symbol.fills {
      path(steps.map { $0.step(frame.x, frame.y, by: factor) }) { $0.paint(paint, "fill", in: frame) }
    }
    for steps in symbol.strokes {
      path(steps.map { $0.step(frame.x, frame.y, by: factor) }) { svg in
        svg.body.append(" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" stroke-width=\"")
        svg.body.append((1.3 + Double(weight) / 800) * factor)
        svg.body.append("\"")
        svg.paint(paint, "stroke", in: frame)
      }
    }
  }

  private mutating func draw(picture bytes: [UInt8], _ tint: Paint?, _ frame: Rectangle) {
    // What cairo reads is a picture: nothing else is handed on.
    guard let picture = Picture(png: bytes) else { return }
    var bytes = bytes
    if tint == nil && untinted == 0 {
      switch self.tint.shades(tones.last, isAccent: accents > 0) {
      case .own: break
      // Painted as it is: it has been tinted.
      case .silhouette(let ink):
        untinted += 1
        defer { untinted -= 1 }
        return draw(picture: bytes, .ink(ink), frame)
      case .changed(let change): bytes = picture.changed { change($0.ink).canvas }.png()
      }
    }
    func image(_ text: inout SVGText) {
      text.append("<image x=\"")
      text.append(frame.x)
      text.append("\" y=\"")
      text.append(frame.y)
      text.append("\" width=\"")
      text.append(frame.width)
      text.append("\" height=\"")
      text.append(frame.height)
      text.append("\" preserveAspectRatio=\"none\" href=\"data:image/png;base64,")
      text.append(plain: Base64.encode(bytes))
      text.append("\"/>")
    }
    guard let tint else { return image(&body) }
    let mask = name()
    openMask(mask)
    image(&definitions)
    definitions.append("</mask>")
    body.append("<g mask=\"url(#")
    append(name: mask, to: &body)
    body.append(")\">")
    path(Outline.rectangle.steps(in: frame)) { $0.paint(tint, "fill", in: frame) }
    body.append("</g>")
  }
}
