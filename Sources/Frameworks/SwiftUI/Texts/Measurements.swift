// SPDX-License-Identifier: Apache-2.0
import BundleResources
public import Foundation

// The toolchain's Foundation has measurements, and no format for them.

/// The purpose for which a measurement is shown. Source: `Foundation.MeasurementFormatUnitUsage`.
public struct MeasurementFormatUnitUsage<UnitType: Unit>: Hashable, Codable, Sendable {
  /// The purpose that keeps the measurement's own unit.
  public static var asProvided: Self { Self() }
  /// A purpose that would choose the region's unit: the compiler refuses it.
  @available(
    *, unavailable, message: "units are not changed to a region's here: convert the measurement, and use .asProvided"
  )
  public static var general: Self { Self() }
  /// A purpose that would choose the region's unit: the compiler refuses it.
  @available(
    *, unavailable, message: "units are not changed to a region's here: convert the measurement, and use .asProvided"
  )
  public static var person: Self { Self() }
  /// A purpose that would choose the region's unit: the compiler refuses it.
  @available(
    *, unavailable, message: "units are not changed to a region's here: convert the measurement, and use .asProvided"
  )
  public static var weather: Self { Self() }
  /// A purpose that would choose the region's unit: the compiler refuses it.
  @available(
    *, unavailable, message: "units are not changed to a region's here: convert the measurement, and use .asProvided"
  )
  public static var road: Self { Self() }
}

extension Measurement where UnitType: Dimension {
  /// The style of a measurement as number and unit. Source: `Foundation.Measurement.FormatStyle`.
  public struct FormatStyle: Foundation.FormatStyle, Sendable {
    /// The width of the unit: with a space before its symbol, or as narrow as it gets.
    public enum UnitWidth: Hashable, Codable, Sendable { case abbreviated, narrow }

    /// The width of the unit: with a space before its symbol, or as narrow as it gets.
    public var width: UnitWidth
    /// The style of the number.
    public var numberFormatStyle: FloatingPointFormatStyle<Double>

    /// A style of the given properties.
    ///
    /// - Parameters:
    ///   - width: The width of the unit.
    ///   - locale: The language and region.
    ///   - usage: The purpose, which keeps the measurement's own unit.
    ///   - numberFormatStyle: The style of the number.
    public init(
      width: UnitWidth, locale: Locale = .autoupdatingCurrent,
      usage: MeasurementFormatUnitUsage<UnitType> = .asProvided,
      numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
    ) {
      self.width = width
      self.numberFormatStyle = numberFormatStyle ?? FloatingPointFormatStyle<Double>(locale: locale)
    }

    /// Formats a measurement in its own unit.
    ///
    /// - Parameter value: The measurement.
    /// - Returns: The text.
    public func format(_ value: Measurement<UnitType>) -> String {
      let number = numberFormatStyle.format(value.value)
      if width == .abbreviated { return "\(number)\u{A0}\(value.unit.symbol)" }
      return value.unit is UnitTemperature ? "\(number)°" : "\(number)\(value.unit.symbol)"
    }

    /// The style in another language and region.
    ///
    /// - Parameter locale: The language and region.
    /// - Returns: The style for it.
    public func locale(_ locale: Locale) -> Self {
      var style = self
      style.numberFormatStyle = numberFormatStyle.locale(locale)
      return style
    }
  }

  /// Formats the measurement in a style.
  ///
  /// - Parameter style: The style.
  /// - Returns: The text.
  public func formatted(_ style: FormatStyle) -> String { OwnerLocale.style(style).format(self) }

  /// Formats the measurement as number and unit.
  ///
  /// - Returns: The number and its unit's sign.
  public func formatted() -> String { formatted(FormatStyle(width: .abbreviated)) }
}

extension FormatStyle {
  /// A style of the given properties.
  ///
  /// - Parameters:
  ///   - width: The width of the unit.
  ///   - usage: The purpose, which keeps the measurement's own unit.
  ///   - numberFormatStyle: The style of the number.
  /// - Returns: The style.
  public static func measurement<U: Dimension>(
    width: Measurement<U>.FormatStyle.UnitWidth, usage: MeasurementFormatUnitUsage<U> = .asProvided,
    numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
  ) -> Self where Self == Measurement<U>.FormatStyle {
    Self(width: width, usage: usage, numberFormatStyle: numberFormatStyle)
  }
}
