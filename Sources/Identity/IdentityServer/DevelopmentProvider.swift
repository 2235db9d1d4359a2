// SPDX-License-Identifier: Apache-2.0
import Clocks
import CryptoPrimitives
import Files
import Glibc
import IdentityDatabase
import IdentityModel
package import IdentityService
import NotificationSending
package import JSONCoding
import PasskeyDatabase
import SecretMemory
import SignInRules
import SystemCalls

/// A provider for tests of other programs: with fixed keys, people, clients and subjects, and nothing kept from one start to the next.
package struct DevelopmentProvider {
  /// The port of the provider; 0 is one that is free.
  package var port: UInt16 = 0
  /// The issuer's address; nil: the provider's own.
  package var issuer: String?
  /// The name in its address; nil: the number that it listens at.
  package var host: String?
  /// The addresses of the site beside those that are there anyway.
  package var redirects: [String] = []
  package var claimForm = IdentitySettings.ClaimForm.strings
  /// The address where the app takes notifications; also `http` on this machine.
  package var endpoint: String?
  package var endpointAuthorities: String?

  package init() {}

  package typealias Started = (server: IdentityServer, facts: JSONValue)

  /// Removes its folder in `/tmp`. What is left behind where that fails is nobody's secret.
  package static func remove(_ path: String) {
    guard let folder = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY) else { return }
    for file in [
      keyFile, "identity.db", "identity.db-wal", "identity.db-shm", "identity.db-owner", AdministrationSocket.name,
    ] {
      try? folder.unlink(file)
    }
    try? FileDescriptor.open("/tmp", O_RDONLY | O_DIRECTORY).removeDirectory(String(path.dropFirst(5)))
  }

  static let team = "DEVTEAM001"
  static let app = "test.example.app"
  static let site = "test.example.web"
  static let password = "correct horse battery"
  static let people = [
    (mail: "anna@example.test", given: "Anna", family: "Ferrari"),
    (mail: "ben@example.test", given: "Ben", family: "Miller"),
    (mail: "chen@example.test", given: "小明", family: "陈"),
  ]
  private static let standardRedirects = ["https://site.example.test/callback", "http://localhost:8000/callback"]

  /// Starts it in a folder, which gets its database and `AuthKey_DEVKEY0001.p8`; gives what a test needs to know.
  package func start(in folder: String) throws(IdentityServer.Failure) -> Started {
    let store = try filledStore(in: folder)
    let passkeys: PasskeyDatabase
    do { passkeys = try IdentityHome.passkeys(in: store) } catch { throw .home(error) }
    let issuer = try Self.issuer(store)
    guard let key = DevelopmentKeys.signing else { preconditionFailure("the key for development is none") }
    let server = try IdentityServer(port: port) { name in
      IdentityService(
        settings(name), store, passkeys, SigningKeyRing(known: key), FormSeal(SystemRandom.secret(32)),
        CodeSecrets(SystemRandom.secret(32)), issuer: issuer)
    }
    try IdentityServer.send(settings(server.name), store, SigningKeyRing(known: key), Self.schedule)
    do throws(SystemError) {
      try AdministrationSocket.serve(
        Administration(store, .development, facts: []), in: try IdentityHome(folder).openFolder())
    } catch { throw .administration(error) }
    return (server, facts(server, folder))
  }

  /// The issuer of a provider to develop with, whose root is another one at each start.
  private static func issuer(_ store: any IdentityStore) throws(IdentityServer.Failure) -> AttestationIssuer {
    do throws(SigningKeyRing.Failure) {
      return try AttestationIssuer(in: store, sealedBy: SystemRandom.secret(32), at: WallClock.milliseconds)
    } catch { throw .home(.keys(error)) }
  }

  /// Browsers reach it under this one alone.
  private func address(_ name: String) -> String {
    let port = name.split(separator: ":").last ?? ""
    return "http://" + (host.map { "\($0):\(port)" } ?? name)
  }

  private func settings(_ name: String) -> IdentitySettings {
    let address = address(name)
    var settings = IdentitySettings(issuer: issuer ?? address, address: address, name: "Example ID")
    settings.claimForm = claimForm
    settings.refreshLimit = .none
    settings.passwordCost = Self.cost
    settings.reach = .development
    settings.endpointAuthorities = endpointAuthorities
    return settings
  }

  /// Tests do not wait long.
  private static let schedule = RetrySchedule(first: 100, longest: 1000)

  private func filledStore(in folder: String) throws(IdentityServer.Failure) -> IdentityDatabase {
    do throws(IdentityHome.Failure) {
      let home = IdentityHome(folder)
      // People whose passwords everybody knows are added to no database that is there.
      guard !home.holdsProvider else { throw IdentityHome.Failure.thereAlready }
      do throws(SystemError) { try Self.writeKey(in: try home.openFolder()) } catch {
        throw IdentityHome.Failure.system(error)
      }
      let database = try home.openFile()
      do throws(IdentityStoreError) { try fill(database) } catch {
        throw IdentityHome.Failure.refused(AdministrativeRefusal(error))
      }
      return database
    } catch { throw .home(error) }
  }

  private static let keyFile = "AuthKey_\(DevelopmentKeys.clientID).p8"

  private static func writeKey(in folder: borrowing FileDescriptor) throws(SystemError) {
    guard let key = DevelopmentKeys.client, let text = try? KeyFile.text(of: key) else {
      preconditionFailure("the key for development is none")
    }
    let file = try folder.open(keyFile, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
    try text.withBytes { (text) throws(SystemError) in try file.write(text) }
  }

  /// Everybody knows the passwords, so that they need not be costly to try.
  private static var cost: Argon2id.Parameters { .smallest }

  private func fill(_ store: any IdentityStore) throws(IdentityStoreError) {
    try store.add(Team(id: Self.team, name: "Example Team"))
    try store.add(
      SignInClient(
        id: Self.app, kind: .app, primaryApp: Self.app, team: Self.team, name: "Example App", stage: .development))
    try store.add(
      SignInClient(
        id: Self.site, kind: .service, primaryApp: Self.app, team: Self.team, name: "Example Shop",
        stage: .development))
    if let key = DevelopmentKeys.client {
      try store.add(AppKey(id: DevelopmentKeys.clientID, primaryApp: Self.app, publicKey: key.publicKey))
    }
    for address in Set(Self.standardRedirects + redirects) {
      try store.addRedirect(address, of: Self.site)
      try store.addRedirect(address, of: Self.app)
    }
    if let endpoint { try store.setEndpoint(endpoint, of: Self.app) }
    let password = SecretBytes(copying: Array(Self.password.utf8).span)
    for (number, person) in zip(1..., Self.people) {
      guard let record = try? AccountPassword(of: password, Self.cost) else { throw .unavailable }
      let id = try store.add(
        Account(mail: person.mail, givenName: person.given, familyName: person.family, password: record))
      let subject = "00000\(number)." + String(repeating: "0", count: 31) + "\(number).000\(number)"
      _ = try store.subject(of: id, inTeam: Self.team, proposing: subject)
    }
  }

  private func facts(_ server: IdentityServer, _ folder: String) -> JSONValue {
    .members([
      "address": .string(address(server.name)), "issuer": .string(issuer ?? address(server.name)),
      "team": .string(Self.team), "app": .string(Self.app), "service": .string(Self.site),
      "keyID": .string(DevelopmentKeys.clientID), "keyFile": .string("\(folder)/\(Self.keyFile)"),
      "home": .string(folder), "password": .string(Self.password), "people": .strings(Self.people.map(\.mail)),
    ])
  }
}
