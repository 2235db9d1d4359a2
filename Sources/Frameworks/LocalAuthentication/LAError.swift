// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation
public import Foundation
import Security

/// Why somebody was not authenticated.
public struct LAError: _BridgedStoredNSError {
  public let _nsError: NSError

  /// For an error of this domain.
  public init(_nsError error: NSError) { _nsError = error }

  public static var _nsErrorDomain: String { LAErrorDomain }
  public static var errorDomain: String { LAErrorDomain }
  public var hashValue: Int { _nsError.hashValue }

  /// Apple's codes.
  public enum Code: Int, Sendable, _ErrorCodeProtocol {
    public typealias _ErrorType = LAError

    case authenticationFailed = -1
    case userCancel = -2
    case userFallback = -3
    case systemCancel = -4
    case passcodeNotSet = -5
    case biometryNotAvailable = -6
    case biometryNotEnrolled = -7
    case biometryLockout = -8
    case appCancel = -9
    case invalidContext = -10
    case companionNotAvailable = -11
    case biometryNotPaired = -12
    case biometryDisconnected = -13
    case invalidDimensions = -14
    case notInteractive = -1004

    public static var touchIDNotAvailable: Code { .biometryNotAvailable }
    public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
    public static var touchIDLockout: Code { .biometryLockout }
    public static var watchNotAvailable: Code { .companionNotAvailable }
  }

  public static var authenticationFailed: Code { .authenticationFailed }
  public static var userCancel: Code { .userCancel }
  public static var userFallback: Code { .userFallback }
  public static var systemCancel: Code { .systemCancel }
  public static var passcodeNotSet: Code { .passcodeNotSet }
  public static var biometryNotAvailable: Code { .biometryNotAvailable }
  public static var biometryNotEnrolled: Code { .biometryNotEnrolled }
  public static var biometryLockout: Code { .biometryLockout }
  public static var appCancel: Code { .appCancel }
  public static var invalidContext: Code { .invalidContext }
  public static var companionNotAvailable: Code { .companionNotAvailable }
  public static var biometryNotPaired: Code { .biometryNotPaired }
  public static var biometryDisconnected: Code { .biometryDisconnected }
  public static var invalidDimensions: Code { .invalidDimensions }
  public static var notInteractive: Code { .notInteractive }
  public static var touchIDNotAvailable: Code { .biometryNotAvailable }
  public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
  public static var touchIDLockout: Code { .biometryLockout }
  public static var watchNotAvailable: Code { .companionNotAvailable }
}

// MARK: - From NSError

/// What makes `as? LAError` and `catch` find it in an `NSError` of its domain, as on Apple's systems.
extension LAError: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSError { _nsError }

  public static func _conditionallyBridgeFromObjectiveC(_ error: NSError, result: inout LAError?) -> Bool {
    // Foundation's `code` ends the process at a number that none has, which a test of an app may make up.
    let isKnown = error.domain == LAErrorDomain && Code(rawValue: error.code) != nil
    result = isKnown ? LAError(_nsError: error) : nil
    return result != nil
  }

  public static func _forceBridgeFromObjectiveC(_ error: NSError, result: inout LAError?) {
    precondition(_conditionallyBridgeFromObjectiveC(error, result: &result), "an error of another domain")
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ error: NSError?) -> LAError {
    var result: LAError?
    if let error { _forceBridgeFromObjectiveC(error, result: &result) }
    guard let result else { preconditionFailure("no error") }
    return result
  }
}

/// The domain of `LAError`.
public let LAErrorDomain = AuthenticationFailure.domain
