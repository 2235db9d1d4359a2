// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// What views tell those around them. Source: `SwiftUI.PreferenceKey`.
public protocol PreferenceKey {
  /// What is told.
  associatedtype Value
  /// Where nobody tells anything.
  static var defaultValue: Value { get }
  /// - Parameters:
  ///   - value: What was told so far.
  ///   - nextValue: What the next view tells.
  static func reduce(value: inout Value, nextValue: () -> Value)
}

/// What the views within a view have told.
@MainActor package final class PreferenceValues {
  private var values: [ObjectIdentifier: Any] = [:]
  private let outer: PreferenceValues?
  init(outer: PreferenceValues?) { self.outer = outer }

  func add<K: PreferenceKey>(_ key: K.Type, _ value: K.Value) {
    if var known = values[ObjectIdentifier(key)] as? K.Value {
      K.reduce(value: &known) { value }
      values[ObjectIdentifier(key)] = known
    } else {
      values[ObjectIdentifier(key)] = value
    }
    outer?.add(key, value)
  }

  func value<K: PreferenceKey>(_ key: K.Type) -> K.Value { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
}

struct PreferenceWriter<Content: View, K: PreferenceKey>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let value: K.Value
  func nodes(in context: ViewContext) -> [WidgetNode] {
    context.preferences?.add(K.self, value)
    return context.nodes(of: content)
  }
}

struct PreferenceReader<Content: View, K: PreferenceKey, Other: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let alignment: Alignment
  let isBehind: Bool
  let other: (K.Value) -> Other

  func nodes(in context: ViewContext) -> [WidgetNode] {
    var inner = context
    let values = PreferenceValues(outer: context.preferences)
    inner.preferences = values
    let node = inner.node(of: content)
    let beside = context.node(of: other(values.value(K.self)))
    return [.modified(node, isBehind ? .background(beside, alignment.model) : .overlay(beside, alignment.model))]
  }
}

extension View {
  /// - Parameters:
  ///   - key: Of what is told.
  ///   - value: What is told.
  /// - Returns: The view.
  public func preference<K: PreferenceKey>(key: K.Type = K.self, value: K.Value) -> some View {
    PreferenceWriter<Self, K>(content: self, value: value)
  }

  /// - Parameters:
  ///   - key: Of what the views within tell.
  ///   - alignment: Where the other view stands.
  ///   - transform: Makes the other view.
  /// - Returns: The view with another in front of it.
  public func overlayPreferenceValue<K: PreferenceKey, V: View>(
    _ key: K.Type = K.self, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (K.Value) -> V
  ) -> some View {
    PreferenceReader<Self, K, V>(content: self, alignment: alignment, isBehind: false, other: transform)
  }

  /// - Parameters:
  ///   - key: Of what the views within tell.
  ///   - alignment: Where the other view stands.
  ///   - transform: Makes the other view.
  /// - Returns: The view with another behind it.
  public func backgroundPreferenceValue<K: PreferenceKey, V: View>(
    _ key: K.Type = K.self, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (K.Value) -> V
  ) -> some View {
    PreferenceReader<Self, K, V>(content: self, alignment: alignment, isBehind: true, other: transform)
  }
}
