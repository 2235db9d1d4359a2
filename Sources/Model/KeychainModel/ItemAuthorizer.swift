// SPDX-License-Identifier: Apache-2.0

/// Decides whether one caller may use an item with constraints, perhaps by asking the person in front of the screen.
///
/// Called while nothing is locked, and may take as long as a person takes.
package protocol ItemAuthorizer: Sendable {
  /// Returns if the constraints are met, for the one call this is asked for. Throws
  /// - `authenticationNeeded` where somebody would have to be asked and the choice is to skip such items,
  /// - `interactionNotAllowed` where it is to fail,
  /// - `userCanceled` and `authFailed` for what the person did,
  /// - `decode` where the constraints can never be met again: the item is gone then.
  func authorize(_ access: AccessControl, _ choice: AuthenticationChoice) throws(KeychainStatus)
}

/// The authorizer where nobody can be asked.
package struct NobodyToAsk: ItemAuthorizer {
  package init() {}

  package func authorize(_ access: AccessControl, _ choice: AuthenticationChoice) throws(KeychainStatus) {
    throw choice.prompt == .skip ? .authenticationNeeded : .interactionNotAllowed
  }
}
