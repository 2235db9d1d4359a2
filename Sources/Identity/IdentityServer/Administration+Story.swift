// SPDX-License-Identifier: Apache-2.0
import IdentityModel
import JSONCoding

// MARK: - What happened between a person and a site

extension Administration {
  /// The number of lines that the log has.
  private static let wholeLog = 10_000

  func explain(_ words: Words, _ now: Int64) throws(StoreOrRefusal) -> JSONValue {
    let account = try account(words)
    let (lines, clients, consents, outbox) = try stored { () throws(IdentityStoreError) in
      (
        try store.loggedRequests(id: nil, atMost: Self.wholeLog), try store.clients(),
        try store.consents(of: account.id),
        try store.notifications(id: nil, atMost: Self.wholeLog)
      )
    }
    let records = lines.reversed().compactMap { RequestRecord($0) }
    let own = Self.records(of: account, in: records)
    let primary = Dictionary(uniqueKeysWithValues: clients.map { ($0.id, $0.primaryApp) })
    let byApp = Dictionary(grouping: own) { record in
      record["site"] ?? record["client_id"].map { primary[$0] ?? $0 } ?? ""
    }
    var apps = Set(byApp.keys).union(consents.map(\.primaryApp)).subtracting([""])
    if let app = words["app"] { apps = apps.intersection([primary[app] ?? app]) }
    var stories: [JSONValue] = []
    for app in apps.sorted() {
      let told = try notifications(to: app, of: account, in: outbox, clients, consents)
      let story = SignInStory(
        app: app, byApp[app] ?? [], notifications: told, primary[app] == nil ? .gone : .present,
        hasConsent: consents.contains { $0.primaryApp == app } ? .present : .gone, at: now)
      stories.append(story.json)
    }
    return .array(stories)
  }

  /// The records that name the account, and the requests for tokens with a code that it was given.
  private static func records(of account: Account, in records: [RequestRecord]) -> [RequestRecord] {
    let number = String(account.id)
    let codes = Set(
      records.filter { $0.endpoint == "consent" && $0["account"] == number }.compactMap { $0["code"] })
    return records.filter { record in
      record["account"] == number || record.endpoint == "token" && record["code"].map(codes.contains) ?? false
    }
  }

  private func notifications(
    to app: String, of account: Account, in outbox: [StoredNotification], _ clients: [SignInClient],
    _ consents: [Consent]
  ) throws(StoreOrRefusal) -> [StoredNotification] {
    let team = clients.first { $0.id == app }?.team ?? consents.first { $0.primaryApp == app }?.team
    guard let team else { return [] }
    let subject = try stored { () throws(IdentityStoreError) in try store.knownSubject(of: account.id, inTeam: team) }
    return outbox.filter { $0.primaryApp == app && $0.subject == subject }
  }
}

extension SignInStory {
  fileprivate var json: JSONValue {
    .members([
      "app": .string(app),
      "events": .array(
        events.map { event in
          .members([
            "at": .number(Int(event.at)), "what": .string(event.kind.rawValue), "id": .string(event.id),
            "rules": .strings(event.rules),
          ])
        }),
      "findings": .array(
        findings.map { finding in
          .members([
            "pattern": .string(finding.pattern.rawValue), "evidence": .strings(finding.evidence),
            "rules": .strings(finding.rules),
          ])
        }),
    ])
  }
}
