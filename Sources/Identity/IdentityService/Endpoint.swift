// SPDX-License-Identifier: Apache-2.0

/// Everything that can be asked, by its path.
enum Endpoint: String, Sendable, CaseIterable {
  case discovery = "/.well-known/openid-configuration"
  case keys = "/auth/keys"
  case style = "/style.css"
  case authorize = "/auth/authorize"
  case signIn = "/auth/sign-in"
  case consent = "/auth/consent"
  case token = "/auth/token"
  case revoke = "/auth/revoke"
  case account = "/account"
  case remove = "/account/remove"
  case signOut = "/account/sign-out"

  var method: String {
    switch self {
    case .discovery, .keys, .style, .authorize, .account: "GET"
    case .signIn, .consent, .token, .revoke, .remove, .signOut: "POST"
    }
  }

  /// Nobody is known by it, and it is not worth a line in the log.
  var isTheSameForEverybody: Bool { [.discovery, .keys, .style].contains(self) }

  var isForPrograms: Bool { [.token, .revoke].contains(self) }
}
