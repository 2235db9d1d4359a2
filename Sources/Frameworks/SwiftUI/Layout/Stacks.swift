// SPDX-License-Identifier: Apache-2.0
public import Foundation
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
