// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// The key of a value of the environment. Source: `SwiftUI.EnvironmentKey`.
public protocol EnvironmentKey {
  associatedtype Value
  /// The value where none has been set.
  static var defaultValue: Value { get }
}

/// The environment of a view. Source: `SwiftUI.EnvironmentValues`.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]
  /// The settings that are archived as resolved styles.
  package var look = Look()
  package var place = WidgetEnvironment(family: .systemSmall, size: Size(158, 158), now: 0)
  package var redaction = RedactionState()
  /// The place where views leave values for the layout around them.
  package var layoutValues: AnyObject?

  /// An environment of defaults.
  public init() {}

  package func changed(_ change: (inout EnvironmentValues) -> Void) -> EnvironmentValues {
    var values = self
    change(&values)
    return values
  }

  /// The value of a key of an app's own.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// The styles of texts and backgrounds.
  package struct Look {
    package var font: Font?
    package var weight: Font.Weight?
    package var design: Font.Design?
    package var traits: Set<Font.Trait> = []
    package var foreground: AnyShapeStyle?
    package var levels: [AnyShapeStyle] = []
    package var background: AnyShapeStyle?
    package var tint: AnyShapeStyle?
    package var lineLimit: Int?
    package var alignment = TextAlignment.leading
    package var truncation = Text.TruncationMode.tail
    package var minimumScale = 1.0
    package var lineSpacing = 0.0
    package var tracking = 0.0
    package var rise = 0.0
    package var lines: TextRun.Lines = []
    package var letters: Text.Case?
    package var imageScale = Image.Scale.medium
    package var gaugeStyle = AnyGaugeStyle()
    package var progressStyle = AnyProgressViewStyle()
    package var labelStyle = AnyLabelStyle()
    package var hidesLabels = false
    package var isEnabled = true
    package var symbolVariants = SymbolVariants.none
    package var buttonStyle = AnyButtonStyle()
    package var toggleStyle = AnyToggleStyle()
    package var locale: Locale?
    package var calendar: Calendar?
    package var timeZone: TimeZone?
    package var colorScheme: ColorScheme?
  }
}

extension EnvironmentValues {
  /// The reasons why content is not shown.
  public var redactionReasons: RedactionReasons {
    get { RedactionReasons(rawValue: Int(redaction.reasons.rawValue)) }
    set { redaction.write(Reasons(rawValue: UInt8(truncatingIfNeeded: newValue.rawValue))) }
  }

  /// The light or dark appearance.
  public var colorScheme: ColorScheme {
    get { look.colorScheme ?? (place.appearance == .dark ? .dark : .light) }
    set { look.colorScheme = newValue }
  }

  /// Whether the display is dimmed because it is always on.
  public var isLuminanceReduced: Bool {
    get { place.isLuminanceReduced }
    set { place.isLuminanceReduced = newValue }
  }

  /// The number of pixels of a point that widgets may assume.
  public var displayScale: CGFloat { 2 }

  /// The direction in which lines are read.
  public var layoutDirection: LayoutDirection {
    get { place.direction == .rightToLeft ? .rightToLeft : .leftToRight }
    set { place.direction = newValue == .rightToLeft ? .rightToLeft : .leftToRight }
  }

  /// The size of texts that the person prefers.
  public var dynamicTypeSize: DynamicTypeSize {
    get { DynamicTypeSize(place.typeSize) }
    set { place.typeSize = newValue.model }
  }

  /// The language and region of the person.
  public var locale: Locale {
    get { look.locale ?? Locale(identifier: place.locale) }
    set { look.locale = newValue }
  }

  /// The calendar of the person.
  public var calendar: Calendar {
    get {
      if let calendar = look.calendar { return calendar }
      var calendar = Calendar.current
      calendar.locale = locale
      return calendar
    }
    set { look.calendar = newValue }
  }

  /// The time zone of the person.
  public var timeZone: TimeZone {
    get { look.timeZone ?? .current }
    set { look.timeZone = newValue }
  }

  /// The font of texts, or nil for the platform's.
  public var font: Font? {
    get { look.font }
    set { look.font = newValue }
  }

  /// Whether controls are enabled.
  public var isEnabled: Bool {
    get { look.isEnabled }
    set { look.isEnabled = newValue }
  }

  /// The maximum number of a text's lines, or nil for any number.
  public var lineLimit: Int? {
    get { look.lineLimit }
    set { look.lineLimit = newValue }
  }

  /// The alignment of the lines of a text.
  public var multilineTextAlignment: TextAlignment {
    get { look.alignment }
    set { look.alignment = newValue }
  }
}

private struct OpenURLKey: EnvironmentKey {
  static let defaultValue = OpenURLAction()
}

extension EnvironmentValues {
  /// The action that opens an address; the system's opens nothing in a widget, as on iOS.
  public var openURL: OpenURLAction {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}

/// The size of texts that a person prefers. Source: `SwiftUI.DynamicTypeSize`.
public enum DynamicTypeSize: CaseIterable, Comparable, Sendable, Hashable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

  /// Whether the size is one of the largest.
  public var isAccessibilitySize: Bool { self >= .accessibility1 }

  init(_ model: WidgetEnvironment.TypeSize) { self = Self.allCases[Int(model.rawValue) - 1] }
  var model: WidgetEnvironment.TypeSize {
    .init(rawValue: UInt8((Self.allCases.firstIndex(of: self) ?? 3) + 1)) ?? .large
  }
}

/// A property that reads a value of the environment. Source: `SwiftUI.Environment`.
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  private final class Box { var values: EnvironmentValues? }
  private let keyPath: KeyPath<EnvironmentValues, Value>
  private let box = Box()

  /// A property that reads a value of the environment.
  ///
  /// - Parameter keyPath: The key path of the value.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  /// The value in the view's environment.
  public var wrappedValue: Value { (box.values ?? EnvironmentValues())[keyPath: keyPath] }
}

extension Environment: EnvironmentReader {
  package func read(_ values: EnvironmentValues) { box.values = values }
}

/// A property that is updated before a view's body is read. Source: `SwiftUI.DynamicProperty`.
public protocol DynamicProperty {
  /// Updates the property; it is called before the body is read.
  mutating func update()
}

extension DynamicProperty {
  /// Does nothing: a property without work of its own need not declare it. Source: `SwiftUI`, `update`.
  public mutating func update() {}
}

/// A property that reads its view's environment.
package protocol EnvironmentReader {
  func read(_ values: EnvironmentValues)
}

/// Hands the environment to the properties of a view before its body is read.
@MainActor enum EnvironmentReading {
  static func prepare(_ view: Any, _ context: ViewContext) {
    for child in Mirror(reflecting: view).children {
      (child.value as? any EnvironmentReader)?.read(context.environment)
    }
  }
}

extension View {
  /// Sets a value of the environment for this view and what is in it.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the value.
  ///   - value: The value.
  /// - Returns: The view in the changed environment.
  public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
    EnvironmentChange(content: self) { $0[keyPath: keyPath] = value }
  }

  /// Changes a value of the environment for this view and what is in it.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the value.
  ///   - transform: Changes it.
  /// - Returns: The view in the changed environment.
  public func transformEnvironment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
  ) -> some View {
    EnvironmentChange(content: self) { transform(&$0[keyPath: keyPath]) }
  }
}

struct EnvironmentChange<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let change: (inout EnvironmentValues) -> Void

  func nodes(in context: ViewContext) -> [WidgetNode] {
    context.with(change).nodes(of: content)
  }
}
