// SPDX-License-Identifier: Apache-2.0
import BundleResources
public import Foundation

// The toolchain's Foundation has measurements, and no format for them.

/// For what a measurement is shown. Source: `Foundation.MeasurementFormatUnitUsage`.
public struct MeasurementFormatUnitUsage<UnitType: Unit>: Hashable, Codable, Sendable {
  /// In the unit that it has.
  public static var asProvided: Self { Self() }
  /// In a unit of the region's.
  @available(
    *, unavailable, message: "units are not changed to a region's here: convert the measurement, and use .asProvided"
  )
  public static var general: Self { Self() }
  /// In a unit of the region's.
  @available(
    *, unavailable, message: "units are not changed to a region's here: convert the measurement, and use .asProvided"
  )
  public static var person: Self { Self() }
  /// In a unit of the region's.
  @available(
    *, unavailable, message: "units are not changed to a region's here: convert the measurement, and use .asProvided"
  )
  public static var weather: Self { Self() }
  /// In a unit of the region's.
  @available(
    *, unavailable, message: "units are not changed to a region's here: convert the measurement, and use .asProvided"
  )
  public static var road: Self { Self() }
}

extension Measurement where UnitType: Dimension {
  /// A number and its unit's sign. Source: `Foundation.Measurement.FormatStyle`.
  public struct FormatStyle: Foundation.FormatStyle, Sendable {
    /// How much of the unit is written.
    public enum UnitWidth: Hashable, Codable, Sendable { case abbreviated, narrow }

    /// How much of the unit is written.
    public var width: UnitWidth
    /// How the number is written.
    public var numberFormatStyle: FloatingPointFormatStyle<Double>

    /// - Parameters:
    ///   - width: How much of the unit is written.
    ///   - locale: The language and region.
    ///   - usage: The unit stays as it is.
    ///   - numberFormatStyle: How the number is written.
    public init(
      width: UnitWidth, locale: Locale = .autoupdatingCurrent,
      usage: MeasurementFormatUnitUsage<UnitType> = .asProvided,
      numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
    ) {
      self.width = width
      self.numberFormatStyle = numberFormatStyle ?? FloatingPointFormatStyle<Double>(locale: locale)
    }

    /// - Parameter value: The measurement.
    /// - Returns: The text.
    public func format(_ value: Measurement<UnitType>) -> String {
      let number = numberFormatStyle.format(value.value)
      if width == .abbreviated { return "\(number)\u{A0}\(value.unit.symbol)" }
      return value.unit is UnitTemperature ? "\(number)°" : "\(number)\(value.unit.symbol)"
    }

    /// - Parameter locale: The language and region.
    /// - Returns: The style for it.
    public func locale(_ locale: Locale) -> Self {
      var style = self
      style.numberFormatStyle = numberFormatStyle.locale(locale)
      return style
    }
  }

  /// - Parameter style: How it is written.
  /// - Returns: The text.
  public func formatted(_ style: FormatStyle) -> String { OwnerLocale.style(style).format(self) }

  /// - Returns: The number and its unit's sign.
  public func formatted() -> String { formatted(FormatStyle(width: .abbreviated)) }
}

extension FormatStyle {
  /// - Parameters:
  ///   - width: How much of the unit is written.
  ///   - usage: The unit stays as it is.
  ///   - numberFormatStyle: How the number is written.
  /// - Returns: The style.
  public static func measurement<U: Dimension>(
    width: Measurement<U>.FormatStyle.UnitWidth, usage: MeasurementFormatUnitUsage<U> = .asProvided,
    numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
  ) -> Self where Self == Measurement<U>.FormatStyle {
    Self(width: width, usage: usage, numberFormatStyle: numberFormatStyle)
  }
}
