// SPDX-License-Identifier: Apache-2.0

/// A length that grows with the size of texts. Source: `SwiftUI.ScaledMetric`.
@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
  private let base: Value
  private let style: Font.TextStyle
  private let size = Environment(\.dynamicTypeSize)

  /// A length that grows with the size of a text style.
  ///
  /// - Parameters:
  ///   - wrappedValue: The length where texts are of their usual size.
  ///   - textStyle: The text style that the length grows with.
  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle = .body) {
    (base, style) = (wrappedValue, textStyle)
  }

  /// The length at the size of texts of the view's environment.
  public var wrappedValue: Value { base * Value(style.growth(at: size.wrappedValue)) }
}

extension ScaledMetric: EnvironmentReader {
  package func read(_ values: EnvironmentValues) { size.read(values) }
}
