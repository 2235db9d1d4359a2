// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// Shares a length among a stack's children: the least flexible of the highest priority choose first, as in SwiftUI.
struct StackLayout {
  /// The extents in the order of the children.
  private(set) var extents: [Extent]
  /// The places of the children, from the stack's corner.
  private(set) var origins: [Point] = []
  private(set) var extent = Extent(0, 0)

  private let isHorizontal: Bool

  init(
    _ stack: StackNode, _ children: [LayoutItem], _ proposal: Proposal, _ measuring: some TextMeasuring
  ) {
    isHorizontal = stack.axis == .horizontal
    extents = Array(repeating: Extent(0, 0), count: children.count)
    let gaps = Self.gaps(stack, children)
    let offered = isHorizontal ? proposal.width : proposal.height
    let cross = isHorizontal ? proposal.height : proposal.width
    share(offered.map { $0 - gaps.reduce(0, +) }, cross, children, measuring)
    place(stack.placement, gaps)
  }

  private static func gaps(_ stack: StackNode, _ children: [LayoutItem]) -> [Double] {
    guard children.count > 1 else { return [] }
    return (1..<children.count).map { index in
      if let spacing = stack.spacing { return spacing }
      let (before, after) = (children[index - 1], children[index])
      // A spacer is distance enough; lines of text stand closer than other things.
      if before.spacer != nil || after.spacer != nil { return 0 }
      return stack.axis == .vertical && before.isText && after.isText ? 4 : 8
    }
  }

  private func proposal(_ length: Double?, _ cross: Double?) -> Proposal {
    isHorizontal ? Proposal(width: length, height: cross) : Proposal(width: cross, height: length)
  }

  private func measure(
    _ child: LayoutItem, _ length: Double?, _ cross: Double?, _ measuring: some TextMeasuring
  ) -> Extent {
    if let minimum = child.spacer {
      let length = max(length ?? 0, minimum ?? 8)
      return isHorizontal ? Extent(length, 0) : Extent(0, length)
    }
    if case .divider = child.node {
      return isHorizontal ? Extent(dividerThickness, cross ?? 10) : Extent(cross ?? 10, dividerThickness)
    }
    return child.extent(proposal(length, cross), measuring)
  }

  private func length(_ extent: Extent) -> Double { isHorizontal ? extent.width : extent.height }

  private mutating func share(
    _ offered: Double?, _ cross: Double?, _ children: [LayoutItem], _ measuring: some TextMeasuring
  ) {
    guard let offered, offered.isFinite else {
      for (index, child) in children.enumerated() { extents[index] = measure(child, offered, cross, measuring) }
      return
    }
    let ranges = children.map { child -> (least: Double, most: Double) in
      (length(measure(child, 0, cross, measuring)), length(measure(child, 1e5, cross, measuring)))
    }
    var rest = max(offered, 0)
    let priorities = Set(children.indices.map { priority(children[$0]) }).sorted(by: >)
    for (place, priority) in priorities.enumerated() {
      let group = children.indices.filter { self.priority(children[$0]) == priority }
        .sorted { (ranges[$0].most - ranges[$0].least, $0) < (ranges[$1].most - ranges[$1].least, $1) }
      // Those that come later keep what they need at least.
      let later = children.indices.filter { priorities[(place + 1)...].contains(self.priority(children[$0])) }
        .reduce(0) { $0 + ranges[$1].least }
      var free = max(rest - later, 0)
      for (position, index) in group.enumerated() {
        let part = free / Double(group.count - position)
        extents[index] = measure(children[index], part, cross, measuring)
        free = max(free - length(extents[index]), 0)
      }
      rest = free + later
    }
  }

  /// Spacers take what all others leave, but for those that are given a priority.
  private func priority(_ child: LayoutItem) -> Double {
    child.spacer != nil && !child.namesPriority ? -1e6 : child.priority
  }

  private mutating func place(_ placement: Placement, _ gaps: [Double]) {
    let along = zip(extents.indices, extents).map { length($1) + ($0 < gaps.count ? gaps[$0] : 0) }
    let total = along.reduce(0, +)
    var position = 0.0
    if isHorizontal {
      let (above, below) = baselineRoom(placement.vertical)
      let height = above + below
      for (index, extent) in extents.enumerated() {
        let y =
          switch placement.vertical {
          case .firstBaseline: above - extent.first
          case .lastBaseline: above - extent.last
          default: placement.vertical.offset(of: extent, within: height)
          }
        origins.append(Point(position, y))
        position += along[index]
      }
      let feet = zip(extents, origins).filter { $0.0.height > 0 }
      extent = Extent(
        total, height, first: feet.map { $0.1.y + $0.0.first }.min(), last: feet.map { $0.1.y + $0.0.last }.max())
    } else {
      let width = extents.map(\.width).max() ?? 0
      for (index, extent) in extents.enumerated() {
        origins.append(Point(placement.horizontal.offset(of: extent.width, within: width), position))
        position += along[index]
      }
      let last = zip(origins, extents).map { $0.y + $1.last }.last
      extent = Extent(width, total, first: extents.first?.first, last: last)
    }
  }

  /// The heights above and below the line on which children stand.
  private func baselineRoom(_ placement: VerticalPlacement) -> (Double, Double) {
    switch placement {
    case .firstBaseline:
      (extents.map(\.first).max() ?? 0, extents.map { $0.height - $0.first }.max() ?? 0)
    case .lastBaseline:
      (extents.map(\.last).max() ?? 0, extents.map { $0.height - $0.last }.max() ?? 0)
    default: (extents.map(\.height).max() ?? 0, 0)
    }
  }
}
