// SPDX-License-Identifier: Apache-2.0
import WebForms

/// One try to sign somebody in: what the site keeps in the person's session until they come back.
public struct SignInAttempt: Sendable, Equatable {
  /// Comes back as it is; that it does shows that the answer belongs to this browser.
  public let state: String
  /// Comes back in the signed token; that it does shows that the token was made for this attempt.
  public let nonce: String

  /// The attempt that was kept.
  public init(state: String, nonce: String) { (self.state, self.nonce) = (state, nonce) }

  /// The data that a site asks for.
  public enum Scope: String, Sendable, CaseIterable { case name, email }

  /// The address that the browser is sent to. With scopes the answer is posted, as providers demand.
  package func address(_ settings: SiteSettings, _ scopes: [Scope]) -> String {
    let words = Scope.allCases.filter(scopes.contains).map(\.rawValue).joined(separator: " ")
    var fields: [FormFields.Field] = [
      .init("client_id", settings.client), .init("redirect_uri", settings.redirect),
      .init("response_type", "code id_token"), .init("response_mode", "form_post"), .init("state", state),
      .init("nonce", nonce),
    ]
    if !words.isEmpty { fields.append(.init("scope", words)) }
    return settings.provider.authorize + "?" + FormFields(fields).encoded
  }
}
