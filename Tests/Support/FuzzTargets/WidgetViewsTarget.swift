// SPDX-License-Identifier: Apache-2.0
import WidgetHost
import WidgetLayout
import WidgetModel

/// The views that an extension answers, laid out as a placeholder: they end, and nothing that could be read is left.
package enum WidgetViewsTarget: FuzzTarget {
  package static let name = "WidgetViews"

  package static func run(_ bytes: [UInt8]) {
    guard let answer = try? WidgetAnswer(frame: bytes) else { return }
    switch answer {
    case .timeline(let timeline): for entry in timeline.entries.prefix(4) { layOut(entry) }
    case .entry(let entry): layOut(entry)
    default: break
    }
  }

  private static func layOut(_ entry: WidgetEntry) {
    var environment = WidgetEnvironment(family: .systemSmall, size: Size(158, 158), now: 0)
    environment.reasons = .placeholder
    let tree = RedactedTree(entry.root, background: entry.background, link: entry.link, demanded: .placeholder)
    let list = WidgetLayout.list(of: tree, in: environment, FixedLetters()).list
    _ = list.text
    _ = WidgetLint.findings(content: entry, placeholder: entry)
    precondition(list.target(at: Point(79, 79)) == nil || !isHidden(entry.root), "a hidden control is hit")
  }

  /// Whether no view says that it is not to be hidden.
  private static func isHidden(_ node: WidgetNode) -> Bool {
    !"\(node)".contains("unredacted")
  }
}

/// Letters that are all of one size: a layout that needs no faces.
private struct FixedLetters: TextMeasuring {
  func measure(_ text: TextNode, width: Double?) -> (extent: Extent, lines: Int, isCut: Bool) {
    let size = text.runs.first?.face.size ?? 10
    let natural = Double(text.string.count) * size * 0.5
    let lines = width.map { $0 > 0 ? min(max(natural / $0, 1), 100) : 1 } ?? 1
    let shown = min(Int(lines), text.lineLimit ?? .max)
    return (Extent(min(natural, width ?? natural), size * Double(max(shown, 1))), shown, Int(lines) > shown)
  }

  func symbolSize(_ name: String, _ face: Typeface) -> Size { Size(face.size, face.size) }
}
