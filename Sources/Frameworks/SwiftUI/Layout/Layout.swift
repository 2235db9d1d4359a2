// SPDX-License-Identifier: Apache-2.0
public import Foundation
import WidgetModel

/// A way to place views. Source: `SwiftUI.Layout`.
@MainActor @preconcurrency public protocol Layout {
  /// What is kept between calls.
  associatedtype Cache = Void
  /// Source: `SwiftUI`, `Subviews`.
  typealias Subviews = LayoutSubviews
  /// - Parameter subviews: The views.
  /// - Returns: What is kept between calls.
  func makeCache(subviews: Subviews) -> Cache
  /// - Parameters:
  ///   - cache: What is kept between calls.
  ///   - subviews: The views.
  func updateCache(_ cache: inout Cache, subviews: Subviews)
  /// - Parameters:
  ///   - proposal: What is offered.
  ///   - subviews: The views.
  ///   - cache: What is kept between calls.
  /// - Returns: How much room it takes.
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize
  /// - Parameters:
  ///   - bounds: Its room.
  ///   - proposal: What is offered.
  ///   - subviews: The views.
  ///   - cache: What is kept between calls.
  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
}

extension Layout {
  /// Source: `SwiftUI`, `updateCache`.
  public func updateCache(_ cache: inout Cache, subviews: Subviews) { cache = makeCache(subviews: subviews) }

  /// - Parameter content: The views.
  /// - Returns: The views, placed.
  public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View {
    LayoutView(layout: self, content: content())
  }
}

extension Layout where Cache == Void {
  /// Nothing is kept.
  public func makeCache(subviews: Subviews) -> Cache { () }
}

/// Views to be placed. Source: `SwiftUI.LayoutSubviews`.
public struct LayoutSubviews: RandomAccessCollection {
  let views: [LayoutSubview]
  /// Which way lines are read.
  public let layoutDirection: LayoutDirection
  /// Source: `SwiftUI`, `startIndex`.
  public var startIndex: Int { 0 }
  /// Source: `SwiftUI`, `endIndex`.
  public var endIndex: Int { views.count }
  /// Source: `SwiftUI`, `subscript`.
  public subscript(index: Int) -> LayoutSubview { views[index] }
}

/// A value of a view that its layout reads. Source: `SwiftUI.LayoutValueKey`.
public protocol LayoutValueKey {
  /// What it is.
  associatedtype Value
  /// Where none was set.
  static var defaultValue: Value { get }
}

/// A view to be placed. Source: `SwiftUI.LayoutSubview`.
@MainActor public struct LayoutSubview {
  let index: Int
  let session: LayoutSession
  /// Views of a higher one get room first.
  public let priority: Double
  let values: [ObjectIdentifier: Any]

  /// The value of a key.
  public subscript<K: LayoutValueKey>(key: K.Type) -> K.Value {
    values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue
  }

  /// - Parameter proposal: What is offered.
  /// - Returns: How much room it takes.
  public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { session.size(of: index, proposal) }
  /// - Parameter proposal: What is offered.
  /// - Returns: How much room it takes.
  public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions {
    ViewDimensions(size: sizeThatFits(proposal))
  }
  /// How far it wants to be from others.
  public var spacing: ViewSpacing { ViewSpacing() }
  /// - Parameters:
  ///   - position: Where it goes.
  ///   - anchor: With which of its points.
  ///   - proposal: What it is offered.
  public func place(at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {
    session.place(index, position, anchor, proposal)
  }
}

/// How large a view is. Source: `SwiftUI.ViewDimensions`.
public struct ViewDimensions: Equatable, Sendable {
  let size: CGSize
  /// Points.
  public var width: CGFloat { size.width }
  /// Points.
  public var height: CGFloat { size.height }
}

/// How far a view wants to be from others. Source: `SwiftUI.ViewSpacing`.
public struct ViewSpacing: Sendable {
  /// Apple's initializer.
  public init() {}
  /// - Parameters:
  ///   - next: The other view.
  ///   - axis: In which direction.
  /// - Returns: Points.
  public func distance(to next: ViewSpacing, along axis: Axis) -> CGFloat { 8 }
}

/// What a layout asks of views whose sizes only those who draw know: what is not known yet is guessed, and asked for.
@MainActor final class LayoutSession {
  private(set) var questions: [SizeQuestion] = []
  private var known: [SizeQuestion: Size] = [:]
  private let guesses: [Size]
  private(set) var frames: [WidgetModel.Rectangle?]

  init(_ nodes: [WidgetNode], _ known: KnownSize?) {
    guesses = nodes.map { $0.guessedSize }
    frames = nodes.map { _ in nil }
    for answer in known?.answers ?? [] { self.known[answer.question] = answer.size }
  }

  private static func length(_ value: CGFloat?) -> Double? { value.map { min(max(Double($0), 0), 1e5) } }

  func size(of index: Int, _ proposal: ProposedViewSize) -> CGSize {
    let question = SizeQuestion(
      child: index, width: Self.length(proposal.width), height: Self.length(proposal.height))
    if questions.count < 1000, !questions.contains(question) { questions.append(question) }
    let size = known[question] ?? guesses[index]
    return CGSize(width: size.width, height: size.height)
  }

  func place(_ index: Int, _ position: CGPoint, _ anchor: UnitPoint, _ proposal: ProposedViewSize) {
    let size = size(of: index, proposal)
    frames[index] = WidgetModel.Rectangle(
      Double(position.x - size.width * anchor.x), Double(position.y - size.height * anchor.y), Double(size.width),
      Double(size.height))
  }
}

extension WidgetNode {
  /// Before anybody has measured it.
  fileprivate var guessedSize: Size {
    switch self {
    case .text(let text):
      let size = text.runs.first?.face.size ?? 17
      return Size(min(Double(text.string.count) * size * 0.55, 300), size * 1.2)
    case .modified(_, .frame(let width?, let height?, _)): return Size(width, height)
    case .modified(let node, _): return node.guessedSize
    default: return Size(40, 20)
    }
  }

  fileprivate var layoutPriority: Double {
    switch self {
    case .modified(_, .priority(let priority)): priority
    case .modified(let node, _): node.layoutPriority
    default: 0
    }
  }
}

struct LayoutView<L: Layout, Content: View>: View, PrimitiveView {
  typealias Body = Never
  let layout: L
  let content: Content

  func nodes(in context: ViewContext) -> [WidgetNode] {
    let number = context.archive.nextSized()
    let values = LayoutValues()
    let nodes = context.with { $0.layoutValues = values }.nodes(of: content)
    let known = context.archive.known[number]
    let session = LayoutSession(nodes, known)
    let subviews = LayoutSubviews(
      views: nodes.enumerated().map { index, node in
        LayoutSubview(
          index: index, session: session, priority: node.layoutPriority, values: values.values[node] ?? [:])
      }, layoutDirection: context.environment.layoutDirection)
    let offered = known?.offered ?? context.environment.place.size
    let proposal = ProposedViewSize(width: offered.width, height: offered.height)
    var cache = layout.makeCache(subviews: subviews)
    let size = layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &cache)
    layout.placeSubviews(
      in: CGRect(origin: .zero, size: size), proposal: ProposedViewSize(size), subviews: subviews, cache: &cache)
    // A view that was not placed stands in the middle, as in SwiftUI.
    let placed = nodes.enumerated().map { index, node in
      if let frame = session.frames[index] { return PlacedNode(node, frame) }
      let own = session.size(of: index, ProposedViewSize(size))
      return PlacedNode(
        node,
        WidgetModel.Rectangle(
          Double(size.width - own.width) / 2, Double(size.height - own.height) / 2, Double(own.width),
          Double(own.height)))
    }
    let node = LayoutNode(
      number: number, size: Size(Double(size.width), Double(size.height)), questions: session.questions)
    return [.placed(node, placed)]
  }
}

/// Values for layouts, by the views that have them.
@MainActor final class LayoutValues {
  fileprivate(set) var values: [WidgetNode: [ObjectIdentifier: Any]] = [:]
  fileprivate func set(_ key: ObjectIdentifier, _ value: Any, for node: WidgetNode) {
    values[node, default: [:]][key] = value
  }
}

struct LayoutValueView<Content: View, K: LayoutValueKey>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let value: K.Value

  func nodes(in context: ViewContext) -> [WidgetNode] {
    let nodes = context.nodes(of: content)
    let values = context.environment.layoutValues as? LayoutValues
    for node in nodes { values?.set(ObjectIdentifier(K.self), value, for: node) }
    return nodes
  }
}

extension View {
  /// - Parameters:
  ///   - key: Of the value.
  ///   - value: What the layout around the view reads.
  /// - Returns: The view.
  public func layoutValue<K: LayoutValueKey>(key: K.Type, value: K.Value) -> some View {
    LayoutValueView<Self, K>(content: self, value: value)
  }
}

/// A layout of a type that is not told. Source: `SwiftUI.AnyLayout`.
public struct AnyLayout {
  private let make: @MainActor (AnyView) -> AnyView
  /// - Parameter layout: The layout.
  public init<L: Layout>(_ layout: L) {
    let handed = Handed(layout)
    make = { AnyView(LayoutView(layout: handed.value, content: $0)) }
  }

  /// - Parameter content: The views.
  /// - Returns: The views, placed.
  @MainActor public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View {
    make(AnyView(content()))
  }
}
