// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import WidgetModel

/// An SVG file as shapes: paths, rectangles, circles, ellipses, lines and polygons in groups, each in one colour.
///
/// The extension itself reads it, inside its sandbox: those who draw get shapes alone.
package struct SVGDrawing {
  package private(set) var shapes: [ShapeNode] = []
  package private(set) var size = Size(24, 24)
  /// The names of elements and attributes of the file that are not drawn.
  package private(set) var unknown: Set<String> = []

  private static let longest = 1 << 20
  private static let most = 2000

  /// The points of lines and paths that have a name, in the size of the file.
  private(set) var named: [String: [Point]] = [:]

  /// Reads a drawing; nil where it is no SVG file.
  package init?(_ data: Data) { self.init(data, within: nil) }

  /// Draws the group of a name alone; without a name, the whole.
  init?(_ data: Data, within group: String?) {
    guard data.count <= Self.longest, let text = String(data: data, encoding: .utf8) else { return nil }
    var states = [State()]
    states[0].isWithin = group == nil
    var hasRoot = false
    for tag in SVGTag.all(in: text) {
      if tag.isEnd {
        if states.count > 1 { states.removeLast() }
        continue
      }
      var state = (states.last ?? State()).entering(tag)
      if let group, tag["id"] == group { state.isWithin = true }
      switch tag.name {
      case "svg":
        hasRoot = true
        let box = (tag["viewBox"] ?? "").split { " ,".contains($0) }.compactMap { Double($0) }
        let own = (Self.length(tag["width"]), Self.length(tag["height"]))
        if box.count == 4, box[2] > 0, box[3] > 0 {
          size = Size(own.0 ?? box[2], own.1 ?? box[3])
          state.transform = SVGTransform(scale: size.width / box[2], size.height / box[3], -box[0], -box[1])
        } else if let width = own.0, let height = own.1 {
          size = Size(width, height)
        }
      case "g", "a", "title", "desc", "metadata": break
      case "defs", "clipPath", "mask", "symbol", "pattern", "linearGradient", "radialGradient", "style", "text",
        "image",
        "use", "filter":
        state.isDrawn = false
        if tag.name != "defs" { unknown.insert(tag.name) }
      default:
        guard state.isDrawn, shapes.count < Self.most, let steps = Self.steps(of: tag) else { break }
        if group != nil, let name = tag["id"] { note(name, steps, state) }
        if state.isWithin { add(steps, state) }
      }
      if !tag.isEmpty { states.append(state) }
    }
    guard hasRoot, size.width > 0, size.height > 0, size.width < 1e5, size.height < 1e5 else { return nil }
  }

  private mutating func note(_ name: String, _ steps: [PathStep], _ state: State) {
    named[name] = steps.compactMap { step in
      switch state.transform.applied(to: step) {
      case .move(let point), .line(let point), .curve(_, _, let point): point
      case .close: nil
      }
    }
  }

  private mutating func add(_ steps: [PathStep], _ state: State) {
    let moved = steps.map { state.transform.applied(to: $0) }
    let fill = state.fill.map { Paint.ink($0.faded(by: state.opacity)) }
    let stroke = state.stroke.map {
      Stroke(
        paint: .ink($0.faded(by: state.opacity)), width: state.width * state.transform.magnification, cap: state.cap,
        join: state.join)
    }
    if fill != nil || stroke != nil { shapes.append(ShapeNode(.path(moved), fill: fill, stroke: stroke)) }
  }

  private static func length(_ text: String?) -> Double? {
    text.flatMap { Double($0.replacing("px", with: "").replacing("pt", with: "")) }.flatMap { $0 > 0 ? $0 : nil }
  }

  private static func steps(of tag: SVGTag) -> [PathStep]? {
    func number(_ name: String) -> Double { Double(tag[name] ?? "").flatMap { abs($0) < 1e6 ? $0 : nil } ?? 0 }
    switch tag.name {
    case "path": return SVGPath.steps(tag["d"] ?? "")
    case "rect":
      let frame = Rectangle(number("x"), number("y"), number("width"), number("height"))
      let radius = min(max(number("rx"), number("ry")), frame.width / 2, frame.height / 2)
      return rounded(frame, max(radius, 0), max(radius, 0))
    case "circle", "ellipse":
      let (x, y) = tag.name == "circle" ? (number("r"), number("r")) : (number("rx"), number("ry"))
      guard x > 0, y > 0 else { return nil }
      return rounded(Rectangle(number("cx") - x, number("cy") - y, 2 * x, 2 * y), x, y)
    case "line": return [.move(Point(number("x1"), number("y1"))), .line(Point(number("x2"), number("y2")))]
    case "polyline", "polygon":
      let numbers = (tag["points"] ?? "").split { " ,\n\t".contains($0) }.compactMap { Double($0) }
      let points = stride(from: 0, to: numbers.count - 1, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
      let lines = points.enumerated().map { $0 == 0 ? PathStep.move($1) : .line($1) }
      return lines + (tag.name == "polygon" ? [.close] : [])
    default: return nil
    }
  }

  /// A rectangle with corners that are quarters of an ellipse.
  private static func rounded(_ frame: Rectangle, _ rx: Double, _ ry: Double) -> [PathStep] {
    let (x0, y0, x1, y1) = (frame.x, frame.y, frame.x + frame.width, frame.y + frame.height)
    guard rx > 0, ry > 0 else {
      return [.move(Point(x0, y0)), .line(Point(x1, y0)), .line(Point(x1, y1)), .line(Point(x0, y1)), .close]
    }
    let (h, v) = (rx * 0.44772, ry * 0.44772)
    return [
      .move(Point(x0 + rx, y0)), .line(Point(x1 - rx, y0)),
      .curve(Point(x1 - h, y0), Point(x1, y0 + v), to: Point(x1, y0 + ry)), .line(Point(x1, y1 - ry)),
      .curve(Point(x1, y1 - v), Point(x1 - h, y1), to: Point(x1 - rx, y1)), .line(Point(x0 + rx, y1)),
      .curve(Point(x0 + h, y1), Point(x0, y1 - v), to: Point(x0, y1 - ry)), .line(Point(x0, y0 + ry)),
      .curve(Point(x0, y0 + v), Point(x0 + h, y0), to: Point(x0 + rx, y0)), .close,
    ]
  }

  /// The state inside a group.
  private struct State {
    var transform = SVGTransform()
    var fill: Ink? = .black
    var stroke: Ink?
    var width = 1.0
    var opacity = 1.0
    var cap = Stroke.Cap.butt
    var join = Stroke.Join.miter
    var isDrawn = true
    /// Whether this is a part of the group that is wanted.
    var isWithin = false

    func entering(_ tag: SVGTag) -> State {
      var state = self
      for (name, value) in tag.styles {
        switch name {
        case "fill": state.fill = SVGColor.ink(value, else: state.fill)
        case "stroke": state.stroke = SVGColor.ink(value, else: state.stroke)
        case "fill-opacity": state.fill = state.fill?.faded(by: Self.part(value))
        case "stroke-opacity": state.stroke = state.stroke?.faded(by: Self.part(value))
        case "stroke-width": state.width = max(Double(value.replacing("px", with: "")) ?? state.width, 0)
        case "opacity": state.opacity *= Self.part(value)
        case "stroke-linecap": state.cap = value == "round" ? .round : value == "square" ? .square : .butt
        case "stroke-linejoin": state.join = value == "round" ? .round : value == "bevel" ? .bevel : .miter
        case "display": if value == "none" { state.isDrawn = false }
        case "transform": state.transform = SVGTransform(value).then(state.transform)
        default: break
        }
      }
      return state
    }

    private static func part(_ value: String) -> Double { min(max(Double(value) ?? 1, 0), 1) }
  }
}

/// A tag of a file of markup.
struct SVGTag {
  var name = ""
  var attributes: [(String, String)] = []
  var isEnd = false
  /// Whether the tag has no contents.
  var isEmpty = false

  subscript(name: String) -> String? { attributes.last { $0.0 == name }?.1 }

  /// Attributes, and what `style` says, which counts more.
  var styles: [(String, String)] {
    let own = (self["style"] ?? "").split(separator: ";").compactMap { part -> (String, String)? in
      let words = part.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      return words.count == 2 ? (words[0], words[1]) : nil
    }
    return attributes + own
  }

  static func all(in text: String) -> [SVGTag] {
    var tags: [SVGTag] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "<"), tags.count < 10_000 {
      rest = rest[start...].dropFirst()
      if rest.hasPrefix("!--") {
        guard let end = rest.range(of: "-->") else { break }
        rest = rest[end.upperBound...]
        continue
      }
      guard let end = rest.firstIndex(of: ">") else { break }
      if rest.first != "!" && rest.first != "?" { tags.append(SVGTag(rest[..<end])) }
      rest = rest[end...].dropFirst()
    }
    return tags
  }

  private init(_ text: Substring) {
    var text = text
    if text.first == "/" {
      isEnd = true
      return
    }
    if text.last == "/" {
      isEmpty = true
      text = text.dropLast()
    }
    name = String(text.prefix { !$0.isWhitespace })
    if let colon = name.lastIndex(of: ":") { name = String(name[colon...].dropFirst()) }
    text = text.drop { !$0.isWhitespace }
    while let equals = text.firstIndex(of: "=") {
      let key = text[..<equals].trimmingCharacters(in: .whitespacesAndNewlines)
      let value = text[equals...].dropFirst().drop { $0.isWhitespace }
      guard let quote = value.first, quote == "\"" || quote == "'",
        let end = value.dropFirst().firstIndex(of: quote)
      else { break }
      attributes.append((key, String(value.dropFirst()[..<end])))
      text = value[end...].dropFirst()
    }
  }
}

enum SVGColor {
  private static let names: [String: UInt32] = [
    "black": 0, "white": 0xFFFFFF, "red": 0xFF0000, "green": 0x008000, "blue": 0x0000FF, "yellow": 0xFFFF00,
    "orange": 0xFFA500, "gray": 0x808080, "grey": 0x808080, "purple": 0x800080, "teal": 0x008080, "navy": 0x000080,
    "silver": 0xC0C0C0, "currentColor": 0,
  ]

  /// The ink that a text names; nil for none, and what held before for what is not known.
  static func ink(_ text: String, else known: Ink?) -> Ink? {
    if text == "none" || text == "transparent" { return nil }
    var number = names[text]
    if text.hasPrefix("#") {
      let digits = text.dropFirst()
      let long = digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
      number = long.count == 6 ? UInt32(long, radix: 16) : nil
    } else if text.hasPrefix("rgb(") {
      let parts = text.dropFirst(4).dropLast().split { ", ".contains($0) }.compactMap { UInt32($0) }
      if parts.count == 3, parts.allSatisfy({ $0 < 256 }) { number = parts[0] << 16 | parts[1] << 8 | parts[2] }
    }
    guard let number else { return known }
    return Ink(Double(number >> 16) / 255, Double(number >> 8 & 255) / 255, Double(number & 255) / 255)
  }
}
