// SPDX-License-Identifier: Apache-2.0

/// Decides whether one caller may use an item with constraints, perhaps by asking the person in front of the screen.
///
/// It is called while no lock is held, and may take as long as the person needs.
package protocol ItemAuthorizer: Sendable {
  /// Returns if the constraints are met for this one call. Throws
  /// - `authenticationNeeded` if the person would have to be asked and the choice is to skip such items,
  /// - `interactionNotAllowed` if the person would have to be asked and the choice is to fail,
  /// - `userCanceled` or `authFailed` after the person's answer,
  /// - `decode` if the constraints can never be met again: the item is then discarded.
  func authorize(_ access: AccessControl, _ choice: AuthenticationChoice) throws(KeychainStatus)

  /// The access control of an item that is stored now: where it says so, for the fingers that are enrolled. Asks nobody.
  /// Throws `authFailed` if nobody could ever meet it here.
  func binding(_ access: AccessControl) throws(KeychainStatus) -> AccessControl
}

extension ItemAuthorizer {
  package func binding(_ access: AccessControl) throws(KeychainStatus) -> AccessControl {
    guard access.isMetByPasscode else { throw .authFailed }
    return access
  }
}

/// The authorizer for callers whose person cannot be asked.
package struct NobodyToAsk: ItemAuthorizer {
  package init() {}

  package func authorize(_ access: AccessControl, _ choice: AuthenticationChoice) throws(KeychainStatus) {
    throw choice.prompt == .skip ? .authenticationNeeded : .interactionNotAllowed
  }
}
