// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NoLeadingUnderscores
public import Foundation

/// The domain of `CLError`.
public let kCLErrorDomain = "kCLErrorDomain"

/// Why an app does not get a location.
public struct CLError: _BridgedStoredNSError {
  /// The same, as Foundation has it.
  public let _nsError: NSError

  /// An error with an `NSError` of this domain.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain.
  public static var _nsErrorDomain: String { kCLErrorDomain }
  /// The domain.
  public static var errorDomain: String { kCLErrorDomain }
  /// The hash of the wrapped error.
  public var hashValue: Int { _nsError.hashValue }

  /// Apple's codes, as far as they can come up.
  public enum Code: Int, Sendable, _ErrorCodeProtocol {
    /// The error of these codes.
    public typealias _ErrorType = CLError

    /// There is none at this moment; there may be one later.
    case locationUnknown = 0
    /// The app may not.
    case denied = 1
    /// The source of locations cannot be reached.
    case network = 2
    /// The person has refused the precise location.
    case promptDeclined = 18
  }

  /// There is none at this moment; there may be one later.
  public static var locationUnknown: Code { .locationUnknown }
  /// The app may not.
  public static var denied: Code { .denied }
  /// The source of locations cannot be reached.
  public static var network: Code { .network }
  /// The person has refused the precise location.
  public static var promptDeclined: Code { .promptDeclined }
}

// MARK: - From NSError

/// The bridging by which `as? CLError` and `catch` find it in an `NSError` of its domain, as on Apple's systems.
extension CLError: _ObjectiveCBridgeable {
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
  public static func _conditionallyBridgeFromObjectiveC(_ error: NSError, result: inout CLError?) -> Bool {
    // Foundation's `code` ends the process at a number that none has, which a test of an app may make up.
    let isKnown = error.domain == kCLErrorDomain && Code(rawValue: error.code) != nil
    result = isKnown ? CLError(_nsError: error) : nil
    return result != nil
  }

  /// Bridges an error of this domain.
  ///
  /// - Parameters:
  ///   - error: The error; of another domain it ends the process.
  ///   - result: Receives it.
  public static func _forceBridgeFromObjectiveC(_ error: NSError, result: inout CLError?) {
    precondition(_conditionallyBridgeFromObjectiveC(error, result: &result), "an error of another domain")
  }

  /// Bridges an error of this domain.
  ///
  /// - Parameter error: The error; of another domain it ends the process.
  /// - Returns: The error, as this type.
  public static func _unconditionallyBridgeFromObjectiveC(_ error: NSError?) -> CLError {
    var result: CLError?
    if let error { _forceBridgeFromObjectiveC(error, result: &result) }
    guard let result else { preconditionFailure("no error") }
    return result
  }
}
