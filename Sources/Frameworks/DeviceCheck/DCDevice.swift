// SPDX-License-Identifier: Apache-2.0
import BrokerClient
public import Foundation

/// Lets an app's server remember two bits about this machine, whatever becomes of the app on it.
///
/// An organisation's issuer keeps them, by the machine's TPM, for each team; a token tells nobody else which machine it is.
///
/// Source: https://developer.apple.com/documentation/devicecheck/dcdevice
///
/// Unchecked because it has no state: the superclass alone is not Sendable.
open class DCDevice: NSObject, @unchecked Sendable {
  private static let theOne = DCDevice()

  private override init() {}

  /// The device that the process runs on.
  open class var current: DCDevice { theOne }

  /// Whether Bailey runs here, and is enrolled with an organisation's issuer.
  open var isSupported: Bool {
    do throws(BrokerClientError) {
      try AttestSources.source.checkDevice()
      return true
    } catch { return false }
  }

  /// Makes a token for the app's server, which is good for a day.
  ///
  /// - Parameter completion: Called once, on a thread of its own, with the token, or with a `DCError`.
  @preconcurrency
  open func generateToken(completionHandler completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {
    AttestSources.carryOut(completion) { (source) throws(BrokerClientError) in Data(try source.deviceToken()) }
  }

  /// Makes a token for the app's server, which is good for a day.
  ///
  /// - Returns: The token.
  /// - Throws: `DCError`.
  nonisolated(nonsending) open func generateToken() async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      generateToken { continuation.resume($0, $1) }
    }
  }
}
