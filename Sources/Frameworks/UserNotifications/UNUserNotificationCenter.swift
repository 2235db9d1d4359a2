// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import ConsentRequests
import Dispatch
public import Foundation

/// Whether an app may send notifications. Apple's values: there is none for restricted.
public enum UNAuthorizationStatus: Int, Sendable {
  /// The person has not decided.
  case notDetermined = 0
  /// The person has refused, or a policy forbids it.
  case denied = 1
  /// The person has allowed it.
  case authorized = 2
  /// The app was not decided about; its notifications are delivered quietly.
  case provisional = 3
  /// The app is an App Clip, and may notify for a while.
  case ephemeral = 4
}

/// The options that an app asks for. Apple's values.
public struct UNAuthorizationOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// The options that a number's bits stand for.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// A number on the app's icon.
  public static let badge = UNAuthorizationOptions(rawValue: 1 << 0)
  /// Sounds.
  public static let sound = UNAuthorizationOptions(rawValue: 1 << 1)
  /// Texts that are shown.
  public static let alert = UNAuthorizationOptions(rawValue: 1 << 2)
  /// The notifications in a car.
  public static let carPlay = UNAuthorizationOptions(rawValue: 1 << 3)
  /// Sounds that are not silenced.
  public static let criticalAlert = UNAuthorizationOptions(rawValue: 1 << 4)
  /// The app has settings of its own for them.
  public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 1 << 5)
  /// Quietly, without asking.
  public static let provisional = UNAuthorizationOptions(rawValue: 1 << 6)
}

/// Whether one way of notifying is on. Apple's values.
public enum UNNotificationSetting: Int, Sendable {
  /// There is no such way here.
  case notSupported = 0
  /// The person has it off.
  case disabled = 1
  /// The person has it on.
  case enabled = 2
}

/// The settings of the person for the app.
public final class UNNotificationSettings: NSObject, Sendable {
  /// How the app stands.
  public let authorizationStatus: UNAuthorizationStatus

  init(_ status: UNAuthorizationStatus) { authorizationStatus = status }

  /// Whether texts are shown: not where notifications are delivered quietly.
  public var alertSetting: UNNotificationSetting { authorizationStatus == .authorized ? .enabled : .disabled }
  /// Whether there are sounds: not where notifications are delivered quietly.
  public var soundSetting: UNNotificationSetting { alertSetting }
  /// Whether notifications are listed.
  public var notificationCenterSetting: UNNotificationSetting {
    authorizationStatus == .authorized || authorizationStatus == .provisional ? .enabled : .disabled
  }
  /// There are no badges here.
  public var badgeSetting: UNNotificationSetting { .notSupported }
  /// There is no car here.
  public var carPlaySetting: UNNotificationSetting { .notSupported }
  /// The setting of critical alerts: none goes past what the person silenced.
  public var criticalAlertSetting: UNNotificationSetting { .notSupported }
}

/// Notifications, as far as an app asks for them.
///
/// Source: https://developer.apple.com/documentation/usernotifications/unusernotificationcenter
///
/// Unchecked because it has no state: the superclass alone is not Sendable.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
  private static let theOne = UNUserNotificationCenter()

  private override init() {}

  /// The one of this process.
  ///
  /// - Returns: The center.
  open class func current() -> UNUserNotificationCenter { theOne }

  /// Asks the person, where they have not decided yet. With `.provisional` nobody is asked, and notifications are delivered
  /// quietly until the person decides.
  ///
  /// - Parameters:
  ///   - options: What is asked for; all are answered alike.
  ///   - completionHandler: Called once, on a thread of its own, with whether the app may, and an error where nobody could
  ///     be asked.
  @preconcurrency
  open func requestAuthorization(
    options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    ConsentRequests.request(.notifications, options.contains(.provisional) ? .provisional : .usual) { outcome in
      completionHandler(outcome.givesAccess, outcome == .unanswered ? UNError.unanswered : nil)
    }
  }

  /// Asks the person, where they have not decided yet. With `.provisional` nobody is asked, and notifications are delivered
  /// quietly until the person decides.
  ///
  /// - Parameter options: What is asked for; all are answered alike.
  /// - Returns: Whether the app may.
  /// - Throws: `UNError.notificationsNotAllowed` where nobody could be asked.
  nonisolated(nonsending) open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      requestAuthorization(options: options) { isGranted, error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: isGranted) }
      }
    }
  }

  /// The settings of the person for the app. Nobody is asked.
  ///
  /// - Parameter completionHandler: Called once, on a thread of its own.
  @preconcurrency
  open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
    let source = ConsentRequests.source
    DispatchQueue.global().async {
      ConsentRequests.$replacement.withValue(source) { completionHandler(Self.settings) }
    }
  }

  /// The settings of the person for the app. Nobody is asked.
  ///
  /// - Returns: The settings.
  nonisolated(nonsending) open func notificationSettings() async -> UNNotificationSettings { Self.settings }

  private static var settings: UNNotificationSettings {
    let value = ConsentRequests.status(.notifications, as: .notifications)
    return UNNotificationSettings(UNAuthorizationStatus(rawValue: value) ?? .denied)
  }
}
