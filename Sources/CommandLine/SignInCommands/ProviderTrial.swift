// SPDX-License-Identifier: Apache-2.0
import Clocks
import InternetAddresses
import JOSECoding
import SignInRules
import SignInSite
import WebClient
import WebForms

/// Asks a provider whether it takes a key: with a secret that is right, and a code that is none. `invalid_grant` is about the code, and so
/// the secret was taken; `invalid_client` is about the secret.
struct ProviderTrial {
  private let options: DoctorOptions

  init(_ options: DoctorOptions) { self.options = options }

  /// Each try is one request: not more of them than somebody has keys.
  private static let mostTries = 20

  func report(_ files: [KeyFolder.File]) throws(DoctorFailure) -> SignInTool.Report {
    guard !files.isEmpty, let team = options.team, let client = options.client else { throw .trialIncomplete }
    let address = options.provider ?? options.issuer
    var findings: [RuleFinding] = []
    for file in files.prefix(Self.mostTries) {
      guard let id = options.keyID ?? file.id, let key = JWSSigningKey(id: id, file.key) else { throw .trialIncomplete }
      let settings = SiteSettings(
        client: client, team: team, keyID: id, redirect: options.redirects.first ?? "",
        provider: SignInProvider(address: address, issuer: options.issuer))
      let (word, description) = try ask(settings, key)
      if word == "invalid_grant" {
        return SignInTool.Report(
          title: address, findings: [], note: "The provider takes what \(file.name) signs as \(id).")
      }
      var finding = [RuleFinding.Fact("kid", id), .init("file", file.name), .init("answered", word)]
      if !description.isEmpty { finding.append(.init("description", description)) }
      findings.append(RuleFinding(.secretRefused, finding))
    }
    return SignInTool.Report(title: address, findings: findings)
  }

  private func ask(_ settings: SiteSettings, _ key: JWSSigningKey) throws(DoctorFailure) -> (String, String) {
    guard let secret = try? ClientSecret(settings, key, at: options.time ?? WallClock.seconds) else {
      throw .trialIncomplete
    }
    var fields: [FormFields.Field] = [
      .init("client_id", settings.client), .init("client_secret", secret.text),
      .init("grant_type", "authorization_code"), .init("code", "none"),
    ]
    if !settings.redirect.isEmpty { fields.append(.init("redirect_uri", settings.redirect)) }
    let answer: WebClientAnswer
    do {
      answer = try WebClient(admitting: RequestReach.everywhere.admits).send(
        WebClientRequest(
          settings.provider.token, body: Array(FormFields(fields).encoded.utf8),
          headers: [("Content-Type", "application/x-www-form-urlencoded")]))
    } catch { throw .providerAway(settings.provider.token, error.reason) }
    guard let refusal = TokenAnswer.refusal(answer.body) else { throw .providerAnswered(answer.status) }
    return refusal
  }
}
