// SPDX-License-Identifier: Apache-2.0

extension KeychainStatus {
  /// The text of `SecCopyErrorMessageString`, which scripts compare. For a code that has none there, a text of Bailey's.
  package var message: String {
    switch self {
    case .internalComponent: "An internal component failed."
    case .authenticationNeeded: "Authentication is needed."
    case .internalError: "An internal error occurred."
    case .upgradePending: "The keychain is being upgraded."
    default: ResultMessages.message(for: rawValue)
    }
  }
}
