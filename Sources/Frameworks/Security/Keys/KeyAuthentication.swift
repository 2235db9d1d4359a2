// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// How a key's operations go about authentication, where they need any.
///
/// The context that a key was found or made with lasts as long as the key, as on Apple's systems: what was proved in a
/// context is given up when nobody has it any more, and the key would ask again.
package struct KeyAuthentication {
  let choice: AuthenticationChoice
  private let context: (any AuthenticationContextHolder)?

  init(_ choice: AuthenticationChoice = AuthenticationChoice(), within context: (any AuthenticationContextHolder)?) {
    self.choice = choice
    self.context = context
  }

  /// As the context says.
  package init(_ context: (any AuthenticationContextHolder)? = nil) {
    self.init(AuthenticationChoice(context), within: context)
  }
}
