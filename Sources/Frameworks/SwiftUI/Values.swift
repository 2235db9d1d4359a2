// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import SwiftUIElements

/// A length that grows with texts. Source: `SwiftUI.ScaledMetric`.
@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
  private let base: Value
  private let style: Font.TextStyle
  private let size = Environment(\.dynamicTypeSize)

  /// - Parameters:
  ///   - wrappedValue: The length where texts are of their usual size.
  ///   - textStyle: The style that it grows with.
  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle = .body) {
    (base, style) = (wrappedValue, textStyle)
  }

  /// The length where the view is.
  public var wrappedValue: Value { base * Value(style.growth(at: size.wrappedValue)) }
}

extension ScaledMetric: EnvironmentReader {
  package func read(_ values: EnvironmentValues) { size.read(values) }
}

/// A value of the app's settings. Source: `SwiftUI.AppStorage`. A widget reads it; the app or an intent writes it.
@propertyWrapper public struct AppStorage<Value>: DynamicProperty {
  private let read: () -> Value
  private let write: (Value) -> Void

  /// The value.
  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  private init(_ key: String, _ store: UserDefaults?, as type: Value.Type, _ initial: Value) {
    let store = store ?? .standard
    read = { store.object(forKey: key) as? Value ?? initial }
    write = { store.set($0, forKey: key) }
  }
}

extension AppStorage {
  /// Apple's initializer.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
    self.init(key, store, as: Value.self, wrappedValue)
  }
  /// Apple's initializer.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int {
    self.init(key, store, as: Value.self, wrappedValue)
  }
  /// Apple's initializer.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double {
    self.init(key, store, as: Value.self, wrappedValue)
  }
  /// Apple's initializer.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String {
    self.init(key, store, as: Value.self, wrappedValue)
  }
  /// Apple's initializer.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Data {
    self.init(key, store, as: Value.self, wrappedValue)
  }
  /// Apple's initializer.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue == String {
    let store = store ?? .standard
    read = { store.string(forKey: key).flatMap { Value(rawValue: $0) } ?? wrappedValue }
    write = { store.set($0.rawValue, forKey: key) }
  }
  /// Apple's initializer.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue == Int {
    let store = store ?? .standard
    read = { (store.object(forKey: key) as? Int).flatMap { Value(rawValue: $0) } ?? wrappedValue }
    write = { store.set($0.rawValue, forKey: key) }
  }
}

/// What is shown where there is no content. Source: `SwiftUI.ContentUnavailableView`.
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
  private let label: Label
  private let description: Description
  private let actions: Actions

  /// - Parameters:
  ///   - label: What there is none of.
  ///   - description: What to do about it.
  ///   - actions: Controls.
  public init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    (self.label, self.description, self.actions) = (label(), description(), actions())
  }

  /// The label above the rest.
  public var body: some View {
    VStack(spacing: 6) {
      label.labelStyle(UnavailableLabelStyle()).font(.headline).multilineTextAlignment(.center)
      description.font(.footnote).foregroundStyle(.secondary).multilineTextAlignment(.center)
      actions
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }
}

private struct UnavailableLabelStyle: LabelStyle {
  func makeBody(configuration: Configuration) -> some View {
    VStack(spacing: 8) {
      configuration.icon.font(.largeTitle).foregroundStyle(.secondary)
      configuration.title
    }
  }
}

extension ContentUnavailableView
where Label == SwiftUIElements.Label<Text, Image>, Description == Text?, Actions == EmptyView {
  /// - Parameters:
  ///   - title: What there is none of.
  ///   - name: A symbol's name.
  ///   - description: What to do about it.
  public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
    self.init(
      label: { SwiftUIElements.Label(title, systemImage: name) }, description: { description }, actions: { EmptyView() }
    )
  }
  /// - Parameters:
  ///   - title: What there is none of.
  ///   - name: A symbol's name.
  ///   - description: What to do about it.
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, systemImage name: String, description: Text? = nil) {
    self.init(
      label: { SwiftUIElements.Label(title, systemImage: name) }, description: { description }, actions: { EmptyView() }
    )
  }
}

extension EnvironmentValues {
  /// Whether differences must show without colours: nobody asks for it here.
  public var accessibilityDifferentiateWithoutColor: Bool { false }
  /// Whether surfaces must not be seen through: nobody asks for it here.
  public var accessibilityReduceTransparency: Bool { false }
  /// Whether nothing may move: a widget is a picture.
  public var accessibilityReduceMotion: Bool { true }
  /// How much stronger colours are: nobody asks for it here.
  public var colorSchemeContrast: ColorSchemeContrast { .standard }
}

/// How strong colours are. Source: `SwiftUI.ColorSchemeContrast`.
public enum ColorSchemeContrast: CaseIterable, Sendable, Hashable { case standard, increased }
