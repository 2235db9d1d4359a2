// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// A value of the environment that others define. Source: `SwiftUI.EnvironmentKey`.
public protocol EnvironmentKey {
  associatedtype Value
  /// Where nobody has set one.
  static var defaultValue: Value { get }
}

/// What views can know of where they are. Source: `SwiftUI.EnvironmentValues`.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]
  /// Everything that is archived as resolved.
  package var look = Look()
  package var place = WidgetEnvironment(family: .systemSmall, size: Size(158, 158), now: 0)
  package var redaction = RedactionState()
  /// Where views put values for the layout around them.
  package var layoutValues: AnyObject?

  /// Apple's initializer.
  public init() {}

  package func changed(_ change: (inout EnvironmentValues) -> Void) -> EnvironmentValues {
    var values = self
    change(&values)
    return values
  }

  /// The value of a key.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// How texts and surfaces look here.
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
  /// Why content is not shown as it is.
  public var redactionReasons: RedactionReasons {
    get { RedactionReasons(rawValue: Int(redaction.reasons.rawValue)) }
    set { redaction.write(Reasons(rawValue: UInt8(truncatingIfNeeded: newValue.rawValue))) }
  }

  /// Whether the surface is light or dark.
  public var colorScheme: ColorScheme {
    get { look.colorScheme ?? (place.appearance == .dark ? .dark : .light) }
    set { look.colorScheme = newValue }
  }

  /// Whether the display shines less because it is always on.
  public var isLuminanceReduced: Bool {
    get { place.isLuminanceReduced }
    set { place.isLuminanceReduced = newValue }
  }

  /// How large a point is: pixels, as far as a widget may care.
  public var displayScale: CGFloat { 2 }

  /// Which way lines are read.
  public var layoutDirection: LayoutDirection {
    get { place.direction == .rightToLeft ? .rightToLeft : .leftToRight }
    set { place.direction = newValue == .rightToLeft ? .rightToLeft : .leftToRight }
  }

  /// How large texts are.
  public var dynamicTypeSize: DynamicTypeSize {
    get { DynamicTypeSize(place.typeSize) }
    set { place.typeSize = newValue.model }
  }

  /// The language and region.
  public var locale: Locale {
    get { look.locale ?? Locale(identifier: place.locale) }
    set { look.locale = newValue }
  }

  /// The calendar.
  public var calendar: Calendar {
    get {
      if let calendar = look.calendar { return calendar }
      var calendar = Calendar.current
      calendar.locale = locale
      return calendar
    }
    set { look.calendar = newValue }
  }

  /// The time zone.
  public var timeZone: TimeZone {
    get { look.timeZone ?? .current }
    set { look.timeZone = newValue }
  }

  /// The face of texts.
  public var font: Font? {
    get { look.font }
    set { look.font = newValue }
  }

  /// Whether controls do something.
  public var isEnabled: Bool {
    get { look.isEnabled }
    set { look.isEnabled = newValue }
  }

  /// How many lines a text has at the most.
  public var lineLimit: Int? {
    get { look.lineLimit }
    set { look.lineLimit = newValue }
  }

  /// How the lines of a text stand.
  public var multilineTextAlignment: TextAlignment {
    get { look.alignment }
    set { look.alignment = newValue }
  }
}

/// How large a person wants texts. Source: `SwiftUI.DynamicTypeSize`.
public enum DynamicTypeSize: CaseIterable, Comparable, Sendable, Hashable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

  /// Whether it is one of the largest.
  public var isAccessibilitySize: Bool { self >= .accessibility1 }

  init(_ model: WidgetEnvironment.TypeSize) { self = Self.allCases[Int(model.rawValue) - 1] }
  var model: WidgetEnvironment.TypeSize {
    .init(rawValue: UInt8((Self.allCases.firstIndex(of: self) ?? 3) + 1)) ?? .large
  }
}

/// Reads a value of the environment. Source: `SwiftUI.Environment`.
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  private final class Box { var values: EnvironmentValues? }
  private let keyPath: KeyPath<EnvironmentValues, Value>
  private let box = Box()

  /// - Parameter keyPath: The value.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  /// The value where the view is.
  public var wrappedValue: Value { (box.values ?? EnvironmentValues())[keyPath: keyPath] }
}

extension Environment: EnvironmentReader {
  package func read(_ values: EnvironmentValues) { box.values = values }
}

/// A property that is set before a view's body is asked for. Source: `SwiftUI.DynamicProperty`.
public protocol DynamicProperty {
  /// Called before the body.
  mutating func update()
}

extension DynamicProperty {
  /// Source: `SwiftUI`, `update`.
  public mutating func update() {}
}

/// A property of a view that wants to know the environment.
package protocol EnvironmentReader {
  func read(_ values: EnvironmentValues)
}

/// Tells the properties of a view its environment, before its body is asked for.
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
  ///   - keyPath: Which value.
  ///   - value: The value.
  /// - Returns: The view in the changed environment.
  public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
    EnvironmentChange(content: self) { $0[keyPath: keyPath] = value }
  }

  /// Changes a value of the environment for this view and what is in it.
  ///
  /// - Parameters:
  ///   - keyPath: Which value.
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
