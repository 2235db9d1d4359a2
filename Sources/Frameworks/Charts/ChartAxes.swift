// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import SwiftUI

/// The content of an axis. Source: `Charts.AxisContent`.
public protocol AxisContent {
  /// Applies the content to the settings of an axis; only this module calls it.
  func apply(to axis: inout ChartAxisSettings)
}

/// The settings of an axis, which only this module reads.
public struct ChartAxisSettings { var axis: ChartAxis }

extension AxisContent {
  func apply(to axis: inout ChartAxis) {
    var settings = ChartAxisSettings(axis: axis)
    apply(to: &settings)
    axis = settings.axis
  }
}

/// The result builder of an axis' content. Source: `Charts.AxisContentBuilder`.
@resultBuilder public enum AxisContentBuilder {
  /// The content of a block of one statement.
  public static func buildBlock<Content: AxisContent>(_ content: Content) -> Content { content }
}

/// The values that an axis marks. Source: `Charts.AxisMarkValues`.
public struct AxisMarkValues: Sendable {
  let values: [PlottedValue]?
  let count: Int?
  var stride: (component: Calendar.Component, count: Int)?
  var step: Double?
  /// The values are chosen by the chart.
  public static let automatic = AxisMarkValues(values: nil, count: nil)
  /// The values are multiples of a unit of the calendar.
  ///
  /// - Parameters:
  ///   - component: The unit of the calendar.
  ///   - count: The number of units between two marks.
  /// - Returns: The values of the axis.
  public static func stride(by component: Calendar.Component, count: Int = 1) -> AxisMarkValues {
    var values = AxisMarkValues(values: nil, count: nil)
    values.stride = (component, max(count, 1))
    return values
  }
  /// The values are multiples of a number.
  ///
  /// - Parameter size: The distance between two marks.
  /// - Returns: The values of the axis.
  public static func stride<P: BinaryFloatingPoint>(by size: P) -> AxisMarkValues {
    var values = AxisMarkValues(values: nil, count: nil)
    values.step = size > 0 ? Double(size) : nil
    return values
  }
  /// The values are chosen by the chart, about so many of them.
  ///
  /// - Parameter desiredCount: The approximate number of marks.
  /// - Returns: The values of the axis.
  public static func automatic(desiredCount: Int) -> AxisMarkValues { AxisMarkValues(values: nil, count: desiredCount) }
  init(values: [PlottedValue]?, count: Int?) { (self.values, self.count) = (values, count) }
}

/// The side of the chart on which an axis stands. Source: `Charts.AxisMarkPosition`.
public struct AxisMarkPosition: Sendable, Hashable {
  let isLeading: Bool
  /// The axis stands where the platform has it.
  public static let automatic = AxisMarkPosition(isLeading: false)
  /// The axis stands at the leading edge of the chart.
  public static let leading = AxisMarkPosition(isLeading: true)
  /// The axis stands at the trailing edge of the chart.
  public static let trailing = AxisMarkPosition(isLeading: false)
  /// The axis stands below the chart.
  public static let bottom = AxisMarkPosition(isLeading: false)
}

/// How a value is written in a language.
typealias AxisFormat = @Sendable (PlottedValue, Locale) -> String

/// The labels and lines along an axis. Source: `Charts.AxisMarks`.
public struct AxisMarks: AxisContent {
  private let values: AxisMarkValues
  private let format: AxisFormat?
  private let parts: [AxisMark.Kind]?
  private let isLeading: Bool

  private init(
    _ values: AxisMarkValues, _ position: AxisMarkPosition, _ parts: [AxisMark]?,
    format: AxisFormat? = nil
  ) {
    (self.values, isLeading) = (values, position.isLeading)
    self.parts = parts?.map(\.kind)
    self.format = format ?? parts?.lazy.compactMap(\.format).first
  }

  /// Default marks at values that the chart chooses or a rule gives.
  ///
  /// - Parameters:
  ///   - position: The side of the chart on which labels stand.
  ///   - values: The values that are marked.
  public init(position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic) {
    self.init(values, position, nil)
  }
  /// Default marks at listed values.
  ///
  /// - Parameters:
  ///   - position: The side of the chart on which labels stand.
  ///   - values: The values that are marked.
  public init<V: Plottable>(position: AxisMarkPosition = .automatic, values: [V]) {
    self.init(AxisMarkValues(values: values.map(\.plottedValue), count: nil), position, nil)
  }
  /// Custom marks at values that the chart chooses or a rule gives.
  ///
  /// - Parameters:
  ///   - position: The side of the chart on which labels stand.
  ///   - values: The values that are marked.
  ///   - content: The marks at each value.
  public init(
    position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    @AxisMarkBuilder content: () -> [AxisMark]
  ) {
    self.init(values, position, content())
  }
  /// Custom marks at listed values.
  ///
  /// - Parameters:
  ///   - position: The side of the chart on which labels stand.
  ///   - values: The values that are marked.
  ///   - content: The marks at each value.
  public init<V: Plottable>(
    position: AxisMarkPosition = .automatic, values: [V], @AxisMarkBuilder content: () -> [AxisMark]
  ) {
    self.init(AxisMarkValues(values: values.map(\.plottedValue), count: nil), position, content())
  }
  /// Custom marks whose closure receives an `AxisValue`.
  ///
  /// - Parameters:
  ///   - position: The side of the chart on which labels stand.
  ///   - values: The values that are marked.
  ///   - content: The marks at each value, which are the same at all of them here.
  public init(
    position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    @AxisMarkBuilder content: (AxisValue) -> [AxisMark]
  ) {
    self.init(values, position, content(AxisValue()))
  }
  /// Default marks whose labels have a format.
  ///
  /// - Parameters:
  ///   - format: The format of the labels.
  ///   - position: The side of the chart on which labels stand.
  ///   - values: The values that are marked.
  public init<F: FormatStyle & Sendable>(
    format: F, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic
  ) where F.FormatOutput == String, F.FormatInput: Plottable {
    self.init(values, position, nil, format: AxisMark.text(format))
  }

  /// Applies the marks to the settings of an axis; only this module calls it.
  public func apply(to settings: inout ChartAxisSettings) {
    settings.axis.values = values.values
    settings.axis.count = values.count
    settings.axis.stride = values.stride
    settings.axis.step = values.step
    settings.axis.format = format
    settings.axis.isLeading = isLeading
    guard let parts else { return }
    settings.axis.hasLines = parts.contains(.line)
    settings.axis.hasLabels = parts.contains(.label)
  }
}

/// A value that an axis marks. Source: `Charts.AxisValue`.
public struct AxisValue: Sendable {
  /// The value as a type; marks are made for all values at once here, so there is none.
  ///
  /// - Parameter type: The type of the value.
  /// - Returns: Always nil, because what is drawn cannot depend on the value here.
  @available(*, unavailable, message: "marks are the same for each value here: use AxisValueLabel(format:)")
  public func `as`<P: Plottable>(_ type: P.Type) -> P? { nil }
}

/// A mark at a value of an axis: a label, a line or a tick. Source: `Charts.AxisMark`.
public struct AxisMark {
  enum Kind { case label, line, tick }
  let kind: Kind
  var format: AxisFormat?

  static func text<F: FormatStyle & Sendable>(_ format: F) -> AxisFormat
  where F.FormatOutput == String, F.FormatInput: Plottable {
    { value, locale in
      let input: Any
      switch value.kind {
      case .number(let number):
        if F.FormatInput.self == Int.self {
          input = Int(number)
        } else if F.FormatInput.self == Decimal.self {
          input = Decimal(number)
        } else {
          input = number
        }
      case .date(let seconds): input = Date(timeIntervalSinceReferenceDate: seconds)
      case .category(let name): input = name
      }
      return (input as? F.FormatInput).map { format.locale(locale).format($0) } ?? ""
    }
  }
}

/// The result builder of an axis' marks. Source: `Charts.AxisMarkBuilder`.
@resultBuilder public enum AxisMarkBuilder {
  /// The mark of one statement.
  public static func buildExpression(_ mark: any AxisMarkPart) -> [AxisMark] { [mark.mark] }
  /// The marks of a block of statements.
  public static func buildBlock(_ marks: [AxisMark]...) -> [AxisMark] { marks.flatMap { $0 } }
}

/// A part of the marks at a value of an axis. Source: `Charts.AxisMark`.
public protocol AxisMarkPart {
  /// The mark that the part makes; only this module reads it.
  var mark: AxisMark { get }
}

/// The label of a value at an axis. Source: `Charts.AxisValueLabel`.
public struct AxisValueLabel: AxisMarkPart {
  /// The mark that the label makes; only this module reads it.
  public let mark: AxisMark
  /// A label with the default format.
  public init() { mark = AxisMark(kind: .label) }
  /// A label with a format.
  ///
  /// - Parameter format: The format of values.
  public init<F: FormatStyle & Sendable>(format: F) where F.FormatOutput == String, F.FormatInput: Plottable {
    mark = AxisMark(kind: .label, format: AxisMark.text(format))
  }
}

/// A line across the chart at a value of an axis. Source: `Charts.AxisGridLine`.
public struct AxisGridLine: AxisMarkPart {
  /// A line across the chart.
  ///
  /// - Parameter stroke: The style, which is ignored here: lines are thin.
  public init(stroke: StrokeStyle? = nil) {}
  /// The mark that the line makes; only this module reads it.
  public var mark: AxisMark { AxisMark(kind: .line) }
}

/// A tick beside the label of a value. Source: `Charts.AxisTick`. Labels stand close enough to the chart to do without.
public struct AxisTick: AxisMarkPart {
  /// A tick, which is not drawn here.
  ///
  /// - Parameter stroke: The style, which is ignored.
  public init(stroke: StrokeStyle? = nil) {}
  /// The mark that the tick makes; only this module reads it.
  public var mark: AxisMark { AxisMark(kind: .tick) }
}
