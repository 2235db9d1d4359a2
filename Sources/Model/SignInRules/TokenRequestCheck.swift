// SPDX-License-Identifier: Apache-2.0
package import WebForms

/// Holds the shape of a request for tokens, or for their revocation, to its rules: what can be said without knowing any client.
package struct TokenRequestCheck: Sendable {
  package enum Endpoint: String, Sendable { case token, revoke }

  package let findings: [RuleFinding]
  /// The fields of the form; empty where the body is no form.
  package let fields: FormFields

  package init(_ endpoint: Endpoint, contentType: String?, body: [UInt8]) {
    let type = contentType?.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    guard type == "application/x-www-form-urlencoded" else {
      fields = FormFields([])
      findings = [RuleFinding(.bodyNotForm, .init("contentType", contentType ?? "absent"))]
      return
    }
    do throws(FormError) {
      fields = try FormFields(decoding: body)
    } catch {
      fields = FormFields([])
      findings = [Self.finding(error)]
      return
    }
    findings = Self.findings(endpoint, fields)
  }

  private static func finding(_ error: FormError) -> RuleFinding {
    switch error {
    case .notEncoded(let offset): RuleFinding(.bodyNotEncoded, .init("offset", offset))
    case .notText(let offset): RuleFinding(.bodyNotEncoded, .init("offset", offset), .init("reason", "notUTF8"))
    case .tooLarge, .tooManyFields: RuleFinding(.bodyNotForm, .init("reason", "tooLarge"))
    }
  }

  private static func findings(_ endpoint: Endpoint, _ fields: FormFields) -> [RuleFinding] {
    var findings = fields.repeated.map { RuleFinding(.parameterTwice, .init("parameter", $0)) }
    let (needed, known): ([String], [String])
    switch (endpoint, fields["grant_type"]) {
    case (.revoke, _): (needed, known) = (["client_id", "client_secret", "token"], ["token_type_hint"])
    case (.token, "authorization_code"): (needed, known) = (["code"] + common, ["redirect_uri"])
    case (.token, "refresh_token"): (needed, known) = (["refresh_token"] + common, [])
    case (.token, nil): (needed, known) = (common, grantParameters)
    case (.token, let grant?):
      findings.append(RuleFinding(.grantUnknown, .init("grant_type", String(grant.prefix(100)))))
      (needed, known) = (common, grantParameters)
    }
    findings += needed.filter { (fields[$0] ?? "").isEmpty }.map {
      RuleFinding(.parameterMissing, .init("parameter", $0))
    }
    var named: Set<String> = Set(needed + known)
    for field in fields.fields where named.insert(field.name).inserted {
      findings.append(RuleFinding(.parameterUnknown, .init("parameter", String(field.name.prefix(100)))))
    }
    return findings + ClientName(fields["client_id"]).findings
  }

  private static let common = ["client_id", "client_secret", "grant_type"]
  private static let grantParameters = ["code", "redirect_uri", "refresh_token", "scope"]
}

/// The facts that an identifier of a client tells by itself.
struct ClientName {
  let findings: [RuleFinding]

  /// `ABCDE12345.com.example.app` is an app's identifier with its team's before it, which is not what a client is called.
  init(_ id: String?) {
    let parts = (id ?? "").split(separator: ".", maxSplits: 1)
    let isTeam =
      parts.count == 2 && parts[0].utf8.count == 10
      && parts[0].utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
      }
    findings =
      isTeam
      ? [RuleFinding(.clientIsTeamPrefixed, .init("client_id", id ?? ""), .init("expected", String(parts[1])))] : []
  }
}
