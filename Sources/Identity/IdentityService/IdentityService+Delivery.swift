// SPDX-License-Identifier: Apache-2.0
import IdentityModel
import JSONCoding
import SignInPages
import SignInRules
import WebForms
import WebServer

// MARK: - Back to the site

extension IdentityService {
  /// The one error that a site hears of; all others stop here.
  func cancelled(_ permitted: PermittedRequest, _ exchange: inout Exchange) -> WebResponse {
    exchange.note("outcome", "cancelled")
    let state = permitted.request.state.map { [FormFields.Field("state", $0)] } ?? []
    return delivery(of: [.init("error", "user_cancelled_authorize")] + state, to: permitted, exchange)
  }

  func delivery(
    of answer: [FormFields.Field], to permitted: PermittedRequest, _ exchange: Exchange
  ) -> WebResponse {
    let address = permitted.request.redirectURI
    let encoded = FormFields(answer).encoded
    switch permitted.request.responseMode {
    case .query: return .redirect(to: address + (address.contains("?") ? "&" : "?") + encoded)
    case .fragment: return .redirect(to: address + "#" + encoded)
    case .form:
      let page = SignInPages(exchange.language, provider: settings.name).formPost(
        to: address, site: permitted.client.name, answer.map { ($0.name, $0.value) })
      return .page(200, page, formsTo: permitted.origin, script: .written(SignInPages.submission))
    case .message:
      let page = SignInPages(exchange.language, provider: settings.name).message(
        Self.message(answer).text, to: permitted.origin ?? "", site: permitted.client.name)
      return .page(200, page, script: .written(SignInPages.messaging))
    }
  }

  /// What a page's script is told: the fields as an object, and what is known of the person as one in it.
  private static func message(_ answer: [FormFields.Field]) -> JSONValue {
    var (authorization, others): ([JSONValue.Member], [JSONValue.Member]) = ([], [])
    for field in answer {
      switch field.name {
      case "user":
        let limits = JSONLimits(bytes: 1 << 16, depth: 8, values: 64)
        if let user = try? JSONReader.read(Array(field.value.utf8), limits) { others.append(.init("user", user)) }
      case "error": others.append(.init("error", .string(field.value)))
      default: authorization.append(.init(field.name, .string(field.value)))
      }
    }
    return .object([.init("authorization", .object(authorization))] + others)
  }

  /// What is said once of a person: as they wrote it, and signed by nobody.
  static func user(
    _ scopes: Set<AuthorizeRequest.Scope>, _ account: Account, _ fields: FormFields
  ) -> String? {
    var members: [JSONValue.Member] = []
    if scopes.contains(.name) {
      let given = Account.name(fields["given"] ?? "") ?? account.givenName
      let family = Account.name(fields["family"] ?? "") ?? account.familyName
      members.append(.init("name", .members(["firstName": .string(given), "lastName": .string(family)])))
    }
    if scopes.contains(.email) { members.append(.init("email", .string(account.mail))) }
    return members.isEmpty ? nil : JSONValue.object(members).text
  }
}
