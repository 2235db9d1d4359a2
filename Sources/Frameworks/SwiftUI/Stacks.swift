// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import ViewGeometry
package import WidgetModel

/// One beside the other. Source: `SwiftUI.HStack`.
public struct HStack<Content: View>: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
  private let stack: StackNode
  private let content: Content

  /// - Parameters:
  ///   - alignment: Where they stand up and down.
  ///   - spacing: Points between them.
  ///   - content: The views.
  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {
    stack = StackNode(.horizontal, Placement(.center, alignment.model), spacing: spacing.map { Double($0) })
    self.content = content()
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] { [.stack(stack, context.nodes(of: content))] }
}

/// One below the other. Source: `SwiftUI.VStack`.
public struct VStack<Content: View>: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
  private let stack: StackNode
  private let content: Content

  /// - Parameters:
  ///   - alignment: Where they stand across.
  ///   - spacing: Points between them.
  ///   - content: The views.
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {
    stack = StackNode(.vertical, Placement(alignment.model, .center), spacing: spacing.map { Double($0) })
    self.content = content()
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] { [.stack(stack, context.nodes(of: content))] }
}

/// One upon the other. Source: `SwiftUI.ZStack`.
public struct ZStack<Content: View>: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
  private let alignment: Alignment
  private let content: Content

  /// - Parameters:
  ///   - alignment: Where they stand.
  ///   - content: The views.
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    (self.alignment, self.content) = (alignment, content())
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] { [.pile(alignment.model, context.nodes(of: content))] }
}

/// Room that takes what there is. Source: `SwiftUI.Spacer`.
public struct Spacer: View, PrimitiveView, Sendable {
  /// It is drawn as it is.
  public typealias Body = Never
  /// Points at least.
  public var minLength: CGFloat?
  /// - Parameter minLength: Points at least.
  nonisolated public init(minLength: CGFloat? = nil) { self.minLength = minLength }
  package func nodes(in context: ViewContext) -> [WidgetNode] { [.spacer(minimum: minLength.map { Double($0) })] }
}

/// A line between contents. Source: `SwiftUI.Divider`.
public struct Divider: View, PrimitiveView, Sendable {
  /// It is drawn as it is.
  public typealias Body = Never
  /// Apple's initializer.
  nonisolated public init() {}
  package func nodes(in context: ViewContext) -> [WidgetNode] {
    [.divider(paint(of: SeparatorShapeStyle(), in: context.environment))]
  }
}

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
