// SPDX-License-Identifier: Apache-2.0
package import WidgetModel

/// A size that is proposed to a view; nil asks for its ideal size.
struct Proposal: Hashable {
  var width, height: Double?

  static let unspecified = Proposal(width: nil, height: nil)
  init(width: Double?, height: Double?) { (self.width, self.height) = (width, height) }
  init(_ size: Size) { self.init(width: size.width, height: size.height) }
}

/// How large a view is, and where the feet of its first and last line of letters are.
package struct Extent: Sendable, Hashable {
  package var width, height: Double
  package var first, last: Double

  package init(_ width: Double, _ height: Double, first: Double? = nil, last: Double? = nil) {
    (self.width, self.height) = (width, height)
    (self.first, self.last) = (first ?? height, last ?? height)
  }

  var size: Size { Size(width, height) }
}

/// Knows how large texts are.
package protocol TextMeasuring {
  /// - Parameters:
  ///   - text: With the lines it may have.
  ///   - width: Nil: as wide as it is.
  /// - Returns: The size, how many lines there are, and whether some of the text is cut off.
  func measure(_ text: TextNode, width: Double?) -> (extent: Extent, lines: Int, isCut: Bool)
  /// The size of a symbol, against the height of capital letters beside it.
  func symbolSize(_ name: String, _ face: Typeface) -> Size
}

/// A view in the course of its layout, with the sizes it has answered: SwiftUI's protocol asks for them again and again.
final class LayoutItem {
  let node: WidgetNode
  let children: [LayoutItem]
  /// The other view of a background, an overlay or a mask.
  let other: LayoutItem?
  private var answers: [Proposal: Extent] = [:]
  /// The last proposal: where the item is placed then, it was offered this.
  private(set) var offered = Proposal.unspecified
  /// The direction of the stack that the item is in, whatever is around it there: a spacer has a length in that alone.
  let axis: StackNode.Axis?

  init(_ node: WidgetNode, along axis: StackNode.Axis? = nil) {
    (self.node, self.axis) = (node, axis)
    switch node {
    case .stack(let stack, let nodes): (children, other) = (nodes.map { LayoutItem($0, along: stack.axis) }, nil)
    case .fitting(_, _, let nodes): (children, other) = (nodes.map { LayoutItem($0, along: axis) }, nil)
    case .pile(_, let nodes): (children, other) = (nodes.map { LayoutItem($0) }, nil)
    case .grid(_, let rows): (children, other) = (rows.joined().map { LayoutItem($0) }, nil)
    case .placed(_, let placed): (children, other) = (placed.map { LayoutItem($0.node) }, nil)
    case .sized(_, _, let child): (children, other) = ([LayoutItem(child)], nil)
    case .gauge(let gauge):
      children = [gauge.label, gauge.value, gauge.minimum, gauge.maximum].map { LayoutItem($0) }
      other = nil
    case .modified(let child, let modifier):
      children = [LayoutItem(child, along: axis)]
      switch modifier {
      case .background(let node, _), .overlay(let node, _), .mask(let node, _): other = LayoutItem(node)
      default: other = nil
      }
    default: (children, other) = ([], nil)
    }
  }

  var child: LayoutItem { children[0] }

  /// The priority with which views get room.
  var priority: Double {
    guard case .modified(_, let modifier) = node else { return 0 }
    if case .priority(let priority) = modifier { return priority }
    return child.priority
  }

  /// Whether the view itself says with which priority it gets room.
  var namesPriority: Bool {
    guard case .modified(_, let modifier) = node else { return false }
    if case .priority = modifier { return true }
    return child.namesPriority
  }

  /// A spacer with nothing but marks and a priority around it.
  var spacer: Double?? {
    switch node {
    case .spacer(let minimum): return .some(minimum)
    case .modified(_, .mark), .modified(_, .priority): return child.spacer
    default: return nil
    }
  }

  var isText: Bool {
    switch node {
    case .text: true
    case .cover(let cover): if case .bar = cover.form { true } else { false }
    case .modified(_, let modifier):
      switch modifier {
      case .mark, .accessibility, .accentable, .priority, .opacity, .blur, .fixedSize: child.isText
      default: false
      }
    default: false
    }
  }

  func extent(_ proposal: Proposal, _ measuring: some TextMeasuring) -> Extent {
    offered = proposal
    if let known = answers[proposal] { return known }
    let extent = measured(proposal, measuring)
    answers[proposal] = extent
    return extent
  }

  func size(_ proposal: Proposal, _ measuring: some TextMeasuring) -> Size { extent(proposal, measuring).size }
}
