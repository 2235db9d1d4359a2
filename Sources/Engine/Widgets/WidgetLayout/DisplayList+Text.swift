// SPDX-License-Identifier: Apache-2.0
import TerminalText
import WidgetModel

extension DisplayList {
  /// A line for each thing that is drawn, hit or said: for people who compare two lists.
  package var text: String {
    var lines = ["widget \(short(size.width)) x \(short(size.height))"]
    var depth = 0
    for item in items {
      if case .end = item {
        depth = max(depth - 1, 0)
        continue
      }
      lines.append(String(repeating: "  ", count: depth + 1) + item.text)
      if case .begin = item { depth += 1 }
    }
    for region in regions { lines.append("tap \(text(of: region)) \(region.frame.text)") }
    for element in spoken { lines.append("say \(quoted(element.text)) \(element.frame.text)") }
    return lines.map { $0 + "\n" }.joined()
  }

  private func text(of region: HitRegion) -> String {
    switch region.target {
    case .link(let link): "link \(quoted(link))"
    case .control: "control \(quoted(name(of: region)))"
    }
  }
}

extension DisplayItem {
  fileprivate var text: String {
    switch self {
    case .shape(let shape, let frame):
      let fill = shape.fill.map { " fill \($0.text)" } ?? ""
      let stroke = shape.stroke.map { " stroke \(short($0.width)) \($0.paint.text)" } ?? ""
      let part =
        shape.trim == 0...1 ? "" : " part \(short(shape.trim.lowerBound))-\(short(shape.trim.upperBound))"
      let turn = shape.rotation == 0 ? "" : " turned \(short(shape.rotation))"
      return "\(shape.outline.text) \(frame.text)\(fill)\(stroke)\(part)\(turn)"
    case .text(let node, let frame):
      let runs = node.runs.map { run in
        let what = run.symbol.map { "symbol \(escaped($0))" } ?? quoted(run.string)
        return "\(what) \(short(run.face.size))/\(run.face.weight) \(run.paint.text)"
      }
      return "text \(frame.text) " + runs.joined(separator: " + ")
    case .symbol(let name, let paint, let weight, let frame):
      return "symbol \(escaped(name))/\(weight) \(frame.text) \(paint.text)"
    case .picture(let bytes, let tint, let frame):
      return "picture \(bytes.count) bytes \(frame.text)" + (tint.map { " \($0.text)" } ?? "")
    case .begin(let group): return group.text
    case .end: return "end"
    }
  }
}

extension DisplayGroup {
  fileprivate var text: String {
    switch self {
    case .opacity(let opacity): "opacity \(short(opacity))"
    case .clip(let outline, let frame): "clip \(outline.text) \(frame.text)"
    case .transform(let degrees, let x, let y, let point):
      "transform \(short(degrees)) \(short(x)) \(short(y)) at \(short(point.x)),\(short(point.y))"
    case .shadow(let ink, let radius, let x, let y): "shadow \(ink.text) \(short(radius)) \(short(x)),\(short(y))"
    case .blur(let radius): "blur \(short(radius))"
    case .masked: "masked"
    case .mask: "mask"
    case .accent: "accent"
    case .untinted: "untinted"
    case .pictures(let tone): "pictures \(tone)"
    }
  }
}

extension Outline {
  fileprivate var text: String {
    switch self {
    case .rectangle: "rectangle"
    case .rounded(let radius): "rounded(\(short(radius)))"
    case .uneven(let a, let b, let c, let d): "uneven(\([a, b, c, d].map(short).joined(separator: " ")))"
    case .circle: "circle"
    case .ellipse: "ellipse"
    case .capsule: "capsule"
    case .containerRelative: "container"
    case .path(let steps): "path(\(steps.count))"
    }
  }
}

extension Paint {
  fileprivate var text: String {
    func list(_ stops: [GradientStop]) -> String { stops.map(\.ink.text).joined(separator: "-") }
    return switch self {
    case .ink(let ink): ink.text
    case .linear(let stops, _, _): "linear(\(list(stops)))"
    case .radial(let stops, _, _, _): "radial(\(list(stops)))"
    case .angular(let stops, _, _, _): "angular(\(list(stops)))"
    }
  }
}

extension Ink {
  fileprivate var text: String {
    func hex(_ part: Double) -> String {
      let value = String(Int((min(max(part, 0), 1) * 255).rounded()), radix: 16, uppercase: true)
      return value.count < 2 ? "0" + value : value
    }
    return "#" + [red, green, blue].map(hex).joined() + (opacity < 1 ? hex(opacity) : "")
  }
}

extension Rectangle {
  fileprivate var text: String { "[\([x, y, width, height].map(short).joined(separator: " "))]" }
}

/// A number with at most one digit after the point, so that faces of another version do not change much.
private func short(_ value: Double) -> String {
  let tenths = Int((min(max(value, -1e9), 1e9) * 10).rounded())
  let sign = tenths < 0 ? "-" : ""
  return sign + "\(abs(tenths) / 10)" + (tenths % 10 == 0 ? "" : ".\(abs(tenths) % 10)")
}

private func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

/// A text of an extension, escaped so that a terminal does nothing but show it.
private func escaped(_ text: String) -> String {
  text.unicodeScalars.map {
    $0 == "\"" || $0 == "\\" || $0.steersTerminals ? $0.escaped(asASCII: true) : String($0)
  }.joined()
}
