// SPDX-License-Identifier: Apache-2.0
import AuthenticationModel
package import KeychainModel
import Security

extension LAContext: AuthenticationContextHolder {
  package var authenticationContext: AuthenticationContext {
    guard let context = AuthenticationContext(state.token.bytes) else { preconditionFailure("a token is a context") }
    state.change { $0.isKnown = true }
    return context
  }

  package var reuseSeconds: UInt16 { state.reuseSeconds }
}
