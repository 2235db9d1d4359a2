// SPDX-License-Identifier: Apache-2.0
public import Foundation
import WidgetModel

/// A column of a vertical lazy grid, or a row of a horizontal one. Source: `SwiftUI.GridItem`.
public struct GridItem: Sendable {
  /// The width of the column or the height of the row. Source: `SwiftUI.GridItem.Size`.
  public enum Size: Sendable {
    case fixed(CGFloat)
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    /// The grid has as many columns or rows as the space has room for.
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }
  /// The width of the column or the height of the row.
  public var size: Size
  /// The space behind the column or row in points, or nil for the platform's.
  public var spacing: CGFloat?
  /// The alignment of the cells, or nil for the grid's.
  public var alignment: Alignment?

  /// A column or row of a lazy grid.
  ///
  /// - Parameters:
  ///   - size: The width of the column or the height of the row.
  ///   - spacing: The space behind it in points, or nil for the platform's.
  ///   - alignment: The alignment of cells.
  public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
    (self.size, self.spacing, self.alignment) = (size, spacing, alignment)
  }
}

/// The columns of a vertical lazy grid or the rows of a horizontal one.
struct GridLines {
  struct Line {
    let start, length: CGFloat
    let alignment: Alignment?
  }
  let lines: [Line]

  private struct Item {
    var low, high: CGFloat
    let spacing: CGFloat
    let alignment: Alignment?
  }

  init(_ items: [GridItem], in length: CGFloat) {
    let items = Self.repeated(items, in: length)
    var free = length - items.dropLast().reduce(0) { $0 + $1.spacing } - items.reduce(0) { $0 + $1.low }
    // What is left goes to all that can take it, the smallest first.
    var lengths = items.map(\.low)
    let order = items.indices.sorted { items[$0].high - items[$0].low < items[$1].high - items[$1].low }
    for (rank, index) in order.enumerated() where free > 0 {
      let more = min(free / CGFloat(order.count - rank), items[index].high - items[index].low)
      lengths[index] += more
      free -= more
    }
    var start: CGFloat = 0
    lines = items.indices.map { index in
      defer { start += lengths[index] + items[index].spacing }
      return Line(start: start, length: lengths[index], alignment: items[index].alignment)
    }
  }

  private static func repeated(_ items: [GridItem], in length: CGFloat) -> [Item] {
    let length = min(max(length, 0), 10_000)
    let adaptive = items.count { if case .adaptive = $0.size { true } else { false } }
    let fixed = items.reduce(CGFloat(0)) { sum, item in
      switch item.size {
      case .fixed(let size): sum + size + (item.spacing ?? 8)
      case .flexible(let minimum, _): sum + minimum + (item.spacing ?? 8)
      case .adaptive: sum
      }
    }
    return items.flatMap { item -> [Item] in
      let spacing = item.spacing ?? 8
      switch item.size {
      case .fixed(let size): return [Item(low: size, high: size, spacing: spacing, alignment: item.alignment)]
      case .flexible(let low, let high):
        return [Item(low: low, high: max(low, high), spacing: spacing, alignment: item.alignment)]
      case .adaptive(let low, let high):
        let room = (length - fixed) / CGFloat(max(adaptive, 1))
        let count = min(max(Int((room + spacing) / max(low + spacing, 1)), 1), 100)
        return Array(
          repeating: Item(low: low, high: max(low, high), spacing: spacing, alignment: item.alignment), count: count)
      }
    }
  }
}

/// A layout that fills columns or rows one after the other.
struct LazyGridLayout: Layout {
  let axis: Axis
  let items: [GridItem]
  let placement: Alignment
  let spacing: CGFloat

  private func along(_ size: CGSize) -> CGFloat { axis == .vertical ? size.height : size.width }

  private func lines(_ proposal: ProposedViewSize) -> [GridLines.Line] {
    let offered = axis == .vertical ? proposal.width : proposal.height
    return GridLines(items, in: offered ?? 10).lines
  }

  private func proposal(_ line: GridLines.Line) -> ProposedViewSize {
    axis == .vertical
      ? ProposedViewSize(width: line.length, height: nil) : ProposedViewSize(width: nil, height: line.length)
  }

  /// The height of each row of a vertical grid.
  private func rows(_ subviews: Subviews, _ lines: [GridLines.Line]) -> [CGFloat] {
    guard !lines.isEmpty else { return [] }
    return stride(from: 0, to: subviews.count, by: lines.count).map { first in
      zip(first..<min(first + lines.count, subviews.count), lines)
        .map { along(subviews[$0].sizeThatFits(self.proposal($1))) }.max() ?? 0
    }
  }

  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
    let lines = lines(proposal)
    let rows = rows(subviews, lines)
    let across = lines.last.map { $0.start + $0.length } ?? 0
    let length = rows.reduce(0, +) + spacing * CGFloat(max(rows.count - 1, 0))
    return axis == .vertical ? CGSize(width: across, height: length) : CGSize(width: length, height: across)
  }

  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
    let lines = lines(ProposedViewSize(bounds.size))
    guard !lines.isEmpty else { return }
    var start: CGFloat = 0
    for (row, length) in rows(subviews, lines).enumerated() {
      for (index, line) in zip(row * lines.count..<min((row + 1) * lines.count, subviews.count), lines) {
        let cell =
          axis == .vertical
          ? CGRect(x: line.start, y: start, width: line.length, height: length)
          : CGRect(x: start, y: line.start, width: length, height: line.length)
        place(subviews[index], in: cell.offsetBy(dx: bounds.minX, dy: bounds.minY), line)
      }
      start += length + spacing
    }
  }

  private func place(_ view: LayoutSubview, in cell: CGRect, _ line: GridLines.Line) {
    let place = (line.alignment ?? placement).model
    let x: CGFloat = [.leading: 0, .trailing: 1][place.horizontal] ?? 0.5
    let y: CGFloat = [.top: 0, .bottom: 1][place.vertical] ?? 0.5
    view.place(
      at: CGPoint(x: cell.minX + cell.width * x, y: cell.minY + cell.height * y), anchor: UnitPoint(x: x, y: y),
      proposal: proposal(line))
  }
}

/// A grid of columns whose rows are filled one after the other. Source: `SwiftUI.LazyVGrid`.
public struct LazyVGrid<Content: View>: View {
  private let layout: LazyGridLayout
  private let content: Content

  /// A grid of columns whose rows are filled one after the other.
  ///
  /// - Parameters:
  ///   - columns: The columns of the grid.
  ///   - alignment: The horizontal alignment of cells.
  ///   - spacing: The space between rows in points.
  ///   - pinnedViews: The views that stay while others scroll, which none do in a widget.
  ///   - content: The views.
  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) {
    layout = LazyGridLayout(
      axis: .vertical, items: columns, placement: Alignment(horizontal: alignment, vertical: .center),
      spacing: spacing ?? 8)
    self.content = content()
  }
  /// The views, arranged by the grid.
  public var body: some View { layout { content } }
}

/// A grid of rows whose columns are filled one after the other. Source: `SwiftUI.LazyHGrid`.
public struct LazyHGrid<Content: View>: View {
  private let layout: LazyGridLayout
  private let content: Content

  /// A grid of rows whose columns are filled one after the other.
  ///
  /// - Parameters:
  ///   - rows: The rows of the grid.
  ///   - alignment: The vertical alignment of cells.
  ///   - spacing: The space between columns in points.
  ///   - pinnedViews: The views that stay while others scroll, which none do in a widget.
  ///   - content: The views.
  public init(
    rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) {
    layout = LazyGridLayout(
      axis: .horizontal, items: rows, placement: Alignment(horizontal: .center, vertical: alignment),
      spacing: spacing ?? 8)
    self.content = content()
  }
  /// The views, arranged by the grid.
  public var body: some View { layout { content } }
}

/// The views that stay while others scroll. Source: `SwiftUI.PinnedScrollableViews`.
public struct PinnedScrollableViews: OptionSet, Sendable {
  /// The number that Apple gives the set.
  public let rawValue: UInt32
  /// The set of the views that a number's bits stand for.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The set of section headers. Source: `SwiftUI`, `sectionHeaders`.
  public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
  /// The set of section footers. Source: `SwiftUI`, `sectionFooters`.
  public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

/// A vertical stack, of which all views are made at once here. Source: `SwiftUI.LazyVStack`.
public struct LazyVStack<Content: View>: View {
  private let stack: VStack<Content>
  /// A vertical stack, of which all views are made at once here.
  ///
  /// - Parameters:
  ///   - alignment: The horizontal alignment of the views.
  ///   - spacing: The space between views in points, or nil for the platform's.
  ///   - content: The views.
  public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
    stack = VStack(alignment: alignment, spacing: spacing, content: content)
  }
  /// The stack.
  public var body: some View { stack }
}

/// A horizontal stack, of which all views are made at once here. Source: `SwiftUI.LazyHStack`.
public struct LazyHStack<Content: View>: View {
  private let stack: HStack<Content>
  /// A horizontal stack, of which all views are made at once here.
  ///
  /// - Parameters:
  ///   - alignment: The vertical alignment of the views.
  ///   - spacing: The space between views in points, or nil for the platform's.
  ///   - content: The views.
  public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
    stack = HStack(alignment: alignment, spacing: spacing, content: content)
  }
  /// The stack.
  public var body: some View { stack }
}
