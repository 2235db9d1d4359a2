// SPDX-License-Identifier: Apache-2.0
import IdentityModel
import SecretMemory
import SignInRules
import SignInSite
import WebForms

/// Forms, queries, secrets and recordings from anywhere: every rule that is broken is one of the list, and a request that is
/// allowed can be asked again in other words.
package enum SignInRequestsTarget: FuzzTarget {
  package static let name = "SignInRequests"

  package static func run(_ bytes: [UInt8]) {
    if let form = try? FormFields(decoding: bytes) {
      let again = try? FormFields(decoding: form.encoded.utf8)
      precondition(again == form || form.encoded.utf8.count > FormFields.largest, "fields are written as others")
    }
    _ = try? SecretForm(decoding: bytes.span, secretField: "password").takeSecret()
    let check = AuthorizeCheck(query: bytes)
    precondition((check.request == nil) == !check.findings.isEmpty, "a request is allowed against a rule")
    for endpoint in [TokenRequestCheck.Endpoint.token, .revoke] {
      _ = TokenRequestCheck(endpoint, contentType: "application/x-www-form-urlencoded", body: bytes)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let secret = SecretCheck(text, SecretContext(clientID: "a.b", teamID: "T", audience: "i", keys: [], now: 1))
    // Without a key that could have signed it, no secret is right.
    precondition(!secret.findings.isEmpty, "a secret of nobody is right")
    if let defect = RedirectRules.defect(of: text) {
      _ = defect.rawValue
    } else {
      precondition(text.hasPrefix("https://") || text.lowercased().hasPrefix("https://"), "an address is not https")
    }
    _ = try? CapturedRequest.read(bytes)
    _ = AdministrativeRequest(bytes)
    _ = try? KeyFile.key(bytes.span)
    if let network = ClientNetwork(text) {
      precondition([4, 8].contains(network.bytes.count), "a network of a strange size")
    }
    if let head = BackupHead(Array(bytes.prefix(BackupHead.size))) {
      precondition(head.bytes == Array(bytes.prefix(BackupHead.size)), "a head is written as another")
    }
    if let next = BackupPart.next(Array(bytes.prefix(BackupPart.prefixSize))) {
      precondition(next.count <= BackupPart.largest + 16, "a part has no bound")
    }
    runSite(bytes, text)
  }

  /// What a site is sent: by browsers, and by what calls itself the provider.
  private static func runSite(_ bytes: [UInt8], _ text: String) {
    _ = try? CallbackForm(bytes)
    if let user = SignInUser(text) { precondition(SignInUser(user.text) == user, "a name is kept as another") }
    if let token = try? UnverifiedToken(text) {
      precondition(!token.keyID.contains("/") && !token.keyID.contains("'"), "a key's name is more than a name")
    }
    _ = ProviderEvent.payload(bytes)
    if let event = ProviderEvent(stored: text) {
      precondition(ProviderEvent(stored: event.stored) == event, "an event is kept as another")
    }
    _ = TokenAnswer(bytes)
    _ = TokenAnswer.refusal(bytes)
    if let exchanges = try? SiteExchange.read(bytes) { _ = SiteLint(exchanges, again: exchanges).findings }
  }
}
