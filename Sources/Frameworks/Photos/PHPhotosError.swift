// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NoLeadingUnderscores
public import Foundation

/// The domain of `PHPhotosError`.
public let PHPhotosErrorDomain = "PHPhotosErrorDomain"

/// Why an app does not get photos.
public struct PHPhotosError: _BridgedStoredNSError {
  /// The same, as Foundation has it.
  public let _nsError: NSError

  /// An error with an `NSError` of this domain.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain.
  public static var _nsErrorDomain: String { PHPhotosErrorDomain }
  /// The domain.
  public static var errorDomain: String { PHPhotosErrorDomain }
  /// The hash of the wrapped error.
  public var hashValue: Int { _nsError.hashValue }

  /// Apple's codes, as far as they can come up.
  public enum Code: Int, Sendable, _ErrorCodeProtocol {
    /// The error of these codes.
    public typealias _ErrorType = PHPhotosError

    /// A policy forbids it.
    case accessRestricted = 3310
    /// The person has refused.
    case accessUserDenied = 3311
  }

  /// A policy forbids it.
  public static var accessRestricted: Code { .accessRestricted }
  /// The person has refused.
  public static var accessUserDenied: Code { .accessUserDenied }
}

// MARK: - From NSError

/// The bridging by which `as? PHPhotosError` and `catch` find it in an `NSError` of its domain, as on Apple's systems.
extension PHPhotosError: _ObjectiveCBridgeable {
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
  public static func _conditionallyBridgeFromObjectiveC(_ error: NSError, result: inout PHPhotosError?) -> Bool {
    // Foundation's `code` ends the process at a number that none has, which a test of an app may make up.
    let isKnown = error.domain == PHPhotosErrorDomain && Code(rawValue: error.code) != nil
    result = isKnown ? PHPhotosError(_nsError: error) : nil
    return result != nil
  }

  /// Bridges an error of this domain.
  ///
  /// - Parameters:
  ///   - error: The error; of another domain it ends the process.
  ///   - result: Receives it.
  public static func _forceBridgeFromObjectiveC(_ error: NSError, result: inout PHPhotosError?) {
    precondition(_conditionallyBridgeFromObjectiveC(error, result: &result), "an error of another domain")
  }

  /// Bridges an error of this domain.
  ///
  /// - Parameter error: The error; of another domain it ends the process.
  /// - Returns: It.
  public static func _unconditionallyBridgeFromObjectiveC(_ error: NSError?) -> PHPhotosError {
    var result: PHPhotosError?
    if let error { _forceBridgeFromObjectiveC(error, result: &result) }
    guard let result else { preconditionFailure("no error") }
    return result
  }
}
