// SPDX-License-Identifier: Apache-2.0
import AccessModel

/// Bars a day as SVG, which takes its colours from the page around it.
package struct ReportChart: Sendable {
  package var width = 560
  package var height = 150
  private static let top = 18
  private static let bottom = 22

  package init() {}

  /// `title` is read out; `colour` is the name of a variable of the page's style.
  package func svg(_ report: PrivacyReport, _ days: PrivacyReport.Days, title: String, colour: String) -> String {
    let most = max(1, days.counts.max() ?? 1)
    let room = height - Self.top - Self.bottom
    let step = width / max(1, days.counts.count)
    let bar = min(44, step - 14)
    var svg =
      "<svg viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"\(HTMLText.escaped(title))\">"
      + "<title>\(HTMLText.escaped(title))</title>"
      + "<line class=\"axis\" x1=\"0\" y1=\"\(height - Self.bottom)\" x2=\"\(width)\" y2=\"\(height - Self.bottom)\"/>"
    for (index, count) in days.counts.enumerated() {
      let tall = count == 0 ? 0 : max(3, room * count / most)
      let left = index * step + (step - bar) / 2
      let base = height - Self.bottom
      let day = "\(report.weekday(index)) \(report.day(index).dayText): \(count)"
      svg +=
        "<g><title>\(day)</title>"
        + (tall > 0
          ? "<path fill=\"var(--\(colour))\" d=\"\(Self.bar(left, base, bar, tall))\"/>"
            + "<text class=\"count\" x=\"\(left + bar / 2)\" y=\"\(base - tall - 5)\">\(Self.short(count))</text>"
          : "")
        + "<text class=\"day\" x=\"\(left + bar / 2)\" y=\"\(height - 6)\">\(report.weekday(index))</text></g>"
    }
    return svg + "</svg>"
  }

  /// Seven bars without words, for a row of a table.
  package static func spark(_ days: PrivacyReport.Days, colour: String) -> String {
    let most = max(1, days.counts.max() ?? 1)
    let bars = days.counts.enumerated().map { index, count in
      let tall = count == 0 ? 1 : max(2, 20 * count / most)
      let shade = count == 0 ? "line" : colour
      return "<rect fill=\"var(--\(shade))\" x=\"\(index * 11)\" y=\"\(22 - tall)\" width=\"8\" height=\"\(tall)\" "
        + "rx=\"1.5\"/>"
    }
    return "<svg class=\"spark\" viewBox=\"0 0 74 22\" aria-hidden=\"true\">\(bars.joined())</svg>"
  }

  /// A bar that is rounded at the top alone.
  private static func bar(_ left: Int, _ base: Int, _ width: Int, _ tall: Int) -> String {
    let radius = min(4, tall)
    return "M\(left) \(base)v-\(tall - radius)q0-\(radius) \(radius)-\(radius)h\(width - 2 * radius)"
      + "q\(radius) 0 \(radius) \(radius)v\(tall - radius)z"
  }

  private static func short(_ count: Int) -> String {
    switch count {
    case ..<10_000: "\(count)"
    case ..<1_000_000: "\(count / 1000)k"
    default: "\(count / 1_000_000)M"
    }
  }
}

/// Text as it stands in HTML and SVG, in elements and in attributes.
package enum HTMLText {
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // What turns the direction of text around, or is not seen, is not shown as it is.
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{200B}"..."\u{200F}", "\u{FEFF}": result += "\u{FFFD}"
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value): result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
