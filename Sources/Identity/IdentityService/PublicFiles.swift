// SPDX-License-Identifier: Apache-2.0
import JOSECoding
import JSONCoding
import SignInPages
import WebServer

/// The answers that are the same for everybody, made once.
struct PublicFiles: Sendable {
  private let answers: [String: WebResponse]

  init(_ settings: IdentitySettings, _ keys: JSONWebKeySet) {
    let made: [(Endpoint, WebResponse)] = [
      (.discovery, Self.discovery(settings)), (.keys, Self.keys(keys)),
      (.style, Self.text(StyleSheet.text, "text/css")), (.script, Self.text(PasskeyScript.text, "text/javascript")),
      (.sitesScript, Self.sitesScript(settings)),
    ]
    answers = Dictionary(
      uniqueKeysWithValues: made.map { endpoint, answer in
        var answer = answer
        answer.headers += WebResponse.protection
        return (endpoint.rawValue, answer)
      })
  }

  /// The file of a path; nil where the path is none of theirs.
  subscript(_ path: String) -> WebResponse? { answers[path] }

  private static let forMinutes = ("Cache-Control", "public, max-age=300")

  private static func discovery(_ settings: IdentitySettings) -> WebResponse {
    let base = settings.address
    var response = WebResponse.json(
      200,
      .members([
        "issuer": .string(settings.issuer), "authorization_endpoint": .string(base + "/auth/authorize"),
        "token_endpoint": .string(base + "/auth/token"), "revocation_endpoint": .string(base + "/auth/revoke"),
        "jwks_uri": .string(base + "/auth/keys"), "response_types_supported": .strings(["code"]),
        "response_modes_supported": .strings(["query", "fragment", "form_post"]),
        "subject_types_supported": .strings(["pairwise"]),
        "id_token_signing_alg_values_supported": .strings([JOSEAlgorithm.rs256.rawValue]),
        "scopes_supported": .strings(["openid", "email", "name"]),
        "token_endpoint_auth_methods_supported": .strings(["client_secret_post"]),
        "claims_supported": .strings([
          "aud", "email", "email_verified", "exp", "iat", "is_private_email", "iss", "nonce", "nonce_supported",
          "real_user_status", "sub", "transfer_sub",
        ]),
      ]))
    response.headers.append(forMinutes)
    return response
  }

  private static func keys(_ keys: JSONWebKeySet) -> WebResponse {
    var response = WebResponse.json(200, keys.json)
    response.headers.append(("Cache-Control", "no-store"))
    return response
  }

  private static func text(_ text: String, _ type: String) -> WebResponse {
    WebResponse(
      200, .bytes(Array(text.utf8)), headers: [("Content-Type", "\(type); charset=utf-8"), forMinutes])
  }

  /// The script for pages of sites, which are other origins.
  private static func sitesScript(_ settings: IdentitySettings) -> WebResponse {
    var response = text(
      SitesScript.text(provider: settings.name, address: settings.address), "text/javascript")
    response.headers.append(("Cross-Origin-Resource-Policy", "cross-origin"))
    return response
  }
}
