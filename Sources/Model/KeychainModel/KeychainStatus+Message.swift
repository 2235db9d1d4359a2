// SPDX-License-Identifier: Apache-2.0

extension KeychainStatus {
  /// As `SecCopyErrorMessageString` words it: scripts compare these texts. Of a code that has no text there, what it means.
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
