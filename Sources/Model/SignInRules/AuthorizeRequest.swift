// SPDX-License-Identifier: Apache-2.0
import WebForms

/// A request to sign somebody in that holds to the rules.
package struct AuthorizeRequest: Sendable, Equatable {
  package let clientID: String
  package let redirectURI: String
  package let responseType: ResponseType
  package let responseMode: ResponseMode
  package let scopes: Set<Scope>
  package let state: String?
  package let nonce: String?

  package enum ResponseType: String, Sendable, CaseIterable {
    case code
    case codeAndToken = "code id_token"
  }

  package enum ResponseMode: String, Sendable, CaseIterable {
    case query, fragment
    case form = "form_post"
    /// The answer goes to the page that opened a popup. No document of Apple's has this mode; their script and others ask for it.
    case message = "web_message"
  }

  package enum Scope: String, Sendable, CaseIterable { case openid, name, email }
}

/// Holds a request to sign somebody in to the rules that can be checked without knowing any client.
package struct AuthorizeCheck: Sendable {
  package let findings: [RuleFinding]
  /// The findings that are unusual and break nothing: parameters that nobody reads.
  package let notes: [RuleFinding]
  /// The request; nil where a rule is broken.
  package let request: AuthorizeRequest?
  /// The values as they were sent, whatever is wrong with the rest.
  package let clientID, redirectURI: String?

  private static let known = [
    "client_id", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce", "frame_id", "m", "v",
    "locale",
  ]

  package init(query: some Collection<UInt8>, _ policy: RedirectRules.Policy = .published) {
    guard let fields = try? FormFields(decoding: query) else {
      (findings, notes, request) = ([RuleFinding(.bodyNotEncoded, .init("part", "query"))], [], nil)
      (clientID, redirectURI) = (nil, nil)
      return
    }
    (clientID, redirectURI) = (fields["client_id"], fields["redirect_uri"])
    notes = fields.fields.filter { !Self.known.contains($0.name) }.map {
      RuleFinding(.parameterUnknown, .init("parameter", String($0.name.prefix(100))))
    }
    var findings = fields.repeated.map { RuleFinding(.parameterTwice, .init("parameter", $0)) }
    for name in ["client_id", "redirect_uri", "response_type"] where (fields[name] ?? "").isEmpty {
      findings.append(RuleFinding(.parameterMissing, .init("parameter", name)))
    }
    findings += ClientName(fields["client_id"]).findings
    if let address = fields["redirect_uri"], !address.isEmpty, let defect = RedirectRules.defect(of: address, policy) {
      findings.append(
        RuleFinding(
          .redirectNotAllowed, .init("redirect_uri", String(address.prefix(300))), .init("reason", defect.rawValue)))
    }
    let shape = ResponseShape(fields)
    findings += shape.findings
    self.findings = findings
    guard findings.isEmpty, let type = shape.type, let mode = shape.mode else {
      request = nil
      return
    }
    request = AuthorizeRequest(
      clientID: fields["client_id"] ?? "", redirectURI: fields["redirect_uri"] ?? "", responseType: type,
      responseMode: mode, scopes: shape.scopes, state: fields["state"], nonce: fields["nonce"])
  }
}

/// The form of the response.
private struct ResponseShape {
  let type: AuthorizeRequest.ResponseType?
  let mode: AuthorizeRequest.ResponseMode?
  let scopes: Set<AuthorizeRequest.Scope>
  let findings: [RuleFinding]

  init(_ fields: FormFields) {
    var findings: [RuleFinding] = []
    let typeName = fields["response_type"] ?? ""
    // The order of the words does not matter (OAuth 2.0 Multiple Response Types, section 3).
    type = AuthorizeRequest.ResponseType(rawValue: typeName == "id_token code" ? "code id_token" : typeName)
    if type == nil, !typeName.isEmpty {
      findings.append(RuleFinding(.responseTypeUnknown, .init("response_type", String(typeName.prefix(100)))))
    }
    let words = (fields["scope"] ?? "").split(separator: " ").map(String.init)
    for word in words where AuthorizeRequest.Scope(rawValue: word) == nil {
      findings.append(RuleFinding(.scopeUnknown, .init("scope", String(word.prefix(100)))))
    }
    scopes = Set(words.compactMap { AuthorizeRequest.Scope(rawValue: $0) })
    let modeName = fields["response_mode"]
    // With a token in it an answer has no default that is allowed to be a query.
    let standard: AuthorizeRequest.ResponseMode = type == .codeAndToken ? .fragment : .query
    mode = modeName.map { AuthorizeRequest.ResponseMode(rawValue: $0) } ?? standard
    if let reason = Self.defect(mode, type, scopes) {
      findings.append(
        RuleFinding(
          .responseModeForbidden, .init("response_mode", String((modeName ?? "absent").prefix(100))),
          .init("reason", reason)))
    }
    self.findings = findings
  }

  private static func defect(
    _ mode: AuthorizeRequest.ResponseMode?, _ type: AuthorizeRequest.ResponseType?,
    _ scopes: Set<AuthorizeRequest.Scope>
  ) -> String? {
    guard let mode else { return "unknown" }
    if mode != .form, mode != .message, !scopes.isDisjoint(with: [.name, .email]) { return "scopesNeedForm" }
    if mode == .query, type == .codeAndToken { return "tokenInQuery" }
    return nil
  }
}
