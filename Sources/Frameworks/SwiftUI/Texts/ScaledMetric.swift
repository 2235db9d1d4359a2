// SPDX-License-Identifier: Apache-2.0

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
