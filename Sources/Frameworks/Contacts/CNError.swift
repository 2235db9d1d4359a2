// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NoLeadingUnderscores
public import Foundation

/// The domain of `CNError`.
public let CNErrorDomain = "CNErrorDomain"

/// The error of an app that does not get contacts.
public struct CNError: _BridgedStoredNSError {
  /// The wrapped error of Foundation.
  public let _nsError: NSError

  /// An error with an `NSError` of this domain.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain of these errors.
  public static var _nsErrorDomain: String { CNErrorDomain }
  /// The domain of these errors.
  public static var errorDomain: String { CNErrorDomain }
  /// The hash of the wrapped error.
  public var hashValue: Int { _nsError.hashValue }

  /// Apple's codes, as far as they can come up.
  public enum Code: Int, Sendable, _ErrorCodeProtocol {
    /// The error of these codes.
    public typealias _ErrorType = CNError

    /// The person has not allowed it.
    case authorizationDenied = 100
    /// These parts of contacts are not allowed.
    case unauthorizedKeys = 102
  }

  /// The person has not allowed it.
  public static var authorizationDenied: Code { .authorizationDenied }
  /// These parts of contacts are not allowed.
  public static var unauthorizedKeys: Code { .unauthorizedKeys }
}

// MARK: - From NSError

/// The bridging by which `as? CNError` and `catch` find it in an `NSError` of its domain, as on Apple's systems.
extension CNError: _ObjectiveCBridgeable {
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
  public static func _conditionallyBridgeFromObjectiveC(_ error: NSError, result: inout CNError?) -> Bool {
    // Foundation's `code` ends the process at a number that none has, which a test of an app may make up.
    let isKnown = error.domain == CNErrorDomain && Code(rawValue: error.code) != nil
    result = isKnown ? CNError(_nsError: error) : nil
    return result != nil
  }

  /// Bridges an error of this domain.
  ///
  /// - Parameters:
  ///   - error: The error; of another domain it ends the process.
  ///   - result: Receives it.
  public static func _forceBridgeFromObjectiveC(_ error: NSError, result: inout CNError?) {
    precondition(_conditionallyBridgeFromObjectiveC(error, result: &result), "an error of another domain")
  }

  /// Bridges an error of this domain.
  ///
  /// - Parameter error: The error; of another domain it ends the process.
  /// - Returns: It.
  public static func _unconditionallyBridgeFromObjectiveC(_ error: NSError?) -> CNError {
    var result: CNError?
    if let error { _forceBridgeFromObjectiveC(error, result: &result) }
    guard let result else { preconditionFailure("no error") }
    return result
  }
}

extension CNError {
  static var refused: CNError {
    CNError(.authorizationDenied, userInfo: [NSLocalizedDescriptionKey: "Access Denied"])
  }
}
