// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import SwiftUI

/// What is drawn along an axis. Source: `Charts.AxisContent`.
public protocol AxisContent {
  /// For this module.
  func apply(to axis: inout ChartAxisSettings)
}

/// What is said of an axis, for this module.
public struct ChartAxisSettings { var axis: ChartAxis }

extension AxisContent {
  func apply(to axis: inout ChartAxis) {
    var settings = ChartAxisSettings(axis: axis)
    apply(to: &settings)
    axis = settings.axis
  }
}

/// Makes axes of statements. Source: `Charts.AxisContentBuilder`.
@resultBuilder public enum AxisContentBuilder {
  /// A part of what statements make.
  public static func buildBlock<Content: AxisContent>(_ content: Content) -> Content { content }
}

/// Which values an axis marks. Source: `Charts.AxisMarkValues`.
public struct AxisMarkValues: Sendable {
  let values: [PlottedValue]?
  let count: Int?
  var stride: (component: Calendar.Component, count: Int)?
  var step: Double?
  /// As the platform has it.
  public static let automatic = AxisMarkValues(values: nil, count: nil)
  /// - Parameters:
  ///   - component: A part of the calendar.
  ///   - count: Each so many of it.
  /// - Returns: The values.
  public static func stride(by component: Calendar.Component, count: Int = 1) -> AxisMarkValues {
    var values = AxisMarkValues(values: nil, count: nil)
    values.stride = (component, max(count, 1))
    return values
  }
  /// - Parameter size: The distance between values.
  /// - Returns: The values.
  public static func stride<P: BinaryFloatingPoint>(by size: P) -> AxisMarkValues {
    var values = AxisMarkValues(values: nil, count: nil)
    values.step = size > 0 ? Double(size) : nil
    return values
  }
  /// - Parameter desiredCount: About how many.
  /// - Returns: The values.
  public static func automatic(desiredCount: Int) -> AxisMarkValues { AxisMarkValues(values: nil, count: desiredCount) }
  init(values: [PlottedValue]?, count: Int?) { (self.values, self.count) = (values, count) }
}

/// Where an axis' labels stand. Source: `Charts.AxisMarkPosition`.
public struct AxisMarkPosition: Sendable, Hashable {
  let isLeading: Bool
  /// As the platform has it.
  public static let automatic = AxisMarkPosition(isLeading: false)
  /// Before the diagram.
  public static let leading = AxisMarkPosition(isLeading: true)
  /// Behind the diagram.
  public static let trailing = AxisMarkPosition(isLeading: false)
  /// Below the diagram.
  public static let bottom = AxisMarkPosition(isLeading: false)
}

/// How a value is written in a language.
typealias AxisFormat = @Sendable (PlottedValue, Locale) -> String

/// Labels and lines along an axis. Source: `Charts.AxisMarks`.
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

  /// - Parameters:
  ///   - position: Where labels stand.
  ///   - values: Which are marked.
  public init(position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic) {
    self.init(values, position, nil)
  }
  /// - Parameters:
  ///   - position: Where labels stand.
  ///   - values: Which are marked.
  public init<V: Plottable>(position: AxisMarkPosition = .automatic, values: [V]) {
    self.init(AxisMarkValues(values: values.map(\.plottedValue), count: nil), position, nil)
  }
  /// - Parameters:
  ///   - position: Where labels stand.
  ///   - values: Which are marked.
  ///   - content: What is drawn of a value.
  public init(
    position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    @AxisMarkBuilder content: () -> [AxisMark]
  ) {
    self.init(values, position, content())
  }
  /// - Parameters:
  ///   - position: Where labels stand.
  ///   - values: Which are marked.
  ///   - content: What is drawn of a value.
  public init<V: Plottable>(
    position: AxisMarkPosition = .automatic, values: [V], @AxisMarkBuilder content: () -> [AxisMark]
  ) {
    self.init(AxisMarkValues(values: values.map(\.plottedValue), count: nil), position, content())
  }
  /// - Parameters:
  ///   - position: Where labels stand.
  ///   - values: Which are marked.
  ///   - content: What is drawn of a value: the same of each, here.
  public init(
    position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    @AxisMarkBuilder content: (AxisValue) -> [AxisMark]
  ) {
    self.init(values, position, content(AxisValue()))
  }
  /// - Parameters:
  ///   - format: How values are written.
  ///   - position: Where labels stand.
  ///   - values: Which are marked.
  public init<F: FormatStyle & Sendable>(
    format: F, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic
  ) where F.FormatOutput == String, F.FormatInput: Plottable {
    self.init(values, position, nil, format: AxisMark.text(format))
  }

  /// For this module.
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

/// A value at an axis. Source: `Charts.AxisValue`.
public struct AxisValue: Sendable {
  /// Marks are made for all values at once here.
  ///
  /// - Parameter type: Of the value.
  /// - Returns: Nothing: what is drawn cannot depend on it.
  @available(*, unavailable, message: "marks are the same for each value here: use AxisValueLabel(format:)")
  public func `as`<P: Plottable>(_ type: P.Type) -> P? { nil }
}

/// What is drawn of a value at an axis. Source: `Charts.AxisMark`.
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

/// Makes marks of statements. Source: `Charts.AxisMarkBuilder`.
@resultBuilder public enum AxisMarkBuilder {
  /// A part of what statements make.
  public static func buildExpression(_ mark: any AxisMarkPart) -> [AxisMark] { [mark.mark] }
  /// A part of what statements make.
  public static func buildBlock(_ marks: [AxisMark]...) -> [AxisMark] { marks.flatMap { $0 } }
}

/// A part of what is drawn of a value. Source: `Charts.AxisMark`.
public protocol AxisMarkPart {
  /// For this module.
  var mark: AxisMark { get }
}

/// A value's text. Source: `Charts.AxisValueLabel`.
public struct AxisValueLabel: AxisMarkPart {
  /// For this module.
  public let mark: AxisMark
  /// Apple's initializer.
  public init() { mark = AxisMark(kind: .label) }
  /// - Parameter format: How values are written.
  public init<F: FormatStyle & Sendable>(format: F) where F.FormatOutput == String, F.FormatInput: Plottable {
    mark = AxisMark(kind: .label, format: AxisMark.text(format))
  }
}

/// A line across the diagram. Source: `Charts.AxisGridLine`.
public struct AxisGridLine: AxisMarkPart {
  /// - Parameter stroke: Lines are thin here.
  public init(stroke: StrokeStyle? = nil) {}
  /// For this module.
  public var mark: AxisMark { AxisMark(kind: .line) }
}

/// A short line beside a label. Source: `Charts.AxisTick`. Labels stand close enough to do without.
public struct AxisTick: AxisMarkPart {
  /// - Parameter stroke: It is not drawn.
  public init(stroke: StrokeStyle? = nil) {}
  /// For this module.
  public var mark: AxisMark { AxisMark(kind: .tick) }
}
