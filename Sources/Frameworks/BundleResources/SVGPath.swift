// SPDX-License-Identifier: Apache-2.0
import Foundation
package import WidgetModel

/// A change of places: the matrix of SVG's `transform`.
struct SVGTransform {
  private var a = 1.0, b = 0.0, c = 0.0, d = 1.0, e = 0.0, f = 0.0

  init() {}
  /// Moved first, then made larger.
  init(scale x: Double, _ y: Double, _ dx: Double, _ dy: Double) { (a, d, e, f) = (x, y, dx * x, dy * y) }
  private init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  /// Reads a list of transforms; unknown ones change nothing.
  init(_ text: String) {
    for part in text.split(separator: ")") {
      let words = part.split(separator: "(", maxSplits: 1)
      guard words.count == 2 else { continue }
      let n = words[1].split { ", \n\t".contains($0) }.compactMap { Double($0) }.filter { $0.isFinite }
      let next: SVGTransform
      switch (words[0].trimmingCharacters(in: CharacterSet(charactersIn: " ,\n\t")), n.count) {
      case ("translate", 1...): next = SVGTransform(1, 0, 0, 1, n[0], n.count > 1 ? n[1] : 0)
      case ("scale", 1...): next = SVGTransform(n[0], 0, 0, n.count > 1 ? n[1] : n[0], 0, 0)
      case ("rotate", 1...):
        let (s, o) = (sin(n[0] * .pi / 180), cos(n[0] * .pi / 180))
        let (x, y) = n.count > 2 ? (n[1], n[2]) : (0, 0)
        next = SVGTransform(o, s, -s, o, x - o * x + s * y, y - s * x - o * y)
      case ("matrix", 6): next = SVGTransform(n[0], n[1], n[2], n[3], n[4], n[5])
      default: continue
      }
      self = next.then(self)
    }
  }

  /// The transform applied within another.
  func then(_ o: SVGTransform) -> SVGTransform {
    SVGTransform(
      a * o.a + b * o.c, a * o.b + b * o.d, c * o.a + d * o.c, c * o.b + d * o.d, e * o.a + f * o.c + o.e,
      e * o.b + f * o.d + o.f)
  }

  var magnification: Double { abs(a * d - b * c).squareRoot() }

  private func applied(to p: Point) -> Point { Point(a * p.x + c * p.y + e, b * p.x + d * p.y + f) }

  func applied(to step: PathStep) -> PathStep {
    switch step {
    case .move(let point): .move(applied(to: point))
    case .line(let point): .line(applied(to: point))
    case .curve(let first, let second, let end): .curve(applied(to: first), applied(to: second), to: applied(to: end))
    case .close: .close
    }
  }
}

/// The steps of SVG's `d`.
package struct SVGPath {
  private var steps: [PathStep] = []
  private var current = Point.zero, start = Point.zero
  /// The last handle, for commands that go on smoothly.
  private var handle: Point?

  package static func steps(_ text: String) -> [PathStep] {
    var path = SVGPath()
    var scanner = SVGNumbers(text)
    while path.steps.count < 20_000, let command = scanner.command() {
      if !path.draw(command, &scanner) { break }
    }
    return path.steps
  }

  private mutating func draw(_ command: Character, _ scanner: inout SVGNumbers) -> Bool {
    let isRelative = command.isLowercase
    let base = isRelative ? current : .zero
    func point(_ x: Double, _ y: Double) -> Point { Point(base.x + x, base.y + y) }
    func reflected() -> Point { handle.map { Point(2 * current.x - $0.x, 2 * current.y - $0.y) } ?? current }
    switch command.lowercased() {
    case "z":
      steps.append(.close)
      (current, handle) = (start, nil)
    case "m":
      guard let n = scanner.numbers(2) else { return false }
      (current, handle) = (point(n[0], n[1]), nil)
      start = current
      steps.append(.move(current))
    case "l":
      guard let n = scanner.numbers(2) else { return false }
      line(to: point(n[0], n[1]))
    case "h":
      guard let n = scanner.numbers(1) else { return false }
      line(to: Point(base.x + n[0], current.y))
    case "v":
      guard let n = scanner.numbers(1) else { return false }
      line(to: Point(current.x, base.y + n[0]))
    case "c":
      guard let n = scanner.numbers(6) else { return false }
      curve(point(n[0], n[1]), point(n[2], n[3]), to: point(n[4], n[5]))
    case "s":
      guard let n = scanner.numbers(4) else { return false }
      curve(reflected(), point(n[0], n[1]), to: point(n[2], n[3]))
    case "q":
      guard let n = scanner.numbers(4) else { return false }
      bend(point(n[0], n[1]), to: point(n[2], n[3]))
    case "t":
      guard let n = scanner.numbers(2) else { return false }
      bend(reflected(), to: point(n[0], n[1]))
    case "a":
      guard let n = scanner.arc() else { return false }
      arc(n[0], n[1], n[2], n[3] != 0, n[4] != 0, to: point(n[5], n[6]))
    default: return false
    }
    return true
  }

  private mutating func line(to end: Point) {
    steps.append(.line(end))
    (current, handle) = (end, nil)
  }

  private mutating func curve(_ first: Point, _ second: Point, to end: Point) {
    steps.append(.curve(first, second, to: end))
    (current, handle) = (end, second)
  }

  private mutating func bend(_ control: Point, to end: Point) {
    func between(_ from: Point) -> Point {
      Point(from.x + (control.x - from.x) * 2 / 3, from.y + (control.y - from.y) * 2 / 3)
    }
    steps.append(.curve(between(current), between(end), to: end))
    (current, handle) = (end, control)
  }

  /// An elliptical arc as cubic curves. Source: SVG 2, appendix B.2.4.
  private mutating func arc(_ rx: Double, _ ry: Double, _ turn: Double, _ isLarge: Bool, _ isSwept: Bool, to end: Point)
  {
    var (rx, ry) = (abs(rx), abs(ry))
    guard rx > 0, ry > 0, current != end else { return line(to: end) }
    let (s, o) = (sin(turn * .pi / 180), cos(turn * .pi / 180))
    let (hx, hy) = ((current.x - end.x) / 2, (current.y - end.y) / 2)
    let (x, y) = (o * hx + s * hy, -s * hx + o * hy)
    let excess = (x * x / (rx * rx) + y * y / (ry * ry)).squareRoot()
    if excess > 1 { (rx, ry) = (rx * excess, ry * excess) }
    let whole = rx * rx * y * y + ry * ry * x * x
    let root = max((rx * rx * ry * ry - whole) / whole, 0).squareRoot() * (isLarge == isSwept ? -1 : 1)
    let (cx, cy) = (root * rx * y / ry, -root * ry * x / rx)
    let middle = Point(o * cx - s * cy + (current.x + end.x) / 2, s * cx + o * cy + (current.y + end.y) / 2)
    let from = atan2((y - cy) / ry, (x - cx) / rx)
    var sweep = atan2((-y - cy) / ry, (-x - cx) / rx) - from
    if isSwept && sweep < 0 { sweep += 2 * .pi }
    if !isSwept && sweep > 0 { sweep -= 2 * .pi }
    let parts = max(Int((abs(sweep) / (.pi / 2)).rounded(.up)), 1)
    let step = sweep / Double(parts)
    let k = 4 / 3 * tan(step / 4)
    func place(_ px: Double, _ py: Double) -> Point {
      Point(middle.x + o * rx * px - s * ry * py, middle.y + s * rx * px + o * ry * py)
    }
    for index in 0..<parts {
      let (a, b) = (from + step * Double(index), from + step * Double(index + 1))
      steps.append(
        .curve(
          place(cos(a) - k * sin(a), sin(a) + k * cos(a)), place(cos(b) + k * sin(b), sin(b) - k * cos(b)),
          to: index == parts - 1 ? end : place(cos(b), sin(b))))
    }
    (current, handle) = (end, nil)
  }
}

/// The letters and numbers of a path.
struct SVGNumbers {
  private let bytes: [UInt8]
  private var index = 0
  private var last: Character?

  init(_ text: String) { bytes = Array(text.utf8) }

  private mutating func skip() {
    while index < bytes.count, bytes[index] <= 32 || bytes[index] == UInt8(ascii: ",") { index += 1 }
  }

  /// A letter; numbers without one go on with the last.
  mutating func command() -> Character? {
    skip()
    guard index < bytes.count else { return nil }
    let character = Character(Unicode.Scalar(bytes[index]))
    if character.isLetter {
      index += 1
      // More places after a move are lines.
      last = character == "m" ? "l" : character == "M" ? "L" : character
      return character
    }
    return last == "z" || last == "Z" ? nil : last
  }

  private mutating func number() -> Double? {
    skip()
    let start = index
    var (hasDot, hasExponent) = (false, false)
    while index < bytes.count {
      let byte = bytes[index]
      let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      if isSign, index > start, bytes[index - 1] | 32 != UInt8(ascii: "e") { break }
      if byte == UInt8(ascii: ".") {
        if hasDot || hasExponent { break }
        hasDot = true
      } else if byte | 32 == UInt8(ascii: "e"), index > start, !hasExponent {
        hasExponent = true
      } else if !isSign, !(48...57).contains(byte) {
        break
      }
      index += 1
    }
    let value = Double(String(decoding: bytes[start..<index], as: UTF8.self))
    return value.flatMap { abs($0) < 1e6 ? $0 : nil }
  }

  mutating func numbers(_ count: Int) -> [Double]? {
    var found: [Double] = []
    for _ in 0..<count {
      guard let number = number() else { return nil }
      found.append(number)
    }
    return found
  }

  /// The numbers of an arc, whose two flags may stand without a space between them.
  mutating func arc() -> [Double]? {
    guard var found = numbers(3) else { return nil }
    for _ in 0..<2 {
      skip()
      guard index < bytes.count, bytes[index] == 48 || bytes[index] == 49 else { return nil }
      found.append(Double(bytes[index] - 48))
      index += 1
    }
    guard let end = numbers(2) else { return nil }
    return found + end
  }
}
