// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import ConsentRequests
import Dispatch
public import Foundation

/// Whether an app may use calendars or reminders. Apple's values.
public enum EKAuthorizationStatus: Int, Sendable {
  /// The person has not decided.
  case notDetermined = 0
  /// A policy forbids it, and the person is not asked.
  case restricted = 1
  /// The person has refused.
  case denied = 2
  /// The person has allowed reading and writing.
  case fullAccess = 3
  /// The person has allowed adding events.
  case writeOnly = 4

  /// The former name of full access.
  public static var authorized: EKAuthorizationStatus { .fullAccess }
}

/// The kind of a store's entities. Apple's values.
public enum EKEntityType: UInt, Sendable {
  /// Events of calendars.
  case event = 0
  /// Reminders.
  case reminder = 1
}

/// The handler of `EKEventStore`'s answer.
@preconcurrency public typealias EKEventStoreRequestAccessCompletionHandler = @Sendable (Bool, (any Error)?) -> Void

/// The person's calendars and reminders, as far as an app asks for them.
///
/// Source: https://developer.apple.com/documentation/eventkit/ekeventstore
///
/// Unchecked because it has no state: the superclass alone is not Sendable.
open class EKEventStore: NSObject, @unchecked Sendable {
  /// A store; there may be any number.
  public override init() {}

  /// How the app stands. Nobody is asked.
  ///
  /// - Parameter entityType: What is meant.
  /// - Returns: The status.
  open class func authorizationStatus(for entityType: EKEntityType) -> EKAuthorizationStatus {
    let service: ConsentService = entityType == .event ? .calendar : .reminders
    return EKAuthorizationStatus(rawValue: ConsentRequests.status(service, as: .events)) ?? .denied
  }

  /// Asks to read and write events. An app without `NSCalendarsFullAccessUsageDescription` is ended.
  ///
  /// - Parameter completion: Called once, on a thread of its own, with whether the app may, and an error where nobody
  ///   could be asked.
  open func requestFullAccessToEvents(completion: @escaping EKEventStoreRequestAccessCompletionHandler) {
    request(.calendar, .usual, completion) { $0 != .writeOnly }
  }

  /// Asks to add events. An app without `NSCalendarsWriteOnlyAccessUsageDescription` is ended.
  ///
  /// - Parameter completion: Called once, on a thread of its own, with whether the app may, and an error where nobody
  ///   could be asked.
  open func requestWriteOnlyAccessToEvents(completion: @escaping EKEventStoreRequestAccessCompletionHandler) {
    request(.calendar, .writeOnly, completion) { _ in true }
  }

  /// Asks to read and write reminders. An app without `NSRemindersFullAccessUsageDescription` is ended.
  ///
  /// - Parameter completion: Called once, on a thread of its own, with whether the app may, and an error where nobody
  ///   could be asked.
  open func requestFullAccessToReminders(completion: @escaping EKEventStoreRequestAccessCompletionHandler) {
    request(.reminders, .usual, completion) { _ in true }
  }

  private func request(
    _ service: ConsentService, _ extent: ConsentExtent,
    _ completion: @escaping EKEventStoreRequestAccessCompletionHandler,
    isEnough: @escaping @Sendable (ConsentAnswer) -> Bool
  ) {
    ConsentRequests.request(service, extent) { outcome in
      guard case .answered(let answer) = outcome.standing else { return completion(false, EKError.refused(outcome)) }
      completion(answer.givesAccess && isEnough(answer), nil)
    }
  }

  /// Asks to read and write events. An app without `NSCalendarsFullAccessUsageDescription` is ended.
  ///
  /// - Returns: Whether the app may.
  /// - Throws: An `NSError` of `EKErrorDomain` where nobody could be asked.
  nonisolated(nonsending) open func requestFullAccessToEvents() async throws -> Bool {
    try await answer { self.requestFullAccessToEvents(completion: $0) }
  }

  /// Asks to add events. An app without `NSCalendarsWriteOnlyAccessUsageDescription` is ended.
  ///
  /// - Returns: Whether the app may.
  /// - Throws: An `NSError` of `EKErrorDomain` where nobody could be asked.
  nonisolated(nonsending) open func requestWriteOnlyAccessToEvents() async throws -> Bool {
    try await answer { self.requestWriteOnlyAccessToEvents(completion: $0) }
  }

  /// Asks to read and write reminders. An app without `NSRemindersFullAccessUsageDescription` is ended.
  ///
  /// - Returns: Whether the app may.
  /// - Throws: An `NSError` of `EKErrorDomain` where nobody could be asked.
  nonisolated(nonsending) open func requestFullAccessToReminders() async throws -> Bool {
    try await answer { self.requestFullAccessToReminders(completion: $0) }
  }

  nonisolated(nonsending) private func answer(
    _ body: (@escaping EKEventStoreRequestAccessCompletionHandler) -> Void
  ) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      body { isGranted, error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: isGranted) }
      }
    }
  }

  /// Asks for nothing: since there are two kinds of access, this one only fails where the person has not decided.
  ///
  /// - Parameters:
  ///   - entityType: What is meant.
  ///   - completion: Called once, on a thread of its own, with whether the app has full access, and an error where the
  ///     person has not decided.
  @available(*, deprecated, message: "Use requestFullAccessToEvents or requestFullAccessToReminders")
  open func requestAccess(
    to entityType: EKEntityType, completion: @escaping EKEventStoreRequestAccessCompletionHandler
  ) {
    let status = Self.authorizationStatus(for: entityType)
    DispatchQueue.global().async {
      completion(status == .fullAccess, status == .notDetermined ? EKError.refused(.unanswered) : nil)
    }
  }

  /// Asks for nothing: since there are two kinds of access, this one only fails where the person has not decided.
  ///
  /// - Parameter entityType: What is meant.
  /// - Returns: Whether the app has full access.
  /// - Throws: `EKError.eventStoreNotAuthorized` where the person has not decided.
  @available(*, deprecated, message: "Use requestFullAccessToEvents or requestFullAccessToReminders")
  nonisolated(nonsending) open func requestAccess(to entityType: EKEntityType) async throws -> Bool {
    let status = Self.authorizationStatus(for: entityType)
    if status == .notDetermined { throw EKError(.eventStoreNotAuthorized) }
    return status == .fullAccess
  }
}
