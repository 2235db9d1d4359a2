// SPDX-License-Identifier: Apache-2.0
public import Foundation
import WidgetModel

/// An arrangement of views. Source: `SwiftUI.Layout`.
@MainActor @preconcurrency public protocol Layout {
  /// The type of what the layout keeps between calls.
  associatedtype Cache = Void
  /// The collection of the layout's subviews. Source: `SwiftUI`, `Subviews`.
  typealias Subviews = LayoutSubviews
  /// Makes the cache of the layout.
  ///
  /// - Parameter subviews: The views.
  /// - Returns: The cache.
  func makeCache(subviews: Subviews) -> Cache
  /// Updates the cache after the subviews have changed.
  ///
  /// - Parameters:
  ///   - cache: The cache of the layout.
  ///   - subviews: The views.
  func updateCache(_ cache: inout Cache, subviews: Subviews)
  /// Measures the layout for a proposed size.
  ///
  /// - Parameters:
  ///   - proposal: The proposed size.
  ///   - subviews: The views.
  ///   - cache: The cache of the layout.
  /// - Returns: The size that is taken.
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize
  /// Places each subview within the bounds.
  ///
  /// - Parameters:
  ///   - bounds: The rectangle of the layout.
  ///   - proposal: The proposed size.
  ///   - subviews: The views.
  ///   - cache: The cache of the layout.
  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
}

extension Layout {
  /// Makes the cache anew. Source: `SwiftUI`, `updateCache`.
  public func updateCache(_ cache: inout Cache, subviews: Subviews) { cache = makeCache(subviews: subviews) }

  /// Arranges views by the layout.
  ///
  /// - Parameter content: The views.
  /// - Returns: The views, placed.
  public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View {
    LayoutView(layout: self, content: content())
  }
}

extension Layout where Cache == Void {
  /// Makes an empty cache.
  public func makeCache(subviews: Subviews) -> Cache { () }
}

/// The views that a layout places. Source: `SwiftUI.LayoutSubviews`.
public struct LayoutSubviews: RandomAccessCollection {
  let views: [LayoutSubview]
  /// The direction in which lines are read.
  public let layoutDirection: LayoutDirection
  /// The index of the first subview: 0. Source: `SwiftUI`, `startIndex`.
  public var startIndex: Int { 0 }
  /// The index after the last subview. Source: `SwiftUI`, `endIndex`.
  public var endIndex: Int { views.count }
  /// The subview at an index. Source: `SwiftUI`, `subscript`.
  public subscript(index: Int) -> LayoutSubview { views[index] }
}

/// The key of a value that a layout reads of its subviews. Source: `SwiftUI.LayoutValueKey`.
public protocol LayoutValueKey {
  /// The type of the value.
  associatedtype Value
  /// The value of views that have set none.
  static var defaultValue: Value { get }
}

/// A view that a layout places. Source: `SwiftUI.LayoutSubview`.
@MainActor public struct LayoutSubview {
  let index: Int
  let session: LayoutSession
  /// The priority by which a layout divides its space; the highest comes first.
  public let priority: Double
  let values: [ObjectIdentifier: Any]

  /// The value that the view has set for a key.
  public subscript<K: LayoutValueKey>(key: K.Type) -> K.Value {
    values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue
  }

  /// Measures the subview for a proposed size.
  ///
  /// - Parameter proposal: The proposed size.
  /// - Returns: The size that is taken.
  public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { session.size(of: index, proposal) }
  /// Measures the subview for a proposed size, with its alignment guides.
  ///
  /// - Parameter proposal: The proposed size.
  /// - Returns: The size that is taken.
  public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions {
    ViewDimensions(size: sizeThatFits(proposal))
  }
  /// The distances to other views that the view prefers.
  public var spacing: ViewSpacing { ViewSpacing() }
  /// Places the subview.
  ///
  /// - Parameters:
  ///   - position: The point in the layout's rectangle.
  ///   - anchor: The point of the view that lies there.
  ///   - proposal: The size that is proposed to the view.
  public func place(at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {
    session.place(index, position, anchor, proposal)
  }
}

/// The size and the alignment guides of a view. Source: `SwiftUI.ViewDimensions`.
public struct ViewDimensions: Equatable, Sendable {
  let size: CGSize
  /// Points.
  public var width: CGFloat { size.width }
  /// Points.
  public var height: CGFloat { size.height }
}

/// The distances to other views that a view prefers. Source: `SwiftUI.ViewSpacing`.
public struct ViewSpacing: Sendable {
  /// The spacing that the platform prefers.
  public init() {}
  /// The preferred distance to another view: eight points.
  ///
  /// - Parameters:
  ///   - next: The other view.
  ///   - axis: The axis along which the distance is measured.
  /// - Returns: The distance in points.
  public func distance(to next: ViewSpacing, along axis: Axis) -> CGFloat { 8 }
}

/// The sizes of a layout's subviews, which only the renderer knows. An unknown size is guessed, and asked for.
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
  /// The size of a view that has not been measured yet.
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

/// The values that views have set for the layout around them.
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
  /// Gives the view a value that the layout around it reads.
  ///
  /// - Parameters:
  ///   - key: The key of the value.
  ///   - value: The value that the layout around the view reads.
  /// - Returns: The changed view.
  public func layoutValue<K: LayoutValueKey>(key: K.Type, value: K.Value) -> some View {
    LayoutValueView<Self, K>(content: self, value: value)
  }
}

/// A layout without its type. Source: `SwiftUI.AnyLayout`.
public struct AnyLayout {
  private let make: @MainActor (AnyView) -> AnyView
  /// A layout without its type.
  ///
  /// - Parameter layout: The layout.
  public init<L: Layout>(_ layout: L) {
    let handed = Handed(layout)
    make = { AnyView(LayoutView(layout: handed.value, content: $0)) }
  }

  /// Arranges views by the layout.
  ///
  /// - Parameter content: The views.
  /// - Returns: The views, placed.
  @MainActor public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View {
    make(AnyView(content()))
  }
}
