// SPDX-License-Identifier: Apache-2.0
import Dispatch
public import Foundation

// A store as on a device on which no calendar was ever set up: Bailey holds no calendars, and reads none of the desktop's.
// Whoever looks finds nothing, and whoever saves is told, so that nothing is lost in silence.

/// The callback that is given events one by one; setting its second argument to true ends it.
public typealias EKEventSearchCallback = (EKEvent, UnsafeMutablePointer<ObjCBool>) -> Void

extension EKEventStore {
  /// The accounts: none.
  public var sources: [EKSource] { [] }
  /// The calendar for new events: none.
  public var defaultCalendarForNewEvents: EKCalendar? { nil }
  /// The list for new reminders.
  ///
  /// - Returns: None.
  public func defaultCalendarForNewReminders() -> EKCalendar? { nil }
  /// The calendars or lists.
  ///
  /// - Parameter entityType: What they hold.
  /// - Returns: None.
  public func calendars(for entityType: EKEntityType) -> [EKCalendar] { [] }
  /// The calendar of a name.
  ///
  /// - Parameter identifier: The name.
  /// - Returns: None.
  public func calendar(withIdentifier identifier: String) -> EKCalendar? { nil }
  /// The account of a name.
  ///
  /// - Parameter identifier: The name.
  /// - Returns: None.
  public func source(withIdentifier identifier: String) -> EKSource? { nil }
  /// The event of a name.
  ///
  /// - Parameter identifier: The name.
  /// - Returns: None.
  public func event(withIdentifier identifier: String) -> EKEvent? { nil }
  /// The event or reminder of a name.
  ///
  /// - Parameter identifier: The name.
  /// - Returns: None.
  public func calendarItem(withIdentifier identifier: String) -> EKCalendarItem? { nil }

  /// The condition that an event falls between two moments.
  ///
  /// - Parameters:
  ///   - startDate: The first moment.
  ///   - endDate: The last moment.
  ///   - calendars: The calendars that are looked in; all, unless given.
  /// - Returns: The condition, for `events(matching:)`.
  public func predicateForEvents(withStart startDate: Date, end endDate: Date, calendars: [EKCalendar]?) -> NSPredicate
  {
    NSPredicate { item, _ in
      guard let event = item as? EKEvent, let start = event.startDate, let end = event.endDate else { return false }
      return start < endDate && end > startDate && (calendars?.contains { $0 === event.calendar } ?? true)
    }
  }
  /// The condition that a reminder is in one of some lists.
  ///
  /// - Parameter calendars: The lists that are looked in; all, unless given.
  /// - Returns: The condition, for `fetchReminders(matching:)`.
  public func predicateForReminders(in calendars: [EKCalendar]?) -> NSPredicate {
    reminders(in: calendars) { _ in true }
  }
  /// The condition that a reminder is not done.
  ///
  /// - Parameters:
  ///   - startDate: The moment from which it is due.
  ///   - endDate: The moment until which it is due.
  ///   - calendars: The lists that are looked in; all, unless given.
  /// - Returns: The condition, for `fetchReminders(matching:)`.
  public func predicateForIncompleteReminders(
    withDueDateStarting startDate: Date?, ending endDate: Date?, calendars: [EKCalendar]?
  ) -> NSPredicate {
    reminders(in: calendars) { reminder in
      let due = reminder.dueDateComponents.flatMap { Calendar.current.date(from: $0) }
      return !reminder.isCompleted && Self.isWithin(due, startDate, endDate)
    }
  }
  /// The condition that a reminder is done.
  ///
  /// - Parameters:
  ///   - startDate: The moment since which it was done.
  ///   - endDate: The moment until which it was done.
  ///   - calendars: The lists that are looked in; all, unless given.
  /// - Returns: The condition, for `fetchReminders(matching:)`.
  public func predicateForCompletedReminders(
    withCompletionDateStarting startDate: Date?, ending endDate: Date?, calendars: [EKCalendar]?
  ) -> NSPredicate {
    reminders(in: calendars) { $0.isCompleted && Self.isWithin($0.completionDate, startDate, endDate) }
  }

  private func reminders(in calendars: [EKCalendar]?, _ condition: @escaping (EKReminder) -> Bool) -> NSPredicate {
    NSPredicate { item, _ in
      guard let reminder = item as? EKReminder else { return false }
      return condition(reminder) && (calendars?.contains { $0 === reminder.calendar } ?? true)
    }
  }

  private static func isWithin(_ date: Date?, _ start: Date?, _ end: Date?) -> Bool {
    guard let date else { return start == nil && end == nil }
    return date >= start ?? .distantPast && date <= end ?? .distantFuture
  }

  /// Looks for events.
  ///
  /// - Parameter predicate: The condition.
  /// - Returns: None.
  public func events(matching predicate: NSPredicate) -> [EKEvent] { [] }
  /// Looks for events.
  ///
  /// - Parameters:
  ///   - predicate: The condition.
  ///   - block: Is given each event: it is not called.
  public func enumerateEvents(matching predicate: NSPredicate, using block: EKEventSearchCallback) {}
  /// Looks for reminders.
  ///
  /// - Parameters:
  ///   - predicate: The condition.
  ///   - completion: Is given them, on a thread of its own: there are none.
  /// - Returns: What ends the search.
  @discardableResult
  public func fetchReminders(
    matching predicate: NSPredicate, completion: @escaping @Sendable ([EKReminder]?) -> Void
  ) -> Any {
    DispatchQueue.global().async { completion([]) }
    return NSObject()
  }
  /// Ends a search.
  ///
  /// - Parameter fetchIdentifier: What `fetchReminders(matching:completion:)` has returned.
  public func cancelFetchRequest(_ fetchIdentifier: Any) {}

  /// Saves an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - span: The events that it recurs with which change too.
  ///   - commit: Whether it is saved now.
  /// - Throws: `EKError`: without access, without dates, and `noCalendar` always, because there is none.
  public func save(_ event: EKEvent, span: EKSpan, commit: Bool = true) throws {
    try demand(.event)
    guard let start = event.startDate else { throw EKError.because(.noStartDate) }
    guard let end = event.endDate else { throw EKError.because(.noEndDate) }
    guard start <= end else { throw EKError.because(.datesInverted) }
    throw EKError.because(.noCalendar)
  }
  /// Saves a reminder.
  ///
  /// - Parameters:
  ///   - reminder: The reminder.
  ///   - commit: Whether it is saved now.
  /// - Throws: `EKError`: without access, and `noCalendar` always, because there is no list.
  public func save(_ reminder: EKReminder, commit: Bool) throws {
    try demand(.reminder)
    throw EKError.because(.noCalendar)
  }
  /// Saves a calendar.
  ///
  /// - Parameters:
  ///   - calendar: The calendar.
  ///   - commit: Whether it is saved now.
  /// - Throws: `EKError.calendarHasNoSource`: there is no account.
  public func saveCalendar(_ calendar: EKCalendar, commit: Bool) throws {
    throw EKError.because(.calendarHasNoSource)
  }
  /// Removes an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - span: The events that it recurs with which go too.
  ///   - commit: Whether it is removed now.
  /// - Throws: `EKError`: without access, and `noCalendar`, because it was never saved.
  public func remove(_ event: EKEvent, span: EKSpan, commit: Bool = true) throws {
    try demand(.event)
    throw EKError.because(.noCalendar)
  }
  /// Removes a reminder.
  ///
  /// - Parameters:
  ///   - reminder: The reminder.
  ///   - commit: Whether it is removed now.
  /// - Throws: `EKError`: without access, and `noCalendar`, because it was never saved.
  public func remove(_ reminder: EKReminder, commit: Bool) throws {
    try demand(.reminder)
    throw EKError.because(.noCalendar)
  }
  /// Removes a calendar.
  ///
  /// - Parameters:
  ///   - calendar: The calendar.
  ///   - commit: Whether it is removed now.
  /// - Throws: `EKError.noCalendar`: it was never saved.
  public func removeCalendar(_ calendar: EKCalendar, commit: Bool) throws { throw EKError.because(.noCalendar) }

  /// Writes what was saved and removed without being committed: there is nothing.
  ///
  /// - Throws: Never.
  public func commit() throws {}
  /// Forgets what was saved and removed without being committed: there is nothing.
  public func reset() {}
  /// Has accounts fetch what is new: there are none.
  public func refreshSourcesIfNecessary() {}

  private func demand(_ entityType: EKEntityType) throws {
    switch Self.authorizationStatus(for: entityType) {
    case .fullAccess, .writeOnly: return
    case .notDetermined, .restricted, .denied: throw EKError.because(.eventStoreNotAuthorized)
    }
  }
}

extension Notification.Name {
  /// Posted when calendars change: never, because there are none.
  public static let EKEventStoreChanged = Notification.Name("EKEventStoreChangedNotification")
}
