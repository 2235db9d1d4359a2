// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// A stack of views beside each other. Source: `SwiftUI.HStack`.
public struct HStack<Content: View>: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  private let stack: StackNode
  private let content: Content

  /// A stack of views beside each other.
  ///
  /// - Parameters:
  ///   - alignment: The vertical alignment of the views.
  ///   - spacing: The space between views in points, or nil for the platform's.
  ///   - content: The views.
  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {
    stack = StackNode(.horizontal, Placement(.center, alignment.model), spacing: spacing.map { Double($0) })
    self.content = content()
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] { [.stack(stack, context.nodes(of: content))] }
}

/// A stack of views below each other. Source: `SwiftUI.VStack`.
public struct VStack<Content: View>: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  private let stack: StackNode
  private let content: Content

  /// A stack of views below each other.
  ///
  /// - Parameters:
  ///   - alignment: The horizontal alignment of the views.
  ///   - spacing: The space between views in points, or nil for the platform's.
  ///   - content: The views.
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {
    stack = StackNode(.vertical, Placement(alignment.model, .center), spacing: spacing.map { Double($0) })
    self.content = content()
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] { [.stack(stack, context.nodes(of: content))] }
}

/// A stack of views in front of each other. Source: `SwiftUI.ZStack`.
public struct ZStack<Content: View>: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  private let alignment: Alignment
  private let content: Content

  /// A stack of views in front of each other.
  ///
  /// - Parameters:
  ///   - alignment: The alignment of the views.
  ///   - content: The views.
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    (self.alignment, self.content) = (alignment, content())
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] { [.pile(alignment.model, context.nodes(of: content))] }
}

/// A space that takes what is left in its stack. Source: `SwiftUI.Spacer`.
public struct Spacer: View, PrimitiveView, Sendable {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  /// The minimum length in points.
  public var minLength: CGFloat?
  /// A space that takes what is left in its stack.
  ///
  /// - Parameter minLength: The minimum length in points.
  nonisolated public init(minLength: CGFloat? = nil) { self.minLength = minLength }
  package func nodes(in context: ViewContext) -> [WidgetNode] { [.spacer(minimum: minLength.map { Double($0) })] }
}

/// A line between the views of a stack. Source: `SwiftUI.Divider`.
public struct Divider: View, PrimitiveView, Sendable {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  /// A line between the views of a stack.
  nonisolated public init() {}
  package func nodes(in context: ViewContext) -> [WidgetNode] {
    [.divider(paint(of: SeparatorShapeStyle(), in: context.environment))]
  }
}
