// SPDX-License-Identifier: Apache-2.0
public import Foundation

// Live Activities as on a device that has none: nothing shows them, and whoever begins one is told so.

/// The data of a Live Activity that does not change. Source: `ActivityKit.ActivityAttributes`.
public protocol ActivityAttributes: Codable {
  /// The type of the data that changes.
  associatedtype ContentState: Codable, Hashable
}

/// The data of a Live Activity at one time. Source: `ActivityKit.ActivityContent`.
public struct ActivityContent<State: Codable & Hashable> {
  /// The data.
  public var state: State
  /// The time at which the data is too old.
  public var staleDate: Date?
  /// The rank among the app's Live Activities.
  public var relevanceScore: Double
  /// The data of one time.
  public init(state: State, staleDate: Date?, relevanceScore: Double = 0) {
    (self.state, self.staleDate, self.relevanceScore) = (state, staleDate, relevanceScore)
  }
}

extension ActivityContent: Sendable where State: Sendable {}

/// The rights of an app to Live Activities: it has none. Source: `ActivityKit.ActivityAuthorizationInfo`.
public final class ActivityAuthorizationInfo: Sendable {
  /// The rights of this moment.
  public init() {}
  /// Whether Live Activities can be begun: false.
  public var areActivitiesEnabled: Bool { false }
  /// Whether they may be updated often: false.
  public var frequentPushesEnabled: Bool { false }
}

/// An error of beginning a Live Activity. Source: `ActivityKit.ActivityAuthorizationError`.
public enum ActivityAuthorizationError: Error, Sendable, Hashable, LocalizedError {
  case attributesTooLarge, denied, globalMaximumExceeded, malformedActivityIdentifier, missingProcessIdentifier
  case persistenceFailure, reconnectNotPermitted, targetMaximumExceeded, unentitled, unsupported, unsupportedTarget
  case visibility

  /// The error in words.
  public var errorDescription: String? {
    self == .unsupported ? "There are no Live Activities on this system." : "The Live Activity was not begun."
  }
}

/// The state of a Live Activity. Source: `ActivityKit.ActivityState`.
public enum ActivityState: Codable, Sendable, Hashable { case active, dismissed, ended, stale, pending }

/// The way in which a Live Activity hears of changes. Source: `ActivityKit.PushType`.
public struct PushType: Sendable, Hashable {
  /// The way of notifications that are sent to it.
  public static let token = PushType()
}

/// The policy by which a Live Activity that has ended is removed. Source: `ActivityKit.ActivityUIDismissalPolicy`.
public struct ActivityUIDismissalPolicy: Sendable, Hashable {
  private let date: Date?
  /// The policy of the system.
  public static let `default` = ActivityUIDismissalPolicy(date: nil)
  /// The policy that removes it at once.
  public static let immediate = ActivityUIDismissalPolicy(date: .distantPast)
  /// The policy that removes it after a date.
  ///
  /// - Parameter date: The date.
  /// - Returns: The policy.
  public static func after(_ date: Date) -> ActivityUIDismissalPolicy { ActivityUIDismissalPolicy(date: date) }
}

/// A Live Activity. There is none: `request` throws. Source: `ActivityKit.Activity`.
public struct Activity<Attributes: ActivityAttributes>: Identifiable, Sendable {
  /// A value that nobody can have, so that nobody has an activity.
  private let none: Never

  /// The Live Activities of the app: none.
  public static var activities: [Activity<Attributes>] { [] }

  /// Begins a Live Activity.
  ///
  /// - Parameters:
  ///   - attributes: The data that does not change.
  ///   - content: The data of this moment.
  ///   - pushType: How it hears of changes.
  /// - Returns: The Live Activity, never.
  /// - Throws: `ActivityAuthorizationError.unsupported`, as on a device that has no Live Activities.
  public static func request(
    attributes: Attributes, content: ActivityContent<Attributes.ContentState>, pushType: PushType? = nil
  ) throws -> Activity<Attributes> {
    throw ActivityAuthorizationError.unsupported
  }

  /// The identifier.
  public var id: String { switch none {} }
  /// The data that does not change.
  public var attributes: Attributes { switch none {} }
  /// The data of this moment.
  public var content: ActivityContent<Attributes.ContentState> { switch none {} }
  /// The state.
  public var activityState: ActivityState { switch none {} }
  /// Changes the data.
  ///
  /// - Parameter content: The data of this moment.
  public func update(_ content: ActivityContent<Attributes.ContentState>) async { switch none {} }
  /// Ends the Live Activity.
  ///
  /// - Parameters:
  ///   - content: The last data.
  ///   - dismissalPolicy: When it is removed.
  public func end(
    _ content: ActivityContent<Attributes.ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default
  ) async {
    switch none {}
  }
}
