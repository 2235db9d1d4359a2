// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NoLeadingUnderscores
import ConsentModel
public import Foundation

/// The domain of `EKError`.
public let EKErrorDomain = "EKErrorDomain"

/// Why an app does not get calendars or reminders, or cannot save in them.
public struct EKError: _BridgedStoredNSError {
  /// The same, as Foundation has it.
  public let _nsError: NSError

  /// An error with an `NSError` of this domain.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain.
  public static var _nsErrorDomain: String { EKErrorDomain }
  /// The domain.
  public static var errorDomain: String { EKErrorDomain }
  /// The hash of the wrapped error.
  public var hashValue: Int { _nsError.hashValue }

  /// Apple's codes, as far as they can come up.
  public enum Code: Int, Sendable, _ErrorCodeProtocol {
    /// The error of these codes.
    public typealias _ErrorType = EKError

    /// There is no calendar or list in which it could be saved.
    case noCalendar = 1
    /// An event has no beginning.
    case noStartDate = 2
    /// An event has no end.
    case noEndDate = 3
    /// An event ends before it begins.
    case datesInverted = 4
    /// A calendar belongs to no account.
    case calendarHasNoSource = 14
    /// Nobody could be asked, or there is nothing to ask for.
    case eventStoreNotAuthorized = 29
  }

  /// There is no calendar or list in which it could be saved.
  public static var noCalendar: Code { .noCalendar }
  /// An event has no beginning.
  public static var noStartDate: Code { .noStartDate }
  /// An event has no end.
  public static var noEndDate: Code { .noEndDate }
  /// An event ends before it begins.
  public static var datesInverted: Code { .datesInverted }
  /// A calendar belongs to no account.
  public static var calendarHasNoSource: Code { .calendarHasNoSource }
  /// Nobody could be asked, or there is nothing to ask for.
  public static var eventStoreNotAuthorized: Code { .eventStoreNotAuthorized }
}

// MARK: - From NSError

/// The bridging by which `as? EKError` and `catch` find it in an `NSError` of its domain, as on Apple's systems.
extension EKError: _ObjectiveCBridgeable {
  /// The wrapped error, for Foundation's bridging.
  ///
  /// - Returns: The error.
  public func _bridgeToObjectiveC() -> NSError { _nsError }

  /// Bridges an error of this domain with a known code.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - result: Receives it, or nil.
  /// - Returns: Whether it is one.
  public static func _conditionallyBridgeFromObjectiveC(_ error: NSError, result: inout EKError?) -> Bool {
    // Foundation's `code` ends the process at a number that none has, which a test of an app may make up.
    let isKnown = error.domain == EKErrorDomain && Code(rawValue: error.code) != nil
    result = isKnown ? EKError(_nsError: error) : nil
    return result != nil
  }

  /// Bridges an error of this domain.
  ///
  /// - Parameters:
  ///   - error: The error; of another domain it ends the process.
  ///   - result: Receives it.
  public static func _forceBridgeFromObjectiveC(_ error: NSError, result: inout EKError?) {
    precondition(_conditionallyBridgeFromObjectiveC(error, result: &result), "an error of another domain")
  }

  /// Bridges an error of this domain.
  ///
  /// - Parameter error: The error; of another domain it ends the process.
  /// - Returns: It.
  public static func _unconditionallyBridgeFromObjectiveC(_ error: NSError?) -> EKError {
    var result: EKError?
    if let error { _forceBridgeFromObjectiveC(error, result: &result) }
    guard let result else { preconditionFailure("no error") }
    return result
  }
}

extension EKError {
  /// The error of an outcome; nil for what the person has decided.
  static func refused(_ outcome: ConsentOutcome) -> EKError? {
    if case .stands = outcome { return nil }
    return EKError(.eventStoreNotAuthorized, userInfo: [NSLocalizedDescriptionKey: "Access is not decided."])
  }

  /// An error about an event, a reminder or a calendar, in words.
  static func because(_ code: Code) -> EKError {
    let words =
      switch code {
      case .noCalendar: "No calendar is set up on this device, so nothing can be saved in one."
      case .noStartDate: "The event has no beginning."
      case .noEndDate: "The event has no end."
      case .datesInverted: "The event ends before it begins."
      case .calendarHasNoSource: "No account is set up on this device that the calendar could belong to."
      case .eventStoreNotAuthorized: "Access to it is not allowed."
      }
    return EKError(code, userInfo: [NSLocalizedDescriptionKey: words])
  }
}
