// SPDX-License-Identifier: Apache-2.0
package import WidgetModel

/// The result builder of views. Source: `SwiftUI.ViewBuilder`.
@resultBuilder public enum ViewBuilder {
  /// The content of a block of statements.
  public static func buildBlock() -> EmptyView { EmptyView() }
  /// The content of a block of statements.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  /// The content of a statement.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  /// The content of a block of statements.
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
  {
    TupleView((repeat each content))
  }

  /// The content of an `if` without `else`.
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  /// The content of a branch.
  public static func buildEither<First: View, Second: View>(first: First) -> ConditionalContent<First, Second> {
    ConditionalContent(.first(first))
  }

  /// The content of a branch.
  public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalContent<First, Second> {
    ConditionalContent(.second(second))
  }

  /// The content of a check for availability.
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

/// A view that draws nothing. Source: `SwiftUI.EmptyView`.
public struct EmptyView: View, PrimitiveView, Sendable {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  /// A view that draws nothing.
  nonisolated public init() {}
  package func nodes(in context: ViewContext) -> [WidgetNode] { [] }
}

/// The views of a block of statements. Source: `SwiftUI.TupleView`.
public struct TupleView<T> {
  /// The tuple of the views.
  public var value: T
  private let resolve: @MainActor (ViewContext) -> [WidgetNode]

  init<each Content: View>(_ views: (repeat each Content)) where T == (repeat each Content) {
    value = views
    let handed = (repeat Handed(each views))
    resolve = { context in
      var nodes: [WidgetNode] = []
      repeat nodes += context.nodes(of: (each handed).value)
      return nodes
    }
  }

  @MainActor package func nodes(in context: ViewContext) -> [WidgetNode] { resolve(context) }
}

extension TupleView: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
}

/// The view of one of two branches. Source: `SwiftUI._ConditionalContent`.
public struct ConditionalContent<TrueContent, FalseContent> {
  enum Storage {
    case first(TrueContent)
    case second(FalseContent)
  }
  let storage: Storage
  init(_ storage: Storage) { self.storage = storage }
}

extension ConditionalContent: View where TrueContent: View, FalseContent: View {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
}

extension ConditionalContent: PrimitiveView where TrueContent: View, FalseContent: View {
  package func nodes(in context: ViewContext) -> [WidgetNode] {
    switch storage {
    case .first(let view): context.nodes(of: view)
    case .second(let view): context.nodes(of: view)
    }
  }
}

extension Optional: View where Wrapped: View {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
}

extension Optional: PrimitiveView where Wrapped: View {
  package func nodes(in context: ViewContext) -> [WidgetNode] { map { context.nodes(of: $0) } ?? [] }
}

/// A group of views that modifiers change one by one. Source: `SwiftUI.Group`.
public struct Group<Content> { let content: Content }

extension Group: View where Content: View {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  /// A group of views.
  ///
  /// - Parameter content: The views.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension Group: PrimitiveView where Content: View {
  package func nodes(in context: ViewContext) -> [WidgetNode] { context.nodes(of: content) }
}

/// The views of a collection of values. Source: `SwiftUI.ForEach`.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  /// The collection of values.
  public var data: Data
  /// The closure that makes the view of a value.
  public var content: (Data.Element) -> Content

  /// The contents of values that are not views, such as the marks of a chart.
  package init(values: Data, making content: @escaping (Data.Element) -> Content) {
    (data, self.content) = (values, content)
  }
}

extension ForEach: View where Content: View {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
}

extension ForEach: PrimitiveView where Content: View {
  package func nodes(in context: ViewContext) -> [WidgetNode] { data.flatMap { context.nodes(of: content($0)) } }
}

extension ForEach where Content: View {
  /// A view for each value, which a property of it identifies.
  ///
  /// - Parameters:
  ///   - data: The values.
  ///   - id: The property that identifies a value.
  ///   - content: The closure that makes the view of a value.
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    (self.data, self.content) = (data, content)
  }
}

extension ForEach where Content: View, Data.Element: Identifiable, ID == Data.Element.ID {
  /// A view for each identifiable value.
  ///
  /// - Parameters:
  ///   - data: The values.
  ///   - content: The closure that makes the view of a value.
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    (self.data, self.content) = (data, content)
  }
}

extension ForEach where Content: View, Data == Range<Int>, ID == Int {
  /// A view for each number of a range.
  ///
  /// - Parameters:
  ///   - data: The numbers.
  ///   - content: The closure that makes the view of a number.
  public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
    (self.data, self.content) = (data, content)
  }
}
