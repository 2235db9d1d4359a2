// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// Rows whose cells stand in columns. Source: `SwiftUI.Grid`.
public struct Grid<Content: View>: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
  private let grid: GridNode
  private let content: Content

  /// - Parameters:
  ///   - alignment: Where cells' contents stand.
  ///   - horizontalSpacing: Points between columns.
  ///   - verticalSpacing: Points between rows.
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
  /// It is drawn as it is.
  public typealias Body = Never
  private let alignment: VerticalAlignment?
  private let content: Content

  /// - Parameters:
  ///   - alignment: Where cells' contents stand up and down.
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
  /// - Parameter count: How many columns of a grid it takes.
  /// - Returns: The cell.
  public func gridCellColumns(_ count: Int) -> some View {
    ChangedView(content: self) { _ in .columns(min(max(count, 1), 100)) }
  }
  /// - Parameter axes: In which directions a cell takes no room of its own: a line across a grid takes none in any case.
  /// - Returns: The view.
  public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some View { self }
}

/// The first of several that fits. Source: `SwiftUI.ViewThatFits`.
public struct ViewThatFits<Content: View>: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
  private let axes: Axis.Set
  private let content: Content

  /// - Parameters:
  ///   - axes: The directions in which it must fit.
  ///   - content: The views, the preferred first.
  public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
    (self.axes, self.content) = (axes, content())
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] {
    let children = context.nodes(of: content)
    return [.fitting(horizontal: axes.contains(.horizontal), vertical: axes.contains(.vertical), children)]
  }
}
