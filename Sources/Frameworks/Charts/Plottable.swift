// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A value of any plottable type, as charts place it.
public struct PlottedValue: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case number(Double)
    case date(Double)
    case category(String)
  }
  let kind: Kind
  /// The number that stands for the value; nil for a category.
  var number: Double? {
    switch kind {
    case .number(let value), .date(let value): value
    case .category: nil
    }
  }
  var category: String? { if case .category(let name) = kind { name } else { nil } }
}

/// A type of values that charts can show. Source: `Charts.Plottable`.
public protocol Plottable {
  /// The value as charts place it.
  var plottedValue: PlottedValue { get }
}

extension Double: Plottable {
  /// The value as charts place it.
  public var plottedValue: PlottedValue { PlottedValue(kind: .number(isFinite ? self : 0)) }
}
extension Float: Plottable {
  /// The value as charts place it.
  public var plottedValue: PlottedValue { Double(self).plottedValue }
}
extension CGFloat: Plottable {
  /// The value as charts place it.
  public var plottedValue: PlottedValue { Double(self).plottedValue }
}
extension Int: Plottable {
  /// The value as charts place it.
  public var plottedValue: PlottedValue { Double(self).plottedValue }
}
extension Decimal: Plottable {
  /// The value as charts place it.
  public var plottedValue: PlottedValue { NSDecimalNumber(decimal: self).doubleValue.plottedValue }
}
extension String: Plottable {
  /// The value as charts place it.
  public var plottedValue: PlottedValue { PlottedValue(kind: .category(self)) }
}
extension Date: Plottable {
  /// The value as charts place it.
  public var plottedValue: PlottedValue { PlottedValue(kind: .date(timeIntervalSinceReferenceDate)) }
}
extension Plottable where Self: RawRepresentable, RawValue: Plottable {
  /// The value as charts place it.
  public var plottedValue: PlottedValue { rawValue.plottedValue }
}

/// A value with its label. Source: `Charts.PlottableValue`.
public struct PlottableValue<Value: Plottable> {
  let label: String
  let value: PlottedValue
  /// The unit of a calendar that a date stands for.
  var span: (from: Double, to: Double)?

  /// A value with a localized label.
  ///
  /// - Parameters:
  ///   - labelKey: The label of the value.
  ///   - value: The value.
  /// - Returns: The value with its label.
  public static func value(_ labelKey: LocalizedStringKey, _ value: Value) -> PlottableValue {
    PlottableValue(label: "\(labelKey)", value: value.plottedValue)
  }
  /// A value with a label.
  ///
  /// - Parameters:
  ///   - label: The label of the value.
  ///   - value: The value.
  /// - Returns: The value with its label.
  @_disfavoredOverload public static func value<S: StringProtocol>(_ label: S, _ value: Value) -> PlottableValue {
    PlottableValue(label: String(label), value: value.plottedValue)
  }
}

extension PlottableValue where Value == Date {
  /// A date that stands for a unit of a calendar, with a localized label.
  ///
  /// - Parameters:
  ///   - labelKey: The label of the date.
  ///   - value: The date.
  ///   - unit: The unit that the date stands for.
  ///   - calendar: The calendar of the unit.
  /// - Returns: The date with its label.
  public static func value(
    _ labelKey: LocalizedStringKey, _ value: Date, unit: Calendar.Component, calendar: Calendar = .current
  ) -> PlottableValue {
    var plottable = PlottableValue(label: "\(labelKey)", value: value.plottedValue)
    if let interval = calendar.dateInterval(of: unit, for: value) {
      plottable.span = (
        interval.start.timeIntervalSinceReferenceDate, interval.end.timeIntervalSinceReferenceDate
      )
    }
    return plottable
  }
}
