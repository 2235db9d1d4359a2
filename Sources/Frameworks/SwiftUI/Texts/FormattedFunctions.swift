// SPDX-License-Identifier: Apache-2.0
import BundleResources
public import Foundation

// `formatted()` of ordinary values, in the language that the widget is drawn in: Foundation's own is English on Linux.
// These are properties that can be called, because methods of the same name would be ambiguous with Foundation's.

/// `formatted` of a value with a style. Source: `Foundation.FormatStyle`.
public struct FormattedFunction<Value> {
  fileprivate let value: Value

  /// - Parameter style: How it is written.
  /// - Returns: The text.
  public func callAsFunction<Style: FormatStyle>(_ style: Style) -> Style.FormatOutput
  where Style.FormatInput == Value { OwnerLocale.style(style).format(value) }
}

extension FormattedFunction: Sendable where Value: Sendable {}

extension FormattedFunction where Value == Date {
  /// - Returns: The day and the time, in digits.
  public func callAsFunction() -> String { callAsFunction(date: .numeric, time: .shortened) }

  /// - Parameters:
  ///   - date: How the day is written.
  ///   - time: How the time is written.
  /// - Returns: The text.
  public func callAsFunction(date: Date.FormatStyle.DateStyle, time: Date.FormatStyle.TimeStyle) -> String {
    callAsFunction(Date.FormatStyle(date: date, time: time))
  }
}

extension FormattedFunction where Value: BinaryInteger {
  /// - Returns: The number.
  public func callAsFunction() -> String { callAsFunction(IntegerFormatStyle<Value>()) }
}

extension FormattedFunction where Value: BinaryFloatingPoint {
  /// - Returns: The number.
  public func callAsFunction() -> String { callAsFunction(FloatingPointFormatStyle<Value>()) }
}

extension FormattedFunction where Value == Decimal {
  /// - Returns: The number.
  public func callAsFunction() -> String { callAsFunction(Decimal.FormatStyle()) }
}

extension FormattedFunction where Value == Duration {
  /// - Returns: Hours, minutes and seconds.
  public func callAsFunction() -> String {
    callAsFunction(Duration.TimeFormatStyle(pattern: .hourMinuteSecond))
  }
}

extension FormattedFunction where Value == Range<Date> {
  /// - Returns: Both days and times, in digits.
  public func callAsFunction() -> String { callAsFunction(date: .numeric, time: .shortened) }

  /// - Parameters:
  ///   - date: How days are written.
  ///   - time: How times are written.
  /// - Returns: The text.
  public func callAsFunction(
    date: Date.IntervalFormatStyle.DateStyle, time: Date.IntervalFormatStyle.TimeStyle
  ) -> String { callAsFunction(Date.IntervalFormatStyle(date: date, time: time)) }
}

extension FormattedFunction where Value: Sequence, Value.Element == String {
  /// - Returns: The words as a sentence lists them.
  public func callAsFunction() -> String {
    callAsFunction(.list(type: .and))
  }
}

extension Date {
  /// Source: `Foundation.Date`, `formatted()`, `formatted(_:)` and `formatted(date:time:)`.
  public var formatted: FormattedFunction<Date> { FormattedFunction(value: self) }
}

extension BinaryInteger {
  /// Source: `Foundation.BinaryInteger`, `formatted()` and `formatted(_:)`.
  public var formatted: FormattedFunction<Self> { FormattedFunction(value: self) }
}

extension BinaryFloatingPoint {
  /// Source: `Foundation.BinaryFloatingPoint`, `formatted()` and `formatted(_:)`.
  public var formatted: FormattedFunction<Self> { FormattedFunction(value: self) }
}

extension Decimal {
  /// Source: `Foundation.Decimal`, `formatted()` and `formatted(_:)`.
  public var formatted: FormattedFunction<Decimal> { FormattedFunction(value: self) }
}

extension Duration {
  /// Source: `Swift.Duration`, `formatted()` and `formatted(_:)`.
  public var formatted: FormattedFunction<Duration> { FormattedFunction(value: self) }
}

extension Range<Date> {
  /// Source: `Swift.Range`, `formatted()`, `formatted(_:)` and `formatted(date:time:)`.
  public var formatted: FormattedFunction<Range<Date>> { FormattedFunction(value: self) }
}

extension Sequence {
  /// Source: `Swift.Sequence`, `formatted()` and `formatted(_:)`.
  public var formatted: FormattedFunction<Self> { FormattedFunction(value: self) }
}
