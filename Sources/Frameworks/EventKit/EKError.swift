// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NoLeadingUnderscores
import ConsentModel
public import Foundation

/// The domain of `EKError`.
public let EKErrorDomain = "EKErrorDomain"

/// Why an app does not get calendars or reminders.
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

    /// Nobody could be asked, or there is nothing to ask for.
    case eventStoreNotAuthorized = 29
  }

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
}
