// SPDX-License-Identifier: Apache-2.0
package import Drawing
package import WidgetLayout
package import WidgetModel
import WidgetSymbols

/// Draws a display list on a canvas.
package struct PictureRenderer {
  private let canvas: Canvas
  private let faces: TextFaces
  private let tint: Tinting
  private var accents = 0
  private var untinted = 0
  private var tones: [PictureTone] = []

  /// The scale is pixels of a point, 1 to 3.
  package static func canvas(
    _ list: DisplayList, scale: Double, _ faces: TextFaces, in environment: WidgetEnvironment
  ) -> Canvas {
    let canvas = Canvas(
      width: Int((list.size.width * scale).rounded(.up)), height: Int((list.size.height * scale).rounded(.up)),
      scale: scale)
    draw(list, on: canvas, faces, in: environment)
    return canvas
  }

  package static func draw(
    _ list: DisplayList, on canvas: Canvas, _ faces: TextFaces, in environment: WidgetEnvironment
  ) {
    var renderer = PictureRenderer(canvas: canvas, faces: faces, tint: Tinting(environment))
    for item in list.items { renderer.draw(item) }
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

  private func draw(_ shape: ShapeNode, _ frame: Rectangle) {
    let frame = shape.hasStraightEdges ? betweenPixels(frame) : frame
    let steps = shape.steps(in: frame)
    if let fill = shape.fill { self.fill(steps, fill, frame) }
    guard let stroke = shape.stroke, stroke.width > 0 else { return }
    let paint = stroke.paint.canvas(in: frame) { tinted($0) }
    canvas.stroke(
      steps, paint, width: stroke.width, cap: Int32(stroke.cap.rawValue) - 1, join: Int32(stroke.join.rawValue) - 1,
      dash: stroke.dash)
  }

  /// An edge in the middle of a pixel would be half as strong as it is wide.
  private func betweenPixels(_ frame: Rectangle) -> Rectangle {
    let own = canvas.betweenPixels(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
    return Rectangle(own.x, own.y, own.width, own.height)
  }

  private func fill(_ steps: [CanvasStep], _ paint: Paint, _ frame: Rectangle) {
    if case .angular(let stops, let center, let from, let to) = paint {
      return fillAngular(steps, stops, center, from, to, frame)
    }
    canvas.fill(steps, paint.canvas(in: frame) { tinted($0) })
  }

  /// Wedges, each in one colour: cairo has no gradient around a point.
  private func fillAngular(
    _ steps: [CanvasStep], _ stops: [GradientStop], _ center: UnitPlace, _ from: Double, _ to: Double,
    _ frame: Rectangle
  ) {
    canvas.save()
    canvas.clip(steps)
    for (wedge, ink) in AngularWedges.all(stops, center, from, to, in: frame) {
      canvas.fill(wedge, .color(tinted(ink).canvas))
    }
    canvas.restore()
  }

  private func draw(_ text: TextNode, _ frame: Rectangle) {
    var own = text
    for index in own.runs.indices { own.runs[index].paint = .ink(tinted(text: own.runs[index].paint.ink)) }
    // A little wider than it was measured, so that nothing wraps anew.
    let block = faces.block(own, width: frame.width + 0.6)
    canvas.draw(block, faces.shaper, x: frame.x, y: frame.y)
    for (run, room) in faces.symbols(own, width: frame.width + 0.6) {
      draw(symbol: run.symbol ?? "", run.paint, run.face.weight, faces.square(run, room, in: frame))
    }
  }

  private func draw(symbol name: String, _ paint: Paint, _ weight: UInt16, _ frame: Rectangle) {
    let symbol = faces.symbol(name)
    let factor = frame.width / Symbol.side
    let paint = paint.canvas(in: frame) { tinted(text: $0) }
    for path in symbol.fills { canvas.fill(path.map { $0.step(frame.x, frame.y, by: factor) }, paint) }
    let width = (1.3 + Double(weight) / 800) * factor
    for path in symbol.strokes {
      canvas.stroke(
        path.map { $0.step(frame.x, frame.y, by: factor) }, paint, width: width, cap: 1, join: 1, dash: [])
    }
  }

  private func draw(picture bytes: [UInt8], _ tint: Paint?, _ frame: Rectangle) {
    guard var picture = Picture(png: bytes) else { return }
    var form = tint.map { tinted($0.ink).canvas }
    if form == nil && untinted == 0 {
      switch self.tint.shades(tones.last, isAccent: accents > 0) {
      case .own: break
      case .silhouette(let ink): form = ink.canvas
      case .changed(let change): picture = picture.changed { change($0.ink).canvas }
      }
    }
    canvas.draw(picture, tint: form, x: frame.x, y: frame.y, width: frame.width, height: frame.height)
  }

  // MARK: Groups

  private mutating func begin(_ group: DisplayGroup) {
    switch group {
    case .opacity, .masked, .mask, .shadow, .blur: canvas.beginGroup()
    case .clip(let outline, let frame):
      canvas.save()
      canvas.clip(outline.steps(in: frame))
    case .transform(let degrees, let x, let y, let point):
      canvas.save()
      canvas.translate(point.x, point.y)
      canvas.rotate(degrees * .pi / 180)
      canvas.magnify(x, y)
      canvas.translate(-point.x, -point.y)
    case .accent: accents += 1
    case .untinted: untinted += 1
    case .pictures(let tone): tones.append(tone)
    }
  }

  private mutating func end(_ group: DisplayGroup) {
    switch group {
    case .opacity(let opacity): canvas.endGroup(opacity: opacity)
    case .shadow(let ink, let radius, let x, let y):
      canvas.endGroup(shadow: tint.ink(ink, isAccent: false).canvas, radius: radius, x: x, y: y)
    case .blur(let radius): canvas.endGroup(blur: radius)
    case .mask: canvas.endMask()
    case .masked: break
    case .clip, .transform: canvas.restore()
    case .accent: accents -= 1
    case .untinted: untinted -= 1
    case .pictures: tones.removeLast()
    }
  }
}

/// A gradient around a point as wedges, each in one colour: neither cairo nor SVG has one.
enum AngularWedges {
  private static let count = 180

  static func all(
    _ stops: [GradientStop], _ center: UnitPlace, _ from: Double, _ to: Double, in frame: Rectangle
  ) -> [([CanvasStep], Ink)] {
    let middle = Point(frame.x + frame.width * center.x, frame.y + frame.height * center.y)
    let reach = frame.width + frame.height
    return (0..<count).map { index in
      let (a, b) = (Double(index) * 360 / Double(count), Double(index + 1) * 360 / Double(count) + 0.5)
      let turn = ((a - from).truncatingRemainder(dividingBy: 360) + 360).truncatingRemainder(dividingBy: 360)
      let part = to == from ? 0 : turn / abs(to - from)
      let first = [CanvasStep.line(middle.x + reach, middle.y)].turned(a, middle)
      let second = [CanvasStep.line(middle.x + reach, middle.y)].turned(b, middle)
      return ([.move(middle.x, middle.y)] + first + second + [.close], stops.ink(at: min(max(part, 0), 1)))
    }
  }
}

extension [GradientStop] {
  func ink(at place: Double) -> Ink {
    guard let first, let last else { return .clear }
    if place <= first.place { return first.ink }
    for (before, after) in zip(self, dropFirst()) where place <= after.place {
      let part = after.place > before.place ? (place - before.place) / (after.place - before.place) : 1
      func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
      let (a, b) = (before.ink, after.ink)
      return Ink(mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue), mix(a.opacity, b.opacity))
    }
    return last.ink
  }
}

extension ShapeNode {
  fileprivate var hasStraightEdges: Bool {
    guard stroke == nil, trim == 0...1, rotation == 0, inset == 0 else { return false }
    return switch outline {
    case .rectangle, .rounded, .uneven, .capsule: true
    case .circle, .ellipse, .containerRelative, .path: false
    }
  }
}

extension CanvasColor {
  var ink: Ink { Ink(red, green, blue, opacity) }
}

extension Ink {
  var canvas: CanvasColor { CanvasColor(red, green, blue, opacity) }
}

extension Paint {
  func canvas(in frame: Rectangle, _ change: (Ink) -> Ink) -> CanvasPaint {
    func stops(_ stops: [GradientStop]) -> [(Double, CanvasColor)] { stops.map { ($0.place, change($0.ink).canvas) } }
    func x(_ place: UnitPlace) -> Double { frame.x + frame.width * place.x }
    func y(_ place: UnitPlace) -> Double { frame.y + frame.height * place.y }
    switch self {
    case .ink(let ink): return .color(change(ink).canvas)
    case .linear(let list, let from, let to): return .linear(stops(list), x(from), y(from), x(to), y(to))
    case .radial(let list, let center, let from, let to):
      return .radial(stops(list), x(center), y(center), max(from, 0), max(to, 0.01))
    case .angular(let list, _, _, _): return .color(change(list.first?.ink ?? .clear).canvas)
    }
  }
}
