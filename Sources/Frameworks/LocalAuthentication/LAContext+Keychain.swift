// SPDX-License-Identifier: Apache-2.0
import AuthenticationModel
package import KeychainModel
import Security

extension LAContext: AuthenticationContextHolder {
  package var authenticationContext: AuthenticationContext {
    change { $0.isKnown = true }
    guard let context = AuthenticationContext(token.bytes) else { preconditionFailure("a token is a context") }
    return context
  }
}
