// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// Columns as wide as their widest cell; columns with cells that would take more share what is left.
struct GridLayout {
  private(set) var frames: [Rectangle] = []
  private(set) var extent = Extent(0, 0)

  private static let gap = 8.0

  init(
    _ grid: GridNode, _ counts: [Int], _ cells: [LayoutItem], _ proposal: Proposal, _ measuring: some TextMeasuring
  ) {
    var start = 0
    let rows = counts.map { count -> Range<Int> in
      defer { start += count }
      return start..<start + count
    }
    let (gapX, gapY) = (grid.horizontalSpacing ?? Self.gap, grid.verticalSpacing ?? Self.gap)
    let columns =
      rows.map { row in row.reduce(0) { $0 + Self.span(cells[$1]) } }
      .filter { $0 < 100 }.max() ?? 1
    let widths = Self.widths(columns, rows, cells, gapX, proposal.width, measuring)
    let whole = widths.reduce(0, +) + gapX * Double(max(columns - 1, 0))
    let heights = Self.heights(rows, cells, widths, whole, gapX, gapY, proposal.height, measuring)
    frames = Array(repeating: Rectangle(0, 0, 0, 0), count: cells.count)
    var y = 0.0
    for (row, height) in zip(rows, heights) {
      var (x, column) = (0.0, 0)
      for index in row {
        let span = min(Self.span(cells[index]), columns - column)
        let width = Self.width(span, at: column, widths, gapX)
        let extent = cells[index].extent(Proposal(width: width, height: height), measuring)
        frames[index] = Rectangle(
          x + grid.placement.horizontal.offset(of: extent.width, within: width),
          y + grid.placement.vertical.offset(of: extent, within: height), extent.width, extent.height)
        x += width + gapX
        column += max(span, 1)
      }
      y += height + gapY
    }
    extent = Extent(whole, max(y - gapY, 0))
  }

  private static func span(_ cell: LayoutItem) -> Int {
    if case .modified(_, .columns(let count)) = cell.node { return count }
    return 1
  }

  private static func width(_ span: Int, at column: Int, _ widths: [Double], _ gap: Double) -> Double {
    guard column < widths.count, span > 0 else { return 0 }
    let part = widths[column..<min(column + span, widths.count)]
    return part.reduce(0, +) + gap * Double(part.count - 1)
  }

  private static func widths(
    _ columns: Int, _ rows: [Range<Int>], _ cells: [LayoutItem], _ gap: Double, _ offered: Double?,
    _ measuring: some TextMeasuring
  ) -> [Double] {
    var ideal = Array(repeating: 0.0, count: columns)
    var isFlexible = Array(repeating: false, count: columns)
    for row in rows {
      var column = 0
      for index in row where column < columns {
        let span = span(cells[index])
        if span == 1 {
          let width = cells[index].extent(.unspecified, measuring).width
          ideal[column] = max(ideal[column], width)
          let most = cells[index].extent(Proposal(width: 1e5, height: nil), measuring).width
          if most > width + 1 { isFlexible[column] = true }
        }
        column += span
      }
    }
    guard let offered, offered.isFinite else { return ideal }
    let free = offered - gap * Double(max(columns - 1, 0)) - ideal.reduce(0, +)
    let flexible = isFlexible.filter { $0 }.count
    if free > 0, flexible > 0 {
      return ideal.indices.map { isFlexible[$0] ? ideal[$0] + free / Double(flexible) : ideal[$0] }
    }
    let total = ideal.reduce(0, +)
    return free < 0 && total > 0 ? ideal.map { max($0 + free * $0 / total, 0) } : ideal
  }

  private static func heights(
    _ rows: [Range<Int>], _ cells: [LayoutItem], _ widths: [Double], _ whole: Double, _ gapX: Double, _ gapY: Double,
    _ offered: Double?, _ measuring: some TextMeasuring
  ) -> [Double] {
    func height(_ row: Range<Int>, _ offer: Double?) -> Double {
      var (column, highest) = (0, 0.0)
      for index in row {
        let span = min(span(cells[index]), widths.count - column)
        let width = width(span, at: column, widths, gapX)
        highest = max(highest, cells[index].extent(Proposal(width: width, height: offer), measuring).height)
        column += max(span, 1)
      }
      return highest
    }
    guard let offered, offered.isFinite else { return rows.map { height($0, nil) } }
    var rest = max(offered - gapY * Double(max(rows.count - 1, 0)), 0)
    var heights = Array(repeating: 0.0, count: rows.count)
    let order = rows.indices.sorted {
      height(rows[$0], 1e5) - height(rows[$0], 0) < height(rows[$1], 1e5) - height(rows[$1], 0)
    }
    for (position, index) in order.enumerated() {
      heights[index] = height(rows[index], rest / Double(rows.count - position))
      rest = max(rest - heights[index], 0)
    }
    return heights
  }
}
