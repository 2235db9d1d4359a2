// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import ConsentRequests
public import Foundation

/// Whether an app may use the photos. Apple's values.
public enum PHAuthorizationStatus: Int, Sendable {
  /// The person has not decided.
  case notDetermined = 0
  /// A policy forbids it, and the person is not asked.
  case restricted = 1
  /// The person has refused.
  case denied = 2
  /// The person has allowed it.
  case authorized = 3
  /// The person has allowed chosen photos alone.
  case limited = 4
}

/// How much of the photos is meant. Apple's values.
public enum PHAccessLevel: Int, Sendable {
  /// The access to add photos.
  case addOnly = 1
  /// The access to read and change photos.
  case readWrite = 2
}

/// The person's photos, as far as an app asks for them.
///
/// Source: https://developer.apple.com/documentation/photokit/phphotolibrary
///
/// Unchecked because it has no state: the superclass alone is not Sendable.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
  private static let theOne = PHPhotoLibrary()

  private override init() {}

  /// The one of this process.
  ///
  /// - Returns: The library.
  open class func shared() -> PHPhotoLibrary { theOne }

  /// How the app stands. Nobody is asked.
  ///
  /// - Parameter accessLevel: How much is meant.
  /// - Returns: The status; `.limited` only for `.readWrite`.
  open class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
    PHAuthorizationStatus(ConsentRequests.standing(accessLevel.service))
  }

  /// How the app stands with reading and changing. From before there was limited access, which it calls authorized.
  ///
  /// - Returns: The status.
  open class func authorizationStatus() -> PHAuthorizationStatus { authorizationStatus(for: .readWrite).withoutLimits }

  /// Asks the person, where they have not decided yet. An app without the purpose string is ended.
  ///
  /// - Parameters:
  ///   - accessLevel: How much is asked for.
  ///   - handler: Called once, on a thread of its own, with how the app stands then.
  @preconcurrency
  open class func requestAuthorization(
    for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
  ) {
    ConsentRequests.request(accessLevel.service) { handler(PHAuthorizationStatus($0.standing)) }
  }

  /// Asks the person, where they have not decided yet. An app without the purpose string is ended.
  ///
  /// - Parameter accessLevel: How much is asked for.
  /// - Returns: How the app stands then.
  nonisolated(nonsending) open class func requestAuthorization(
    for accessLevel: PHAccessLevel
  ) async -> PHAuthorizationStatus {
    await withCheckedContinuation { continuation in
      requestAuthorization(for: accessLevel) { continuation.resume(returning: $0) }
    }
  }

  /// Asks to read and change. From before there was limited access, which it calls authorized.
  ///
  /// - Parameter handler: Called once, on a thread of its own, with how the app stands then.
  @preconcurrency
  open class func requestAuthorization(_ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
    requestAuthorization(for: .readWrite) { handler($0.withoutLimits) }
  }
}

extension PHAccessLevel {
  fileprivate var service: ConsentService { self == .addOnly ? .photosAdd : .photos }
}

extension PHAuthorizationStatus {
  fileprivate init(_ standing: ConsentStanding) {
    self = Self(rawValue: AuthorizationStatus.photos.rawValue(of: standing)) ?? .denied
  }

  fileprivate var withoutLimits: PHAuthorizationStatus { self == .limited ? .authorized : self }
}
