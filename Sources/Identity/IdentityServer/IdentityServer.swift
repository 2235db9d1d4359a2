// SPDX-License-Identifier: Apache-2.0
import Clocks
import Events
import IdentityDatabase
import IdentityModel
package import IdentityService
import NotificationSending
import PasskeyDatabase
import StreamSockets
import WebAuthn
package import SystemCalls
import Threads
import WebServer

/// A provider that serves: HTTP on 127.0.0.1, and its administration in its folder.
package final class IdentityServer: Sendable {
  private let server: WebServer
  /// Address and port that it listens at.
  package let name: String

  package enum Failure: Error, Equatable, Sendable {
    case home(IdentityHome.Failure)
    /// Most likely another program has the port.
    case port(UInt16, SystemError)
    case noThreads
    case administration(SystemError)
  }

  /// Workers: a password takes a quarter of a second of one.
  private static let workers: UInt32 = 8
  /// All that use the database: beside the workers those that send notifications, administration and tidying.
  static let threads = Int(workers) + NotificationSender.workers + 2

  /// Serves the provider of a folder.
  package convenience init(_ home: IdentityHome) throws(Failure) {
    let (file, database): (SettingsFile, IdentityDatabase)
    let passkeys: PasskeyDatabase
    let (keys, seal, codes): (SigningKeyRing, FormSeal, CodeSecrets)
    let issuer: AttestationIssuer
    do throws(IdentityHome.Failure) {
      file = try home.settings()
      database = try home.openDatabase(file)
      passkeys = try IdentityHome.passkeys(in: database)
      (keys, seal, codes) = try home.keyRing(database)
      issuer = try home.issuer(database)
    } catch { throw .home(error) }
    let service = IdentityService(file.settings, database, passkeys, keys, seal, codes, issuer: issuer)
    try self.init(port: file.port) { _ in service }
    do throws(SystemError) {
      let folder = try home.openFolder()
      try AdministrationSocket.serve(
        Administration(database, file.settings.reach, facts: file.facts(isServing: true), folder: home.path),
        in: folder)
    } catch { throw .administration(error) }
    try Self.send(file.settings, database, keys, file.settings.notificationRetry == .growing ? .growing : nil)
    Self.tidy(database, passkeys)
  }

  /// Serves what is made for the address and port that it listens at; port 0 is one that is free.
  package init(port: UInt16, _ make: (String) -> IdentityService) throws(Failure) {
    var limits = WebLimits()
    limits.connections = 512
    limits.idleSeconds = 30
    limits.threads = .pool(Self.workers)
    // Sites and the proxy in front run as other users.
    limits.peers = .everyone
    let listener: LoopbackListener
    do { listener = try LoopbackListener(port: port) } catch { throw .port(port, error) }
    name = listener.name
    let service = make(listener.name)
    do {
      server = try WebServer(listener, limits: limits) { service.answer($0) }
    } catch { throw .noThreads }
  }

  /// Begins to deliver what is in the outbox.
  static func send(
    _ settings: IdentitySettings, _ store: any IdentityStore, _ keys: SigningKeyRing, _ schedule: RetrySchedule?
  ) throws(Failure) {
    let client = EndpointClient(settings.reach, authorities: settings.endpointAuthorities)
    let sender = NotificationSender(issuer: settings.issuer, store, keys, schedule) { client.post($0, to: $1) }
    do { try sender.start() } catch { throw .noThreads }
  }

  package func stop() { server.stop() }

  private static func tidy(_ store: any IdentityStore, _ passkeys: any PasskeyStore) {
    // Without the thread nothing is wrong but the database's size, and the next start tries again.
    try? SystemThread.start(named: "tidy") {
      while true {
        try? store.removeExpired(at: WallClock.milliseconds)
        try? passkeys.forgetChallenges(at: Int(WallClock.milliseconds))
        _ = try? Poll.readable([], within: .seconds(3600))
      }
    }
  }
}
