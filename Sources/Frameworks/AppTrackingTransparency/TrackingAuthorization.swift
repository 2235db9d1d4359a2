// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import ConsentRequests
public import Foundation

/// Asks whether the app may track the person across other companies' apps and websites.
///
/// Source: https://developer.apple.com/documentation/apptrackingtransparency/attrackingmanager
open class ATTrackingManager: NSObject {
  /// Apple's values.
  public enum AuthorizationStatus: UInt, Sendable {
    /// The person has not decided.
    case notDetermined = 0
    /// A policy forbids it, and the person is not asked.
    case restricted = 1
    /// The person has refused.
    case denied = 2
    /// The person has allowed it.
    case authorized = 3
  }

  private override init() {}

  /// How the app stands. Nobody is asked.
  open class var trackingAuthorizationStatus: AuthorizationStatus {
    AuthorizationStatus(ConsentRequests.standing(.tracking))
  }

  /// Asks the person, where they have not decided yet: once for as long as the answer is kept. An app without
  /// `NSUserTrackingUsageDescription` is ended.
  ///
  /// - Parameter completion: Called once, on a thread of its own, with how the app stands then.
  @preconcurrency
  open class func requestTrackingAuthorization(
    completionHandler completion: @escaping @Sendable (AuthorizationStatus) -> Void
  ) {
    ConsentRequests.request(.tracking) { completion(AuthorizationStatus($0.standing)) }
  }

  /// Asks the person, where they have not decided yet: once for as long as the answer is kept. An app without
  /// `NSUserTrackingUsageDescription` is ended.
  ///
  /// - Returns: How the app stands then.
  nonisolated(nonsending) open class func requestTrackingAuthorization() async -> AuthorizationStatus {
    await withCheckedContinuation { continuation in
      requestTrackingAuthorization { continuation.resume(returning: $0) }
    }
  }
}

extension ATTrackingManager.AuthorizationStatus {
  fileprivate init(_ standing: ConsentStanding) {
    self = Self(rawValue: UInt(ConsentModel.AuthorizationStatus.tracking.rawValue(of: standing))) ?? .denied
  }
}
