// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CryptoPrimitives
package import IdentityModel
import IdentityService
import JOSECoding
package import JSONCoding
package import SignInRules
import SystemCalls

/// Carries out what whoever runs a provider asks of it.
package struct Administration: Sendable {
  let store: any IdentityStore
  /// The addresses to which notifications may go.
  let reach: EndpointRules.Reach
  /// What `status` says beside the counts.
  private let facts: [JSONValue.Member]
  /// The provider's folder; nil where there is none to copy its database into.
  let folder: String?

  package init(
    _ store: any IdentityStore, _ reach: EndpointRules.Reach, facts: [JSONValue.Member], folder: String? = nil
  ) {
    (self.store, self.reach, self.facts, self.folder) = (store, reach, facts, folder)
  }

  package func perform(_ request: AdministrativeRequest, at now: Int64) throws(AdministrativeRefusal) -> JSONValue {
    do throws(StoreOrRefusal) {
      return try result(of: Words(request.words), request.name, now)
    } catch {
      switch error {
      case .store(let error): throw AdministrativeRefusal(error)
      case .refusal(let refusal): throw refusal
      }
    }
  }

  private func result(
    of words: Words, _ name: AdministrativeRequest.Name, _ now: Int64
  ) throws(StoreOrRefusal) -> JSONValue {
    switch name {
    case .status: return try status()
    case .teamAdd, .teamList: return try teams(words, name)
    case .clientAdd, .clientList, .clientStage: return try clients(words, name)
    case .clientRemove:
      try removeClient(words, now)
      return try clients(words, .clientList)
    case .copy: return try copy(words)
    case .keyAdd, .keyRevoke, .keyList: return try keys(words, name, now)
    case .redirectAdd, .redirectRemove, .redirectList: return try redirects(words, name)
    case .userAdd, .userList, .userSites, .userRemoveSite, .userRemoveCodes, .userRemove:
      return try users(words, name, now)
    case .userSessions, .userEndSessions: return try sessions(words, name, now)
    case .endpointSet, .endpointRemove, .endpointList: return try endpoints(words, name)
    case .notificationList, .notificationShow, .notificationReplay, .notificationTest:
      return try notifications(words, name, now)
    case .machineAdd, .machineList, .machineRevoke, .machineRemove: return try machines(words, name, now)
    case .machineTrust, .machineDistrust, .machineAuthorities: return try endorsementAuthorities(words, name)
    case .machineRoot: return try attestationRoot()
    case .explain: return try explain(words, now)
    case .endAll:
      try stored { () throws(IdentityStoreError) in try store.endEverything(at: now) }
      return try status()
    case .log:
      let lines = try stored { () throws(IdentityStoreError) in
        try store.loggedRequests(id: words["id"], atMost: 200)
      }
      return .array(
        lines.reversed().map { line in
          let record = try? JSONReader.read(
            Array(line.record.utf8), JSONLimits(bytes: 1 << 20, depth: 8, values: 4096))
          return .members(["id": .string(line.id), "at": .number(Int(line.at)), "request": record ?? .null])
        })
    }
  }

  private func status() throws(StoreOrRefusal) -> JSONValue {
    let counts = try stored { () throws(IdentityStoreError) in
      (try store.teams().count, try store.clients().count, try store.accounts().count)
    }
    return .object(
      facts + [
        .init("teams", .number(counts.0)), .init("clients", .number(counts.1)), .init("accounts", .number(counts.2)),
      ])
  }

  // MARK: - Teams, clients and their keys

  private func teams(_ words: Words, _ name: AdministrativeRequest.Name) throws(StoreOrRefusal) -> JSONValue {
    if name == .teamAdd {
      let team = Team(id: try words.team("id"), name: try words.name("title"))
      try stored { () throws(IdentityStoreError) in try store.add(team) }
    }
    let teams = try stored { () throws(IdentityStoreError) in try store.teams() }
    return .array(teams.map { .members(["id": .string($0.id), "name": .string($0.name)]) })
  }

  private func clients(_ words: Words, _ name: AdministrativeRequest.Name) throws(StoreOrRefusal) -> JSONValue {
    if name == .clientAdd {
      let id = try words.client("id")
      let primary = words["app"]
      let team: String
      if let primary {
        guard let app = try stored({ () throws(IdentityStoreError) in try store.client(primary) }) else {
          throw .refusal(AdministrativeRefusal(.unknown, primary))
        }
        team = app.team
      } else {
        team = try words.team("team")
      }
      let client = SignInClient(
        id: id, kind: primary == nil ? .app : .service, primaryApp: primary ?? id, team: team,
        name: try words.name("title"), stage: words["stage"] == "development" ? .development : .published)
      try stored { () throws(IdentityStoreError) in try store.add(client) }
    }
    if name == .clientStage {
      let (id, stage) = (try words.needed("id"), try words.needed("stage"))
      guard let stage = SignInClient.Stage(rawValue: stage) else {
        throw .refusal(AdministrativeRefusal(.malformed, stage))
      }
      try stored { () throws(IdentityStoreError) in try store.setStage(stage, of: id) }
    }
    let clients = try stored { () throws(IdentityStoreError) in try store.clients() }
    return .array(
      clients.map { client in
        .members([
          "id": .string(client.id), "kind": .string(client.kind.rawValue), "app": .string(client.primaryApp),
          "team": .string(client.team), "name": .string(client.name), "stage": .string(client.stage.rawValue),
        ])
      })
  }

  private func keys(
    _ words: Words, _ name: AdministrativeRequest.Name, _ now: Int64
  ) throws(StoreOrRefusal) -> JSONValue {
    if name == .keyAdd {
      guard let point = Base64URL.decode(try words.needed("point").utf8),
        let key = try? ECPublicKey(.p256, x963: point.span)
      else { throw .refusal(AdministrativeRefusal(.notKey)) }
      let added = AppKey(id: try words.tenCharacters("id"), primaryApp: try words.needed("app"), publicKey: key)
      try stored { () throws(IdentityStoreError) in try store.add(added) }
    }
    if name == .keyRevoke {
      let id = try words.needed("id")
      try stored { () throws(IdentityStoreError) in try store.revokeKey(id, at: now) }
    }
    let keys = try stored { () throws(IdentityStoreError) in
      var keys: [AppKey] = []
      for team in try store.teams() { keys += try store.keys(ofTeam: team.id) }
      return keys
    }
    return .array(
      keys.map { key in
        .members([
          "id": .string(key.id), "app": .string(key.primaryApp),
          "state": .string(key.revokedAt == nil ? "usable" : "revoked"),
        ])
      })
  }

  private func redirects(_ words: Words, _ name: AdministrativeRequest.Name) throws(StoreOrRefusal) -> JSONValue {
    let id = try words.needed("id")
    guard let client = try stored({ () throws(IdentityStoreError) in try store.client(id) }) else {
      throw .refusal(AdministrativeRefusal(.unknown, id))
    }
    if name == .redirectAdd {
      let address = try words.needed("address")
      let policy: RedirectRules.Policy = client.stage == .development ? .underDevelopment : .published
      if let defect = RedirectRules.defect(of: address, policy) {
        throw .refusal(AdministrativeRefusal(.redirectNotAllowed, defect.rawValue))
      }
      try stored { () throws(IdentityStoreError) in try store.addRedirect(address, of: id) }
    }
    if name == .redirectRemove {
      let address = try words.needed("address")
      try stored { () throws(IdentityStoreError) in try store.removeRedirect(address, of: id) }
    }
    return .strings(try stored { () throws(IdentityStoreError) in try store.redirects(of: id) })
  }

  // MARK: - People

  private func users(
    _ words: Words, _ name: AdministrativeRequest.Name, _ now: Int64
  ) throws(StoreOrRefusal) -> JSONValue {
    switch name {
    case .userAdd:
      guard let password = Base64URL.decode(try words.needed("password").utf8).flatMap({ AccountPassword($0) }) else {
        throw .refusal(AdministrativeRefusal(.malformed, "password"))
      }
      let account = Account(
        mail: try words.mail("mail"), givenName: try words.name("given"), familyName: try words.name("family"),
        password: password)
      _ = try stored { () throws(IdentityStoreError) in try store.add(account) }
    case .userSites, .userRemoveSite:
      let account = try account(words)
      if name == .userRemoveSite {
        let site = try words.needed("site")
        try stored { () throws(IdentityStoreError) in
          try store.endConsent(
            primaryApp: site, account: account.id, at: now, notification: RandomText.notification)
          try store.log(Self.removal(of: site, account, now))
        }
      }
      let consents = try stored { () throws(IdentityStoreError) in try store.consents(of: account.id) }
      return .array(
        consents.map { .members(["app": .string($0.primaryApp), "grantedAt": .number(Int($0.grantedAt))]) })
    case .userRemove:
      let account = try account(words)
      try stored { () throws(IdentityStoreError) in
        try store.removeAccount(account.id, at: now) { RandomText.notification }
      }
    case .userRemoveCodes:
      let account = try account(words)
      try stored { () throws(IdentityStoreError) in try store.removeCodeSecret(of: account.id) }
    default: break
    }
    let accounts = try stored { () throws(IdentityStoreError) in try store.accounts() }
    return .array(
      accounts.map { account in
        .members([
          "id": .number(Int(account.id)), "mail": .string(account.mail), "given": .string(account.givenName),
          "family": .string(account.familyName),
        ])
      })
  }

  /// Whoever looks for what ended a consent finds that it was done here.
  private static func removal(of site: String, _ account: Account, _ now: Int64) -> LoggedRequest {
    let record = JSONValue.members([
      "endpoint": .string("administration"), "status": .number(200), "outcome": .string("removed"),
      "account": .string(String(account.id)), "site": .string(site), "rules": .array([]), "notes": .array([]),
    ])
    return LoggedRequest(id: RandomText.identifier(16), at: now, record: record.text)
  }

  func account(_ words: Words) throws(StoreOrRefusal) -> Account {
    let mail = try words.mail("mail")
    guard let account = try stored({ () throws(IdentityStoreError) in try store.account(mail: mail) }) else {
      throw .refusal(AdministrativeRefusal(.unknown, mail))
    }
    return account
  }

  private func sessions(
    _ words: Words, _ name: AdministrativeRequest.Name, _ now: Int64
  ) throws(StoreOrRefusal) -> JSONValue {
    let account = try account(words)
    let sessions = try stored { () throws(IdentityStoreError) in
      if name == .userEndSessions { try store.endSessions(of: account.id, but: nil) }
      return try store.sessions(of: account.id, at: now)
    }
    return .array(
      sessions.map { session in
        .members([
          "id": .string(session.digest.short), "browser": .string(session.browser),
          "signedInAt": .number(Int(session.signedInAt)), "expiresAt": .number(Int(session.expiresAt)),
        ])
      })
  }

  func stored<Result>(
    _ body: () throws(IdentityStoreError) -> Result
  ) throws(StoreOrRefusal) -> Result {
    do { return try body() } catch { throw .store(error) }
  }
}

enum StoreOrRefusal: Error {
  case store(IdentityStoreError)
  case refusal(AdministrativeRefusal)
}

/// The words of a request, each of the form that it must have.
struct Words {
  private let words: [String: String]

  init(_ words: [String: String]) { self.words = words }

  subscript(_ name: String) -> String? { words[name] }

  func needed(_ name: String) throws(StoreOrRefusal) -> String {
    guard let word = words[name] else { throw .refusal(AdministrativeRefusal(.wordMissing, name)) }
    return word
  }

  func tenCharacters(_ name: String) throws(StoreOrRefusal) -> String {
    try checked(name, .notTenCharacters, IdentifierForm.isTenCharacters)
  }

  func team(_ name: String) throws(StoreOrRefusal) -> String {
    try checked(name, .notTeam, IdentifierForm.isTeam)
  }

  func client(_ name: String) throws(StoreOrRefusal) -> String {
    try checked(name, .notClientIdentifier, IdentifierForm.isClient)
  }

  func mail(_ name: String) throws(StoreOrRefusal) -> String { try checked(name, .notMail, Account.isMail) }

  func name(_ name: String) throws(StoreOrRefusal) -> String {
    try checked(name, .notName) { Account.name($0).map { !$0.isEmpty } ?? false }
  }

  private func checked(
    _ name: String, _ reason: AdministrativeRefusal.Reason, _ holds: (String) -> Bool
  ) throws(StoreOrRefusal) -> String {
    let word = try needed(name)
    guard holds(word) else { throw .refusal(AdministrativeRefusal(reason, word)) }
    return word
  }
}
