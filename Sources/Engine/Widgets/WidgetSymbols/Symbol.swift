// SPDX-License-Identifier: Apache-2.0
package import WidgetModel

/// A symbol under a common system name, drawn by us on a square of 24 points.
package struct Symbol: Sendable, Hashable {
  package let strokes: [[PathStep]]
  package let fills: [[PathStep]]

  package static let side = 24.0

  /// The symbol of a name; nil where there is no drawing for it.
  package static func named(_ name: String) -> Symbol? {
    guard let (strokes, fills) = SymbolDrawings.all[name] else { return nil }
    return Symbol(strokes: strokes.map { SymbolPath.steps($0) }, fills: fills.map { SymbolPath.steps($0) })
  }

  package static func isKnown(_ name: String) -> Bool { SymbolDrawings.all[name] != nil }

  package static var names: [String] { SymbolDrawings.all.keys.sorted() }

  /// Drawn for a name that there is no symbol for: a square with a question in it.
  package static let missing = Symbol(
    strokes: [
      "M5 3H19C20 3 21 4 21 5V19C21 20 20 21 19 21H5C4 21 3 20 3 19V5C3 4 4 3 5 3Z",
      "M9 9.5C9 6 15 6 15 9.5C15 12 12 12 12 14.5",
    ]
    .map { SymbolPath.steps($0) }, fills: ["O12 17.6 1.1"].map { SymbolPath.steps($0) })
}

/// The steps of a drawing: `M`, `L`, `H`, `V`, `C` and `Z` as in SVG, absolute, and `O x y r` for a circle. Out of
/// what was drawn before, `X w x y x y ...` cuts a line of that width, and `Y x y r` a circle.
enum SymbolPath {
  static func steps(_ text: String) -> [PathStep] {
    var steps: [PathStep] = []
    var current = Point.zero
    for (letter, numbers) in commands(text) {
      switch letter {
      case "M", "L":
        for index in stride(from: 0, to: numbers.count - 1, by: 2) {
          current = Point(numbers[index], numbers[index + 1])
          steps.append(letter == "M" && index == 0 ? .move(current) : .line(current))
        }
      case "H":
        current.x = numbers[0]
        steps.append(.line(current))
      case "V":
        current.y = numbers[0]
        steps.append(.line(current))
      case "C":
        for index in stride(from: 0, to: numbers.count - 5, by: 6) {
          let points = (0..<3).map { Point(numbers[index + 2 * $0], numbers[index + 2 * $0 + 1]) }
          steps.append(.curve(points[0], points[1], to: points[2]))
          current = points[2]
        }
      case "O": steps += circle(numbers[0], numbers[1], numbers[2])
      case "X": steps += SymbolCut.line(numbers, in: steps)
      case "Y": steps += SymbolCut.circle(circle(numbers[0], numbers[1], numbers[2]), in: steps)
      default: steps.append(.close)
      }
    }
    return steps
  }

  private static func commands(_ text: String) -> [(Character, [Double])] {
    var found: [(Character, String)] = []
    for character in text {
      if character.isLetter { found.append((character, "")) } else { found[found.count - 1].1.append(character) }
    }
    return found.map { ($0, $1.split(separator: " ").compactMap { Double($0) }) }
  }

  private static func circle(_ x: Double, _ y: Double, _ r: Double) -> [PathStep] {
    let h = r * 0.55228
    return [
      .move(Point(x + r, y)),
      .curve(Point(x + r, y + h), Point(x + h, y + r), to: Point(x, y + r)),
      .curve(Point(x - h, y + r), Point(x - r, y + h), to: Point(x - r, y)),
      .curve(Point(x - r, y - h), Point(x - h, y - r), to: Point(x, y - r)),
      .curve(Point(x + h, y - r), Point(x + r, y - h), to: Point(x + r, y)), .close,
    ]
  }
}
