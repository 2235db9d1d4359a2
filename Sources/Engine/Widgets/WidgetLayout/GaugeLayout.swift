// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// The rectangles of the parts of a gauge.
struct GaugeLayout {
  private(set) var extent = Extent(0, 0)
  /// The rectangle of the bar or ring.
  private(set) var form = Rectangle(0, 0, 0, 0)
  /// The rectangles of label, value, minimum and maximum; nil for those that are not drawn.
  private(set) var labels: [Rectangle?] = [nil, nil, nil, nil]

  private static let bar = 6.0
  private static let ring = 58.0

  init(_ gauge: GaugeNode, _ children: [LayoutItem], _ proposal: Proposal, _ measuring: some TextMeasuring) {
    switch gauge.style {
    case .linear, .accessoryLinear: line(children, proposal, measuring)
    case .ring, .capacity: ring(gauge, children, proposal, measuring)
    }
  }

  private mutating func line(_ children: [LayoutItem], _ proposal: Proposal, _ measuring: some TextMeasuring) {
    let width = proposal.width ?? 100
    let sizes = children.map { $0.size(Proposal(width: width, height: nil), measuring) }
    var y = 0.0
    // The label above, the value below, the bounds beside the bar.
    if sizes[0].height > 0 {
      labels[0] = Rectangle(0, y, sizes[0].width, sizes[0].height)
      y += sizes[0].height + 4
    }
    let (minimum, maximum) = (sizes[2], sizes[3])
    let height = max(Self.bar, minimum.height, maximum.height)
    let left = minimum.width > 0 ? minimum.width + 6 : 0
    let right = maximum.width > 0 ? maximum.width + 6 : 0
    if minimum.width > 0 { labels[2] = Rectangle(Point(0, y + (height - minimum.height) / 2), minimum) }
    if maximum.width > 0 {
      labels[3] = Rectangle(Point(width - maximum.width, y + (height - maximum.height) / 2), maximum)
    }
    form = Rectangle(left, y + (height - Self.bar) / 2, max(width - left - right, 0), Self.bar)
    y += height
    if sizes[1].height > 0 {
      labels[1] = Rectangle(0, y + 4, sizes[1].width, sizes[1].height)
      y += 4 + sizes[1].height
    }
    extent = Extent(width, y)
  }

  private mutating func ring(
    _ gauge: GaugeNode, _ children: [LayoutItem], _ proposal: Proposal, _ measuring: some TextMeasuring
  ) {
    let side = min(proposal.width ?? Self.ring, proposal.height ?? Self.ring)
    form = Rectangle(0, 0, side, side)
    extent = Extent(side, side)
    // The value stands in the middle; without one, the label does. In an open ring, label or bounds stand in its mouth.
    let inner = side * 0.62
    func size(_ index: Int, _ width: Double) -> Size {
      children[index].size(Proposal(width: width, height: nil), measuring)
    }
    let value = size(1, inner)
    let center = value.width > 0 ? 1 : 0
    let middle = center == 1 ? value : size(0, inner)
    if middle.width > 0 {
      labels[center] = Rectangle(Point((side - middle.width) / 2, (side - middle.height) / 2), middle)
    }
    guard gauge.style == .ring else { return }
    let (minimum, maximum) = (size(2, side / 3), size(3, side / 3))
    if minimum.width > 0 || maximum.width > 0 {
      labels[2] = Rectangle(Point(side * 0.32 - minimum.width / 2, side - minimum.height), minimum)
      labels[3] = Rectangle(Point(side * 0.68 - maximum.width / 2, side - maximum.height), maximum)
    } else if center == 1 {
      let label = size(0, side / 2)
      labels[0] = Rectangle(Point((side - label.width) / 2, side - label.height), label)
    }
  }
}
