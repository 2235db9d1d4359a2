// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NoLeadingUnderscores
import AppAttestKeys
import BrokerClient
public import Foundation

/// Why nothing was attested.
///
/// Source: https://developer.apple.com/documentation/devicecheck/dcerror-swift.struct
public struct DCError: _BridgedStoredNSError {
  /// The error as Foundation knows it.
  public let _nsError: NSError

  /// An error from one of this domain that Foundation knows.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain, as Foundation's bridge asks for it.
  public static var _nsErrorDomain: String { DCErrorDomain }
  /// The domain of these errors.
  public static var errorDomain: String { DCErrorDomain }
  /// The hash of the error that it wraps.
  public var hashValue: Int { _nsError.hashValue }

  /// Apple's codes.
  public enum Code: Int, Sendable, _ErrorCodeProtocol {
    /// The error of these codes, as Foundation's bridge asks for it.
    public typealias _ErrorType = DCError

    /// The system failed. Try again later.
    case unknownSystemFailure = 0
    /// The feature is not supported here: `isSupported` is false.
    case featureUnsupported = 1
    /// Something that was given cannot be used: a `DCInvalidInputReason` under `NSUnderlyingErrorKey` says what.
    case invalidInput = 2
    /// The key was attested before, or was not attested yet.
    case invalidKey = 3
    /// The service is unavailable: try again later, with the same key and the same client data.
    case serverUnavailable = 4
  }

  /// The system failed. Try again later.
  public static var unknownSystemFailure: Code { .unknownSystemFailure }
  /// The feature is not supported here: `isSupported` is false.
  public static var featureUnsupported: Code { .featureUnsupported }
  /// Something that was given cannot be used: a `DCInvalidInputReason` under `NSUnderlyingErrorKey` says what.
  public static var invalidInput: Code { .invalidInput }
  /// The key was attested before, or was not attested yet.
  public static var invalidKey: Code { .invalidKey }
  /// The service is unavailable: try again later, with the same key and the same client data.
  public static var serverUnavailable: Code { .serverUnavailable }
}

/// The domain of `DCError`.
public let DCErrorDomain = "com.apple.devicecheck.error"

// MARK: - From refusals

extension DCError {
  /// The error that an app receives for a failure.
  init(_ error: BrokerClientError) {
    switch error.ofAttestation {
    case .failed(let failure): self.init(of: failure)
    case .unsupported: self.init(.featureUnsupported, "Nothing can be attested here.")
    case .busy: self.init(.serverUnavailable, "Nothing can be attested at this moment.")
    case .tooLong: self.init(.invalidInput, "The hash of the client data is too long.")
    case .broken: self.init(.unknownSystemFailure, "Bailey does not answer as it should.")
    }
  }

  private init(of failure: AppAttestFailure) {
    switch failure {
    case .noApplicationIdentifier: self.init(because: .noApplicationIdentifier)
    case .hashTooShort: self.init(because: .hashTooShort)
    case .keyGone: self.init(because: .keyGone)
    case .clockWrong: self.init(because: .clockWrong)
    case .hashTooLong: self.init(.invalidInput, "The hash of the client data is too long.")
    case .alreadyAttested: self.init(.invalidKey, "The key was attested before.")
    case .notAttested: self.init(.invalidKey, "The key was not attested yet.")
    case .issuerUnavailable: self.init(.serverUnavailable, "The organisation's issuer cannot be reached.")
    case .issuerRefused: self.init(.invalidKey, "The organisation's issuer does not vouch for keys of this machine.")
    case .issuerAnswerTooLong:
      self.init(.unknownSystemFailure, "What the organisation's issuer answered is too long.")
    case .notEnrolled: self.init(.featureUnsupported, "No organisation's issuer knows this machine.")
    case .locked: self.init(.serverUnavailable, "Nothing can be attested before the first unlock.")
    case .tooManyKeys: self.init(.unknownSystemFailure, "The app has too many keys.")
    case .unavailable: self.init(.unknownSystemFailure, "The keys of apps cannot be used.")
    }
  }

  private init(because reason: DCInvalidInputReason) {
    self.init(
      .invalidInput,
      userInfo: [NSLocalizedDescriptionKey: reason.errorDescription ?? "", NSUnderlyingErrorKey: reason])
  }

  init(_ code: Code, _ text: String) { self.init(code, userInfo: [NSLocalizedDescriptionKey: text]) }
}

// MARK: - From NSError

/// The bridging by which `as? DCError` and `catch` find it in an `NSError` of its domain, as on Apple's systems.
extension DCError: _ObjectiveCBridgeable {
  /// Gives the error as Foundation knows it.
  public func _bridgeToObjectiveC() -> NSError { _nsError }

  /// Takes an error of this domain with a code that is known; any other leaves nil.
  public static func _conditionallyBridgeFromObjectiveC(_ error: NSError, result: inout DCError?) -> Bool {
    // Foundation's `code` ends the process at a number that none has, which a test of an app may make up.
    let isKnown = error.domain == DCErrorDomain && Code(rawValue: error.code) != nil
    result = isKnown ? DCError(_nsError: error) : nil
    return result != nil
  }

  /// Takes an error of this domain; any other ends the process.
  public static func _forceBridgeFromObjectiveC(_ error: NSError, result: inout DCError?) {
    precondition(_conditionallyBridgeFromObjectiveC(error, result: &result), "an error of another domain")
  }

  /// Takes an error of this domain; nil or any other ends the process.
  public static func _unconditionallyBridgeFromObjectiveC(_ error: NSError?) -> DCError {
    var result: DCError?
    if let error { _forceBridgeFromObjectiveC(error, result: &result) }
    guard let result else { preconditionFailure("no error") }
    return result
  }
}
