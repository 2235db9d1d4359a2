// SPDX-License-Identifier: Apache-2.0
import PromptModel
package import KeychainModel
import Security

extension LAContext: AuthenticationContextHolder {
  package var authenticationContext: AuthenticationContext? {
    state.handOut().flatMap { AuthenticationContext($0.bytes) }
  }

  package var reuseSeconds: UInt16 { state.reuseSeconds }
}
