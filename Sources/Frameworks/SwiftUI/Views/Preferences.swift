// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// The key of a value that views hand to the views around them. Source: `SwiftUI.PreferenceKey`.
public protocol PreferenceKey {
  /// The type of the value.
  associatedtype Value
  /// The value where no view has set one.
  static var defaultValue: Value { get }
  /// Combines two values of the key.
  ///
  /// - Parameters:
  ///   - value: The value so far, which becomes the combined one.
  ///   - nextValue: The closure that gives the value of the next view.
  static func reduce(value: inout Value, nextValue: () -> Value)
}

/// The preferences that the views within a view have set.
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

  /// The values so far, here and around, for a body that is read again.
  var mark: [[ObjectIdentifier: Any]] { [values] + (outer?.mark ?? []) }

  func restore(_ mark: [[ObjectIdentifier: Any]]) {
    guard let own = mark.first else { return }
    values = own
    outer?.restore(Array(mark.dropFirst()))
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
  /// Sets the value of a preference, which views around this one read.
  ///
  /// - Parameters:
  ///   - key: The key of the value.
  ///   - value: The value.
  /// - Returns: The changed view.
  public func preference<K: PreferenceKey>(key: K.Type = K.self, value: K.Value) -> some View {
    PreferenceWriter<Self, K>(content: self, value: value)
  }

  /// Draws a view in front that depends on a preference of the views within.
  ///
  /// - Parameters:
  ///   - key: The key of the preference.
  ///   - alignment: The alignment of the other view.
  ///   - transform: The closure that makes the other view.
  /// - Returns: The view with another in front of it.
  public func overlayPreferenceValue<K: PreferenceKey, V: View>(
    _ key: K.Type = K.self, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (K.Value) -> V
  ) -> some View {
    PreferenceReader<Self, K, V>(content: self, alignment: alignment, isBehind: false, other: transform)
  }

  /// Draws a view behind that depends on a preference of the views within.
  ///
  /// - Parameters:
  ///   - key: The key of the preference.
  ///   - alignment: The alignment of the other view.
  ///   - transform: The closure that makes the other view.
  /// - Returns: The view with another behind it.
  public func backgroundPreferenceValue<K: PreferenceKey, V: View>(
    _ key: K.Type = K.self, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (K.Value) -> V
  ) -> some View {
    PreferenceReader<Self, K, V>(content: self, alignment: alignment, isBehind: true, other: transform)
  }
}
