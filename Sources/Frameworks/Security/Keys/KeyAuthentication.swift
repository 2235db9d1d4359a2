// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// How a key's operations go about authentication, where they need any.
///
/// The context that a key was found or made with lasts as long as the key, as on Apple's systems: what was proved in a
/// context is given up when nobody has it any more, and the key would ask again. It is looked at whenever the key is used.
package struct KeyAuthentication {
  private let asked: AuthenticationChoice
  private let context: (any AuthenticationContextHolder)?

  /// The authentication of the call that the key came from, within its context.
  package init(
    _ asked: AuthenticationChoice = AuthenticationChoice(), within context: (any AuthenticationContextHolder)? = nil
  ) {
    self.asked = asked
    self.context = context
  }

  /// The choice for a use of the key; nil where the context was invalidated.
  var choice: AuthenticationChoice? { asked.within(context) }
}
