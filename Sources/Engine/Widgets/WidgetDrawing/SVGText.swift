// SPDX-License-Identifier: Apache-2.0
import TerminalText
import Drawing

/// Bytes of an SVG document being written.
struct SVGText {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ text: String) { bytes += text.utf8 }

  mutating func append(_ other: SVGText) { bytes += other.bytes }
  mutating func append(plain text: String) { bytes += text.utf8 }

  /// Appends a text of an extension: no character of it ends an attribute or begins an element.
  mutating func append(escaped text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": bytes += "&lt;".utf8
      case ">": bytes += "&gt;".utf8
      case "&": bytes += "&amp;".utf8
      case "\"": bytes += "&quot;".utf8
      case "'": bytes += "&#39;".utf8
      case _ where scalar.steersTerminals:
        // XML has no control characters. What changes a line's direction does so where the picture is seen, and not where
        // the file is printed.
        bytes += (scalar.properties.isBidiControl ? "&#\(scalar.value);" : " ").utf8
      default: bytes += String(scalar).utf8
      }
    }
  }

  /// Writes a number with at most two digits after the point.
  mutating func append(_ value: Double) {
    var hundredths = Int((min(max(value, -1e9), 1e9) * 100).rounded())
    if hundredths < 0 {
      bytes.append(UInt8(ascii: "-"))
      hundredths = -hundredths
    }
    append(whole: hundredths / 100)
    let part = hundredths % 100
    guard part > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    bytes.append(UInt8(48 + part / 10))
    if part % 10 > 0 { bytes.append(UInt8(48 + part % 10)) }
  }

  private mutating func append(whole value: Int) {
    if value >= 10 { append(whole: value / 10) }
    bytes.append(UInt8(48 + value % 10))
  }

  mutating func append(numbers: Double...) {
    for (index, number) in numbers.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: " ")) }
      append(number)
    }
  }

  mutating func append(path steps: [CanvasStep]) {
    for step in steps {
      switch step {
      case .move(let x, let y):
        bytes.append(UInt8(ascii: "M"))
        append(numbers: x, y)
      case .line(let x, let y):
        bytes.append(UInt8(ascii: "L"))
        append(numbers: x, y)
      case .curve(let a, let b, let c, let d, let e, let f):
        bytes.append(UInt8(ascii: "C"))
        append(numbers: a, b, c, d, e, f)
      case .close: bytes.append(UInt8(ascii: "Z"))
      }
    }
  }

  mutating func append(_ color: CanvasColor, _ name: String) {
    append(" ")
    append(name)
    append("=\"#")
    for part in [color.red, color.green, color.blue] {
      let value = Int((min(max(part, 0), 1) * 255).rounded())
      bytes.append(Self.digits[value >> 4])
      bytes.append(Self.digits[value & 15])
    }
    append("\"")
    guard color.opacity < 1 else { return }
    append(" ")
    append(name)
    append("-opacity=\"")
    append(max(color.opacity, 0))
    append("\"")
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
