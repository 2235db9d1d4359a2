// SPDX-License-Identifier: Apache-2.0
import BundleResources
public import Foundation

/// Writes how long before or after another a date is. Source: `Foundation.RelativeDateTimeFormatter`, which Linux's Foundation
/// does not have.
///
/// Unchecked because, as with Foundation's formatters, whoever shares one sets its properties beforehand.
open class RelativeDateTimeFormatter: Formatter, @unchecked Sendable {
  /// Whether yesterday is named. Source: `Foundation.RelativeDateTimeFormatter.DateTimeStyle`.
  public enum DateTimeStyle: Int, Sendable { case numeric = 0, named }
  /// How units are written. Source: `Foundation.RelativeDateTimeFormatter.UnitsStyle`.
  public enum UnitsStyle: Int, Sendable { case full = 0, spellOut, short, abbreviated }

  /// Whether yesterday is named.
  open var dateTimeStyle = DateTimeStyle.numeric
  /// How units are written.
  open var unitsStyle = UnitsStyle.full
  /// The language; the widget owner's, unless it is set.
  open var locale: Locale! = OwnerLocale.current
  /// The calendar of the units.
  open var calendar: Calendar! = .current

  /// The text of the distance between two dates.
  ///
  /// - Parameters:
  ///   - date: What is written.
  ///   - reference: What it is compared with.
  /// - Returns: Such as `2 hours ago`.
  open func localizedString(for date: Date, relativeTo reference: Date) -> String {
    let units: Date.RelativeFormatStyle.UnitsStyle =
      switch unitsStyle {
      case .full: .wide
      case .spellOut: .spellOut
      case .short: .abbreviated
      case .abbreviated: .narrow
      }
    return Date.AnchoredRelativeFormatStyle(
      anchor: date, presentation: dateTimeStyle == .named ? .named : .numeric, unitsStyle: units,
      locale: locale ?? OwnerLocale.current, calendar: calendar ?? .current
    ).format(reference)
  }

  /// The text of a distance in seconds from now.
  ///
  /// - Parameter interval: Seconds from now; before it, where they are less than none.
  /// - Returns: Such as `2 hours ago`.
  open func localizedString(fromTimeInterval interval: TimeInterval) -> String {
    let now = Date()
    return localizedString(for: now.addingTimeInterval(interval), relativeTo: now)
  }

  /// The text of a distance in units of a calendar from now.
  ///
  /// - Parameter components: The distance from now.
  /// - Returns: The text, such as `2 hours ago`.
  open func localizedString(from components: DateComponents) -> String {
    let now = Date()
    return localizedString(for: (calendar ?? .current).date(byAdding: components, to: now) ?? now, relativeTo: now)
  }

  /// The text of the distance between an object's date and now.
  ///
  /// - Parameter object: A date.
  /// - Returns: Such as `2 hours ago`; nil where it is no date.
  open override func string(for object: Any?) -> String? {
    (object as? Date).map { localizedString(for: $0, relativeTo: Date()) }
  }
}
