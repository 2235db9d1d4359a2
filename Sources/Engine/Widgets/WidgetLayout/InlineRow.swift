// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// The line beside a clock: a widget's first picture and first text, in one row and in the system's face, whatever else it has.
struct InlineRow {
  private static let face = Typeface(size: 16, weight: 500)
  private static let spacing = 5.0

  private var picture: WidgetNode?
  private var text: WidgetNode?
  private var isWhole: Bool { picture != nil && text != nil }

  static func node(of root: WidgetNode) -> WidgetNode {
    // Of several that may fit, the first that does is the row.
    if case .fitting(_, _, let nodes) = root.unchanged {
      return .fitting(horizontal: true, vertical: false, nodes.map { node(of: $0) })
    }
    var row = InlineRow()
    row.look(at: root)
    return .stack(
      StackNode(.horizontal, .center, spacing: spacing), [row.picture, row.text].compactMap { $0 })
  }

  private mutating func look(at node: WidgetNode) {
    guard !isWhole else { return }
    switch node {
    case .text(let found) where text == nil: text = .text(Self.line(found))
    case .image(let found) where picture == nil: picture = Self.small(found)
    case .cover(let cover): look(at: cover)
    case .stack(_, let nodes), .pile(_, let nodes): look(at: nodes)
    case .fitting(_, _, let nodes): look(at: Array(nodes.prefix(1)))
    case .grid(_, let rows): rows.forEach { look(at: $0) }
    case .placed(_, let placed): look(at: placed.map(\.node))
    case .sized(_, _, let child): look(at: child)
    case .gauge(let gauge): look(at: [gauge.label, gauge.value])
    case .modified(let child, let modifier): look(at: child, modifier)
    default: break
    }
  }

  private mutating func look(at nodes: [WidgetNode]) { for node in nodes { look(at: node) } }

  private mutating func look(at cover: CoverNode) {
    switch cover.form {
    case .bar(_, let letters, _, let placement):
      guard text == nil else { return }
      text = .cover(CoverNode(.bar(Self.face, letters: letters, lines: 1, placement), cover.ink))
    case .symbol, .surface:
      guard picture == nil else { return }
      picture = .cover(CoverNode(.symbol(Self.face.size), cover.ink))
    }
  }

  /// What changes views' places and colours has no effect here.
  private mutating func look(at child: WidgetNode, _ modifier: Modifier) {
    switch modifier {
    case .opacity(0): return
    case .background(let other, _):
      look(at: other.isPicture ? [other, child] : [child, other])
    case .overlay(let other, _): look(at: [child, other])
    // A mark stays around what it is about, and so does what is said of it.
    case .mark, .accessibility:
      var inner = self
      inner.look(at: child)
      if text == nil { text = inner.text.map { .modified($0, modifier) } }
      if picture == nil { picture = inner.picture.map { .modified($0, modifier) } }
    default: look(at: child)
    }
  }

  private static func line(_ text: TextNode) -> TextNode {
    var text = text
    (text.lineLimit, text.minimumScale) = (1, 1)
    for index in text.runs.indices {
      let digits = text.runs[index].face.digits
      (text.runs[index].face, text.runs[index].tracking, text.runs[index].rise) = (face, 0, 0)
      (text.runs[index].face.digits, text.runs[index].paint) = (digits, .ink(.white))
    }
    return text
  }

  private static func small(_ image: ImageNode) -> WidgetNode {
    var image = image
    image.face = face
    if image.paint != nil { image.paint = .ink(.white) }
    guard case .symbol = image.source else {
      image.sizing = .resizable
      return .modified(
        .modified(.image(image), .aspectRatio(nil, .fit)),
        .frame(width: nil, height: face.size, .center))
    }
    image.sizing = .natural
    return .image(image)
  }
}

extension WidgetNode {
  /// The view below what only says something of it.
  fileprivate var unchanged: WidgetNode {
    switch self {
    case .modified(let child, .mark), .modified(let child, .accessibility), .modified(let child, .accentable):
      child.unchanged
    case .stack(_, let nodes) where nodes.count == 1, .pile(_, let nodes) where nodes.count == 1: nodes[0].unchanged
    default: self
    }
  }

  fileprivate var isPicture: Bool { if case .image = self { true } else { false } }
}

extension Family {
  /// The edge beyond which nothing of a widget is drawn.
  var edge: Outline {
    switch self {
    case .accessoryCircular: .circle
    case .accessoryRectangular, .accessoryInline: .rectangle
    default: .containerRelative
    }
  }
}
