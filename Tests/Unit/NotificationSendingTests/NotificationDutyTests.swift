// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CryptoPrimitives
import Foundation
import IdentityDatabase
import IdentityModel
import IdentityService
import JOSECoding
import JSONCoding
import RepositoryFolder
import SignInSite
import SignInWithApple
import TemporaryFolder
import Testing
import Threads

@testable import NotificationSending

/// Gives the provider's published keys, and nothing else.
private struct PublishedKeys: SiteNetwork {
  let keys: JSONWebKeySet

  func send(_ request: SiteRequest) throws(SiteNetworkError) -> SiteAnswer {
    SiteAnswer(status: 200, body: Array(keys.json.text.utf8), correlation: nil)
  }
}

/// The table of duties in Notifications.md: each row is sent by the provider and read by the site's library.
@Suite struct NotificationDutyTests {
  private static let app = "com.example.app"
  private static let now: Int64 = 1_764_000_000_000
  private static let signing = Result { try RSAPrivateKey(bits: 2048) }

  /// Of the document: a kind of event, and what is owed in each of the three cases.
  private static let rows: [[String]] = {
    let path = RepositoryFolder.url.appending(path: "Documentation/Notifications.md")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n").drop { !$0.hasPrefix("| event |") }.dropFirst(2).prefix {
      $0.hasPrefix("|")
    }
    return lines.map { line in
      line.split(separator: "|").map { cell in
        let words = cell.components(separatedBy: "`")
        return words.enumerated().filter { $0.offset % 2 == 1 }.map(\.element).joined(separator: " ")
      }
    }
  }()

  private static let holdings: [SiteHoldings] = [[.tokens], [.mail], [.mail, .tokens, .ownAccounts]]

  @Test func `Each event of the table is sent, read, and owed what the table says, in each of the three cases`() throws
  {
    #expect(
      Self.rows.map { $0[0] } == [
        "consent-revoked", "account-deleted", "account-delete", "email-disabled", "email-enabled",
      ])
    for row in Self.rows {
      let kind = try #require(NotificationEvent.Kind(rawValue: row[0]))
      let (site, body) = try (site(), body(of: kind))
      let event = try #require(try site.event(body), "\(row[0])")
      #expect(event.subject == "000001.a.0001")
      for (cell, holdings) in zip(row.dropFirst(), Self.holdings) {
        #expect(event.duties(of: holdings).map(\.rawValue).joined(separator: " ") == cell, "\(row[0])")
      }
      try site.eventIsHandled(event)
      // The same notification once more, as after an answer that was lost.
      #expect(try site.event(body) == nil)
    }
  }

  private func site() throws -> SignInWithApple {
    let settings = SiteSettings(
      client: "com.example.web", team: "TEAM000001", keyID: "KEY0000001", redirect: "https://shop.example.org/back",
      app: Self.app, provider: SignInProvider(address: "https://id.example.org"))
    let key = try #require(JWSSigningKey(id: settings.keyID, try ECPrivateKey(.p256)))
    return SignInWithApple(
      settings, key, MemorySiteStore(), PublishedKeys(keys: try Self.ring().published),
      clock: { Int(Self.now / 1000) + 1 }, steady: { 1000 })
  }

  private static func ring() throws -> SigningKeyRing {
    SigningKeyRing(known: try #require(JWSSigningKey(id: "SIGNING001", try signing.get())))
  }

  /// What the sender posts.
  private func body(of kind: NotificationEvent.Kind) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let store = try IdentityDatabase(folder.path + "/identity.db")
    try store.add(Team(id: "TEAM000001", name: "Team"))
    try store.add(
      SignInClient(
        id: Self.app, kind: .app, primaryApp: Self.app, team: "TEAM000001", name: "App", stage: .published))
    try store.setEndpoint("https://app.example.com/told", of: Self.app)
    let mail = kind == .emailEnabled || kind == .emailDisabled ? "a@relay.example" : nil
    let event = NotificationEvent(kind, of: "000001.a.0001", at: Self.now, mail: mail)
    try store.add(StoredNotification("n-\(kind.rawValue)", to: Self.app, of: event, issuedAt: Self.now))
    let sent = Locked<[UInt8]>([])
    let sender = NotificationSender(
      issuer: "https://id.example.org", store, try Self.ring(), nil, clock: { Self.now }
    ) { body, _ in
      sent.withLock { $0 = body }
      return .status(200)
    }
    #expect(try sender.sendNext() == .sent)
    return sent.withLock { $0 }
  }
}
