// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NoLeadingUnderscores
public import Foundation
import Security

/// Why somebody was not authenticated.
public struct LAError: _BridgedStoredNSError {
  /// The error as Foundation knows it.
  public let _nsError: NSError

  /// An error from one of this domain that Foundation knows.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain, as Foundation's bridge asks for it.
  public static var _nsErrorDomain: String { LAErrorDomain }
  /// The domain of these errors.
  public static var errorDomain: String { LAErrorDomain }
  /// The hash of the error that it wraps.
  public var hashValue: Int { _nsError.hashValue }

  /// Apple's codes.
  public enum Code: Int, Sendable, _ErrorCodeProtocol {
    /// The error of these codes, as Foundation's bridge asks for it.
    public typealias _ErrorType = LAError

    /// The person did not prove who they are.
    case authenticationFailed = -1
    /// The person cancelled.
    case userCancel = -2
    /// The person chose the app's own way instead.
    case userFallback = -3
    /// The system took the question back, for example at a lock.
    case systemCancel = -4
    /// There is no passcode.
    case passcodeNotSet = -5
    /// There is no biometry on this device.
    case biometryNotAvailable = -6
    /// Nobody has enrolled in the device's biometry.
    case biometryNotEnrolled = -7
    /// Biometry is locked after too many tries.
    case biometryLockout = -8
    /// The app took its question back.
    case appCancel = -9
    /// The context was invalidated before.
    case invalidContext = -10
    /// No companion device is near.
    case companionNotAvailable = -11
    /// No accessory with biometry is paired.
    case biometryNotPaired = -12
    /// The paired accessory with biometry is not connected.
    case biometryDisconnected = -13
    /// The dimensions of the embedded view are not valid.
    case invalidDimensions = -14
    /// The person would have to be asked, and may not be.
    case notInteractive = -1004

    /// There is no biometry, under the name of before there were several kinds.
    public static var touchIDNotAvailable: Code { .biometryNotAvailable }
    /// Nobody has enrolled, under the name of before there were several kinds of biometry.
    public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
    /// Biometry is locked, under the name of before there were several kinds.
    public static var touchIDLockout: Code { .biometryLockout }
    /// No watch is near, under the name of before there were other companions.
    public static var watchNotAvailable: Code { .companionNotAvailable }
  }

  /// The person did not prove who they are.
  public static var authenticationFailed: Code { .authenticationFailed }
  /// The person cancelled.
  public static var userCancel: Code { .userCancel }
  /// The person chose the app's own way instead.
  public static var userFallback: Code { .userFallback }
  /// The system took the question back, for example at a lock.
  public static var systemCancel: Code { .systemCancel }
  /// There is no passcode.
  public static var passcodeNotSet: Code { .passcodeNotSet }
  /// There is no biometry on this device.
  public static var biometryNotAvailable: Code { .biometryNotAvailable }
  /// Nobody has enrolled in the device's biometry.
  public static var biometryNotEnrolled: Code { .biometryNotEnrolled }
  /// Biometry is locked after too many tries.
  public static var biometryLockout: Code { .biometryLockout }
  /// The app took its question back.
  public static var appCancel: Code { .appCancel }
  /// The context was invalidated before.
  public static var invalidContext: Code { .invalidContext }
  /// No companion device is near.
  public static var companionNotAvailable: Code { .companionNotAvailable }
  /// No accessory with biometry is paired.
  public static var biometryNotPaired: Code { .biometryNotPaired }
  /// The paired accessory with biometry is not connected.
  public static var biometryDisconnected: Code { .biometryDisconnected }
  /// The dimensions of the embedded view are not valid.
  public static var invalidDimensions: Code { .invalidDimensions }
  /// The person would have to be asked, and may not be.
  public static var notInteractive: Code { .notInteractive }
  /// There is no biometry, under the name of before there were several kinds.
  public static var touchIDNotAvailable: Code { .biometryNotAvailable }
  /// Nobody has enrolled, under the name of before there were several kinds of biometry.
  public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
  /// Biometry is locked, under the name of before there were several kinds.
  public static var touchIDLockout: Code { .biometryLockout }
  /// No watch is near, under the name of before there were other companions.
  public static var watchNotAvailable: Code { .companionNotAvailable }
}

// MARK: - From NSError

/// The bridging by which `as? LAError` and `catch` find it in an `NSError` of its domain, as on Apple's systems.
extension LAError: _ObjectiveCBridgeable {
  /// Gives the error as Foundation knows it.
  public func _bridgeToObjectiveC() -> NSError { _nsError }

  /// Takes an error of this domain with a code that is known; any other leaves nil.
  public static func _conditionallyBridgeFromObjectiveC(_ error: NSError, result: inout LAError?) -> Bool {
    // Foundation's `code` ends the process at a number that none has, which a test of an app may make up.
    let isKnown = error.domain == LAErrorDomain && Code(rawValue: error.code) != nil
    result = isKnown ? LAError(_nsError: error) : nil
    return result != nil
  }

  /// Takes an error of this domain; any other ends the process.
  public static func _forceBridgeFromObjectiveC(_ error: NSError, result: inout LAError?) {
    precondition(_conditionallyBridgeFromObjectiveC(error, result: &result), "an error of another domain")
  }

  /// Takes an error of this domain; nil or any other ends the process.
  public static func _unconditionallyBridgeFromObjectiveC(_ error: NSError?) -> LAError {
    var result: LAError?
    if let error { _forceBridgeFromObjectiveC(error, result: &result) }
    guard let result else { preconditionFailure("no error") }
    return result
  }
}

/// The domain of `LAError`.
public let LAErrorDomain = AuthenticationFailure.domain
