// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The common part of events and reminders. Source: `EventKit.EKCalendarItem`.
open class EKCalendarItem: EKObject {
  /// The name by which a saved one is found.
  public let calendarItemIdentifier = UUID().uuidString
  /// The calendar: none is chosen, as on a device that has none.
  open var calendar: EKCalendar!
  /// The title.
  open var title: String!
  /// The place in words.
  open var location: String?
  /// The notes.
  open var notes: String?
  /// The address that belongs to it.
  open var url: URL?
  /// The zone of its times; nil floats with the device.
  open var timeZone: TimeZone?
  /// The moment when it was saved first.
  open var creationDate: Date? { nil }
  /// The moment when it was saved last.
  open var lastModifiedDate: Date? { nil }
  /// Whether it has notes.
  open var hasNotes: Bool { notes?.isEmpty == false }

  fileprivate override init() {}
}

/// The scope of a change to events that recur. Apple's values.
public enum EKSpan: Int, Sendable {
  /// This event alone.
  case thisEvent = 0
  /// This event and those that follow.
  case futureEvents = 1
}

/// The time of an event for others. Apple's values.
public enum EKEventAvailability: Int, Sendable { case notSupported = -1, busy, free, tentative, unavailable }

/// The state of an event. Apple's values.
public enum EKEventStatus: Int, Sendable { case none = 0, confirmed, tentative, canceled }

/// An event. Source: `EventKit.EKEvent`.
///
/// The store has none; what an app makes lives in the app until saving it fails.
open class EKEvent: EKCalendarItem {
  /// The name by which a saved event is found: nil, because it is not saved.
  open var eventIdentifier: String! { nil }
  /// The beginning.
  open var startDate: Date!
  /// The end.
  open var endDate: Date!
  /// Whether it is for whole days.
  open var isAllDay = false
  /// The time for others.
  open var availability = EKEventAvailability.busy
  /// The state.
  open var status: EKEventStatus { .none }
  /// The beginning that a recurring event had.
  open var occurrenceDate: Date! { startDate }
  /// Whether it differs from the events that it recurs with.
  open var isDetached: Bool { false }

  /// An event that is in no store.
  ///
  /// - Parameter eventStore: The store in which it is to be saved.
  public init(eventStore: EKEventStore) {}

  /// Compares by the beginning.
  ///
  /// - Parameter other: An event.
  /// - Returns: The order of the two.
  open func compareStartDate(with other: EKEvent) -> ComparisonResult {
    switch (startDate ?? .distantPast, other.startDate ?? .distantPast) {
    case let (own, its) where own < its: .orderedAscending
    case let (own, its) where own > its: .orderedDescending
    default: .orderedSame
    }
  }
}

/// A reminder. Source: `EventKit.EKReminder`.
///
/// The store has none; what an app makes lives in the app until saving it fails.
open class EKReminder: EKCalendarItem {
  /// The day or time of the beginning.
  open var startDateComponents: DateComponents?
  /// The day or time by which it is due.
  open var dueDateComponents: DateComponents?
  /// Whether it is done.
  open var isCompleted = false {
    didSet { if isCompleted != oldValue { completionDate = isCompleted ? Date() : nil } }
  }
  /// The moment when it was done.
  open var completionDate: Date?
  /// The importance, from 1, the highest, to 9; 0 is none.
  open var priority = 0

  /// A reminder that is in no store.
  ///
  /// - Parameter eventStore: The store in which it is to be saved.
  public init(eventStore: EKEventStore) {}
}
