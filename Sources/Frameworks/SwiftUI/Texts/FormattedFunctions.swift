// SPDX-License-Identifier: Apache-2.0
import BundleResources
public import Foundation

// `formatted()` of ordinary values, in the language that the widget is drawn in: Foundation's own is English on Linux.
// These are properties that can be called, because methods of the same name would be ambiguous with Foundation's.

/// The function `formatted` of a value. Source: `Foundation.FormatStyle`.
public struct FormattedFunction<Value> {
  fileprivate let value: Value

  /// Formats the value in a style.
  ///
  /// - Parameter style: The style.
  /// - Returns: The text.
  public func callAsFunction<Style: FormatStyle>(_ style: Style) -> Style.FormatOutput
  where Style.FormatInput == Value { OwnerLocale.style(style).format(value) }
}

extension FormattedFunction: Sendable where Value: Sendable {}

extension FormattedFunction where Value == Date {
  /// Formats the date as day and time in digits.
  ///
  /// - Returns: The day and the time, in digits.
  public func callAsFunction() -> String { callAsFunction(date: .numeric, time: .shortened) }

  /// Formats the date as day and time in the given styles.
  ///
  /// - Parameters:
  ///   - date: The style of the day.
  ///   - time: The style of the time.
  /// - Returns: The text.
  public func callAsFunction(date: Date.FormatStyle.DateStyle, time: Date.FormatStyle.TimeStyle) -> String {
    callAsFunction(Date.FormatStyle(date: date, time: time))
  }
}

extension FormattedFunction where Value: BinaryInteger {
  /// Formats the integer with the separators of the language.
  ///
  /// - Returns: The number.
  public func callAsFunction() -> String { callAsFunction(IntegerFormatStyle<Value>()) }
}

extension FormattedFunction where Value: BinaryFloatingPoint {
  /// Formats the number with the separators of the language.
  ///
  /// - Returns: The number.
  public func callAsFunction() -> String { callAsFunction(FloatingPointFormatStyle<Value>()) }
}

extension FormattedFunction where Value == Decimal {
  /// Formats the decimal number with the separators of the language.
  ///
  /// - Returns: The number.
  public func callAsFunction() -> String { callAsFunction(Decimal.FormatStyle()) }
}

extension FormattedFunction where Value == Duration {
  /// Formats the duration as hours, minutes and seconds.
  ///
  /// - Returns: Hours, minutes and seconds.
  public func callAsFunction() -> String {
    callAsFunction(Duration.TimeFormatStyle(pattern: .hourMinuteSecond))
  }
}

extension FormattedFunction where Value == Range<Date> {
  /// Formats the range as two days and times in digits.
  ///
  /// - Returns: Both days and times, in digits.
  public func callAsFunction() -> String { callAsFunction(date: .numeric, time: .shortened) }

  /// Formats the range in the given styles.
  ///
  /// - Parameters:
  ///   - date: The style of the days.
  ///   - time: The style of the times.
  /// - Returns: The text.
  public func callAsFunction(
    date: Date.IntervalFormatStyle.DateStyle, time: Date.IntervalFormatStyle.TimeStyle
  ) -> String { callAsFunction(Date.IntervalFormatStyle(date: date, time: time)) }
}

extension FormattedFunction where Value: Sequence, Value.Element == String {
  /// Formats the words as a list that ends in "and".
  ///
  /// - Returns: The words as a sentence lists them.
  public func callAsFunction() -> String {
    callAsFunction(.list(type: .and))
  }
}

extension Date {
  /// The function that formats the date in the widget's language.
  /// Source: `Foundation.Date`, `formatted()`, `formatted(_:)` and `formatted(date:time:)`.
  public var formatted: FormattedFunction<Date> { FormattedFunction(value: self) }
}

extension BinaryInteger {
  /// The function that formats the integer in the widget's language.
  /// Source: `Foundation.BinaryInteger`, `formatted()` and `formatted(_:)`.
  public var formatted: FormattedFunction<Self> { FormattedFunction(value: self) }
}

extension BinaryFloatingPoint {
  /// The function that formats the number in the widget's language.
  /// Source: `Foundation.BinaryFloatingPoint`, `formatted()` and `formatted(_:)`.
  public var formatted: FormattedFunction<Self> { FormattedFunction(value: self) }
}

extension Decimal {
  /// The function that formats the decimal number in the widget's language.
  /// Source: `Foundation.Decimal`, `formatted()` and `formatted(_:)`.
  public var formatted: FormattedFunction<Decimal> { FormattedFunction(value: self) }
}

extension Duration {
  /// The function that formats the duration in the widget's language.
  /// Source: `Swift.Duration`, `formatted()` and `formatted(_:)`.
  public var formatted: FormattedFunction<Duration> { FormattedFunction(value: self) }
}

extension Range<Date> {
  /// The function that formats the range of dates in the widget's language.
  /// Source: `Swift.Range`, `formatted()`, `formatted(_:)` and `formatted(date:time:)`.
  public var formatted: FormattedFunction<Range<Date>> { FormattedFunction(value: self) }
}

extension Sequence {
  /// The function that formats the sequence in the widget's language.
  /// Source: `Swift.Sequence`, `formatted()` and `formatted(_:)`.
  public var formatted: FormattedFunction<Self> { FormattedFunction(value: self) }
}
