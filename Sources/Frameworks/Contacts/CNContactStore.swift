// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import ConsentRequests
public import Foundation

/// Whether an app may use the contacts. Apple's values.
public enum CNAuthorizationStatus: Int, Sendable {
  /// The person has not decided.
  case notDetermined = 0
  /// A policy forbids it, and the person is not asked.
  case restricted = 1
  /// The person has refused.
  case denied = 2
  /// The person has allowed it.
  case authorized = 3
  /// The person has allowed chosen contacts alone.
  case limited = 4
}

/// The kind of a store's entities. Apple's values.
public enum CNEntityType: Int, Sendable {
  /// The entities of people and organisations.
  case contacts = 0
}

/// The person's contacts, as far as an app asks for them.
///
/// Source: https://developer.apple.com/documentation/contacts/cncontactstore
///
/// Unchecked because it has no state: the superclass alone is not Sendable.
open class CNContactStore: NSObject, @unchecked Sendable {
  /// A store; there may be any number.
  public override init() {}

  /// How the app stands. Nobody is asked.
  ///
  /// - Parameter entityType: What is meant.
  /// - Returns: The status.
  open class func authorizationStatus(for entityType: CNEntityType) -> CNAuthorizationStatus {
    CNAuthorizationStatus(rawValue: ConsentRequests.status(.contacts, as: .contacts)) ?? .denied
  }

  /// Asks the person, where they have not decided yet. An app without `NSContactsUsageDescription` is ended.
  ///
  /// - Parameters:
  ///   - entityType: What is asked for.
  ///   - completionHandler: Called once, on a thread of its own, with true, or with false and
  ///     `CNError.authorizationDenied`.
  @preconcurrency
  open func requestAccess(
    for entityType: CNEntityType, completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    ConsentRequests.request(.contacts) { outcome in
      completionHandler(outcome.givesAccess, outcome.givesAccess ? nil : CNError.refused)
    }
  }

  /// Asks the person, where they have not decided yet. An app without `NSContactsUsageDescription` is ended.
  ///
  /// - Parameter entityType: What is asked for.
  /// - Returns: True: a refusal is thrown.
  /// - Throws: `CNError.authorizationDenied`.
  @discardableResult
  nonisolated(nonsending) open func requestAccess(for entityType: CNEntityType) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      requestAccess(for: entityType) { isGranted, error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: isGranted) }
      }
    }
  }
}
