// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// The length of a surface without a size of its own where none is offered, as in SwiftUI.
private let plain = 10.0
let dividerThickness = 0.5

extension LayoutItem {
  func measured(_ proposal: Proposal, _ measuring: some TextMeasuring) -> Extent {
    switch node {
    case .empty: return Extent(0, 0)
    case .text(let text): return TextFit(text, proposal, measuring).extent
    case .image(let image): return extent(of: image, proposal, measuring)
    case .shape(let shape):
      let size = Size(proposal.width ?? plain, proposal.height ?? plain)
      guard shape.outline == .circle else { return Extent(size.width, size.height) }
      let side = min(size.width, size.height)
      return Extent(side, side)
    case .paint, .chart: return Extent(proposal.width ?? plain, proposal.height ?? plain)
    case .spacer(let minimum):
      return Extent(
        axis == .vertical ? 0 : max(proposal.width ?? 0, minimum ?? 8),
        axis == .horizontal ? 0 : max(proposal.height ?? 0, minimum ?? 8))
    case .divider: return Extent(proposal.width ?? plain, dividerThickness)
    case .stack(let stack, _): return StackLayout(stack, children, proposal, measuring).extent
    case .pile(let placement, _): return pile(placement, proposal, measuring)
    case .grid(let grid, let rows): return GridLayout(grid, rows.map(\.count), children, proposal, measuring).extent
    case .fitting(let horizontal, let vertical, _):
      return fitting(horizontal, vertical, proposal, measuring)?.extent(proposal, measuring) ?? Extent(0, 0)
    case .gauge(let gauge): return GaugeLayout(gauge, children, proposal, measuring).extent
    case .placed(let layout, _):
      // A layout that was made for more room than there is takes what there is, and is made again for that.
      let width = proposal.width.flatMap { $0 > 0 ? $0 : nil } ?? layout.size.width
      return Extent(min(layout.size.width, width), layout.size.height)
    case .sized: return Extent(proposal.width ?? plain, proposal.height ?? plain)
    case .cover(let cover): return extent(of: cover, proposal, measuring)
    case .modified(_, let modifier): return modified(modifier, proposal, measuring)
    }
  }

  private func extent(of image: ImageNode, _ proposal: Proposal, _ measuring: some TextMeasuring) -> Extent {
    let natural = naturalSize(of: image, measuring)
    if image.sizing == .resizable {
      return Extent(proposal.width ?? natural.width, proposal.height ?? natural.height)
    }
    guard case .symbol = image.source else { return Extent(natural.width, natural.height) }
    // A symbol stands in the middle of capital letters.
    let baseline = natural.height / 2 + image.face.size * 0.36
    return Extent(natural.width, natural.height, first: baseline, last: baseline)
  }

  private func naturalSize(of image: ImageNode, _ measuring: some TextMeasuring) -> Size {
    switch image.source {
    case .symbol(let name): measuring.symbolSize(name, image.face)
    case .png(let bytes, let scale): PNGHeader(bytes).map { Size($0.width / scale, $0.height / scale) } ?? .zero
    case .drawing(_, let size): size
    }
  }

  private func extent(of cover: CoverNode, _ proposal: Proposal, _ measuring: some TextMeasuring) -> Extent {
    switch cover.form {
    case .bar(let face, let letters, let lines, _):
      let line = measuring.measure(
        TextNode([TextRun("0", face: face, paint: .ink(.black))], lineLimit: 1), width: nil
      ).extent
      let width = min(letters * face.size * 0.56, proposal.width ?? .infinity)
      let height = line.height * Double(lines)
      return Extent(width, height, first: line.first, last: height - line.height + line.first)
    case .symbol(let size): return Extent(size * 1.2, size * 1.2, first: size * 0.96, last: size * 0.96)
    case .surface: return Extent(proposal.width ?? plain, proposal.height ?? plain)
    }
  }

  private func pile(_ placement: Placement, _ proposal: Proposal, _ measuring: some TextMeasuring) -> Extent {
    let extents = children.map { $0.extent(proposal, measuring) }
    let width = extents.map(\.width).max() ?? 0
    let height = extents.map(\.height).max() ?? 0
    guard let first = extents.first else { return Extent(0, 0) }
    let top = placement.vertical.offset(of: first, within: height)
    return Extent(width, height, first: top + first.first, last: top + first.last)
  }

  /// The first child that is no larger than what is offered.
  func fitting(
    _ horizontal: Bool, _ vertical: Bool, _ proposal: Proposal, _ measuring: some TextMeasuring
  ) -> LayoutItem? {
    children.first { child in
      let ideal = child.extent(
        Proposal(width: horizontal ? nil : proposal.width, height: vertical ? nil : proposal.height), measuring)
      return (!horizontal || ideal.width <= (proposal.width ?? .infinity) + 0.01)
        && (!vertical || ideal.height <= (proposal.height ?? .infinity) + 0.01)
    } ?? children.last
  }

  // MARK: Modifiers

  private func modified(_ modifier: Modifier, _ proposal: Proposal, _ measuring: some TextMeasuring) -> Extent {
    switch modifier {
    case .padding(let edges):
      let inner = child.extent(proposal.inset(by: edges), measuring)
      return Extent(
        max(0, inner.width + edges.horizontal), max(0, inner.height + edges.vertical), first: edges.top + inner.first,
        last: edges.top + inner.last)
    case .frame, .flexibleFrame:
      let inner = child.extent(innerProposal(modifier, proposal, measuring), measuring)
      let size = frameSize(modifier, proposal, inner.size)
      guard case .frame(_, _, let placement) = modifier else {
        guard case .flexibleFrame(_, let placement) = modifier else { return inner }
        return framed(inner, size, placement)
      }
      return framed(inner, size, placement)
    case .position: return Extent(proposal.width ?? plain, proposal.height ?? plain)
    default: return child.extent(innerProposal(modifier, proposal, measuring), measuring)
    }
  }

  private func framed(_ inner: Extent, _ size: Size, _ placement: Placement) -> Extent {
    let top = placement.vertical.offset(of: inner, within: size.height)
    return Extent(size.width, size.height, first: top + inner.first, last: top + inner.last)
  }

  /// The size that a modifier offers the view in it.
  func innerProposal(_ modifier: Modifier, _ proposal: Proposal, _ measuring: some TextMeasuring) -> Proposal {
    switch modifier {
    case .padding(let edges): return proposal.inset(by: edges)
    case .frame(let width, let height, _):
      return Proposal(width: width ?? proposal.width, height: height ?? proposal.height)
    case .flexibleFrame(let frame, _):
      return Proposal(
        width: bounded(proposal.width ?? frame.idealWidth, frame.minWidth, frame.maxWidth),
        height: bounded(proposal.height ?? frame.idealHeight, frame.minHeight, frame.maxHeight))
    case .fixedSize(let horizontal, let vertical):
      return Proposal(width: horizontal ? nil : proposal.width, height: vertical ? nil : proposal.height)
    case .aspectRatio(let ratio, let fit):
      let ideal = child.extent(.unspecified, measuring)
      let ratio = ratio ?? (ideal.height > 0 ? ideal.width / ideal.height : 1)
      return proposal.fitted(ratio, fit, ideal.size)
    default: return proposal
    }
  }

  private func bounded(_ value: Double?, _ lowest: Double?, _ highest: Double?) -> Double? {
    value.map { max(min($0, highest ?? .infinity), lowest ?? 0) }
  }

  private func frameSize(_ modifier: Modifier, _ proposal: Proposal, _ inner: Size) -> Size {
    switch modifier {
    case .frame(let width, let height, _): return Size(width ?? inner.width, height ?? inner.height)
    case .flexibleFrame(let frame, _):
      func side(_ offered: Double?, _ own: Double, _ lowest: Double?, _ highest: Double?) -> Double {
        guard lowest != nil || highest != nil else { return own }
        let (lower, upper) = (lowest ?? own, highest ?? own)
        // What nobody bounds is as large as its content.
        let wanted = offered ?? own
        return max(min(wanted, upper), min(lower, upper))
      }
      return Size(
        side(proposal.width, inner.width, frame.minWidth, frame.maxWidth),
        side(proposal.height, inner.height, frame.minHeight, frame.maxHeight))
    default: return inner
    }
  }
}

extension Proposal {
  func inset(by edges: Edges) -> Proposal {
    Proposal(width: width.map { max(0, $0 - edges.horizontal) }, height: height.map { max(0, $0 - edges.vertical) })
  }

  func fitted(_ ratio: Double, _ fit: Modifier.Fit, _ ideal: Size) -> Proposal {
    switch (width, height) {
    case (nil, nil): return self
    case (let width?, nil): return Proposal(width: width, height: width / ratio)
    case (nil, let height?): return Proposal(width: height * ratio, height: height)
    case (let width?, let height?):
      let isWide = width / max(height, 0.001) > ratio
      if isWide == (fit == .fit) { return Proposal(width: height * ratio, height: height) }
      return Proposal(width: width, height: width / ratio)
    }
  }
}

extension HorizontalPlacement {
  func offset(of width: Double, within whole: Double) -> Double {
    switch self {
    case .leading: 0
    case .center: (whole - width) / 2
    case .trailing: whole - width
    }
  }
}

extension VerticalPlacement {
  func offset(of extent: Extent, within whole: Double) -> Double {
    switch self {
    case .top: 0
    case .center, .firstBaseline, .lastBaseline: (whole - extent.height) / 2
    case .bottom: whole - extent.height
    }
  }
}

/// The size of a PNG file's picture.
struct PNGHeader {
  let width, height: Double

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 24, bytes[1...3] == [0x50, 0x4E, 0x47] else { return nil }
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard (1...4096).contains(number(16)), (1...4096).contains(number(20)) else { return nil }
    (width, height) = (Double(number(16)), Double(number(20)))
  }
}
