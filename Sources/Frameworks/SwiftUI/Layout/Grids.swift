// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// A grid of rows whose cells form columns. Source: `SwiftUI.Grid`.
public struct Grid<Content: View>: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  private let grid: GridNode
  private let content: Content

  /// A grid of rows.
  ///
  /// - Parameters:
  ///   - alignment: The alignment of cells.
  ///   - horizontalSpacing: The space between columns in points.
  ///   - verticalSpacing: The space between rows in points.
  ///   - content: The rows.
  public init(
    alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    grid = GridNode(
      alignment.model, horizontalSpacing: horizontalSpacing.map { Double($0) },
      verticalSpacing: verticalSpacing.map { Double($0) })
    self.content = content()
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] {
    // A row reaches its grid as a grid of one row.
    let rows = context.nodes(of: content).flatMap { node -> [[WidgetNode]] in
      if case .grid(_, let rows) = node, rows.count == 1 { rows } else { [[.modified(node, .columns(100))]] }
    }
    return [.grid(grid, rows)]
  }
}

/// A row of a grid. Source: `SwiftUI.GridRow`.
public struct GridRow<Content: View>: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  private let alignment: VerticalAlignment?
  private let content: Content

  /// A row of a grid.
  ///
  /// - Parameters:
  ///   - alignment: The vertical alignment of cells.
  ///   - content: The cells.
  public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
    (self.alignment, self.content) = (alignment, content())
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] {
    let placement = Placement(.center, alignment?.model ?? .center)
    return [.grid(GridNode(placement, horizontalSpacing: nil, verticalSpacing: nil), [context.nodes(of: content)])]
  }
}

extension View {
  /// Lets the cell span several columns of its grid.
  ///
  /// - Parameter count: The number of columns.
  /// - Returns: The cell.
  public func gridCellColumns(_ count: Int) -> some View {
    ChangedView(content: self) { _ in .columns(min(max(count, 1), 100)) }
  }
  /// Accepts the axes along which a cell does not enlarge its grid; it changes nothing.
  ///
  /// - Parameter axes: The axes; a divider does not enlarge a grid in any case.
  /// - Returns: The view as it is.
  public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some View { self }
}

/// A view that shows the first of its children that fits. Source: `SwiftUI.ViewThatFits`.
public struct ViewThatFits<Content: View>: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  private let axes: Axis.Set
  private let content: Content

  /// A view that shows the first of its children that fits.
  ///
  /// - Parameters:
  ///   - axes: The axes along which a view must fit.
  ///   - content: The views, the preferred first.
  public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
    (self.axes, self.content) = (axes, content())
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] {
    let children = context.nodes(of: content)
    return [.fitting(horizontal: axes.contains(.horizontal), vertical: axes.contains(.vertical), children)]
  }
}
