// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import GraphicsColors

/// The object of a store. Source: `EventKit.EKObject`.
open class EKObject: NSObject {
  /// Whether it was changed and not saved: nothing can be saved here, so it is all that was ever made.
  open var hasChanges: Bool { true }
  /// Whether it was never saved.
  open var isNew: Bool { true }
  /// Takes changes back: there is no saved state.
  open func reset() {}
  /// Takes changes back: there is no saved state.
  open func rollback() {}
  /// Reads it anew.
  ///
  /// - Returns: False: the store does not have it.
  open func refresh() -> Bool { false }
}

/// The kind of an account. Apple's values.
public enum EKSourceType: Int, Sendable { case local = 0, exchange, calDAV, mobileMe, subscribed, birthdays }

/// The kind of a calendar. Apple's values.
public enum EKCalendarType: Int, Sendable { case local = 0, calDAV, exchange, subscription, birthday }

/// An account that calendars belong to: the store has none. Source: `EventKit.EKSource`.
public final class EKSource: EKObject {
  /// The name of the account in the store.
  public let sourceIdentifier: String
  /// The kind of the account.
  public let sourceType: EKSourceType
  /// The name of the account for people.
  public let title: String

  /// There is none that could be made.
  init(account: (sourceIdentifier: String, sourceType: EKSourceType, title: String, none: Never)) {
    (sourceIdentifier, sourceType, title) = (account.sourceIdentifier, account.sourceType, account.title)
  }

  /// The calendars of the account.
  ///
  /// - Parameter entityType: The kind of what the calendars hold.
  /// - Returns: The calendars.
  public func calendars(for entityType: EKEntityType) -> Set<EKCalendar> { [] }
}

/// A calendar. Source: `EventKit.EKCalendar`.
///
/// The store has none; an app may make one, and has to give it an account before it is saved, of which there is none either.
open class EKCalendar: EKObject {
  /// The name by which a saved calendar is found.
  public let calendarIdentifier = UUID().uuidString
  /// The name for people.
  open var title = ""
  /// The colour.
  open var cgColor: CGColor!
  /// The account.
  open var source: EKSource!
  /// The kind.
  public let type = EKCalendarType.local
  /// Whether events can be added, changed and removed.
  open var allowsContentModifications: Bool { false }
  /// Whether it belongs to an address that it is read from.
  open var isSubscribed: Bool { false }
  /// Whether its own title and colour cannot be changed.
  open var isImmutable: Bool { false }

  /// A calendar that is in no store.
  ///
  /// - Parameters:
  ///   - entityType: What it is to hold.
  ///   - eventStore: The store in which it is to be saved.
  public init(for entityType: EKEntityType, eventStore: EKEventStore) {}
}
