// SPDX-License-Identifier: Apache-2.0
import Events
import EventualConditions
import Foundation
import Glibc
import MessageBus
import RunningInstance
import Testing
import Threads

/// What a program was told has been stored or deleted, whenever the service is killed.
@Suite(.serialized, .enabled(if: DesktopSession.isPossible, "needs FUSE, dbus-daemon and secret-tool"))
struct SecretDurabilityScenarios {
  private static let name = "org.freedesktop.secrets"
  private static let root = "/org/freedesktop/secrets"
  private static let collection = root + "/collection/default"

  @Test func `Killed in any call it loses nothing that it acknowledged`() throws {
    try withSession { session in
      /// Secrets by the paths of their items.
      var kept: [String: String] = [:]
      var deleted: Set<String> = []
      var number = 0
      for _ in 0..<LongTests.rounds(8, of: 400) {
        let client = try Client(of: session)
        defer { client.bus.close() }
        let process = try #require(session.service)
        let moment = Duration.milliseconds(Int.random(in: 0...250))
        let killer = try SystemThread(named: "killer") {
          _ = try? Poll.readable([], within: moment)
          kill(process, SIGKILL)
        }
        defer { killer.join() }
        do {
          while true {
            number += 1
            let path = try client.store("secret \(number)")
            kept[path] = "secret \(number)"
            guard number % 3 == 0, let old = kept.keys.first else { continue }
            // Killed in this call, it may be there or not.
            kept[old] = nil
            try client.delete(old)
            deleted.insert(old)
          }
        } catch is BusError {}
      }
      let client = try Client(of: session)
      defer { client.bus.close() }
      #expect(try client.secrets(Array(kept.keys)) == kept)
      #expect(try client.secrets(Array(deleted)).isEmpty)
    }
  }

  private struct Client {
    let bus: BusConnection
    private let transfer: String

    init(of session: DesktopSession) throws {
      bus = try BusConnection(to: .address(session.address))
      let answer = try bus.call(
        BusCall(
          to: name, root, "org.freedesktop.Secret.Service", "OpenSession", .string("plain"), .variant(.string(""))),
        within: .seconds(30))
      transfer = try #require(answer.last?.text)
    }

    func store(_ secret: String) throws -> String {
      let sent = BusValue.structure([
        .objectPath(transfer), .bytes([]), .bytes(Array(secret.utf8)), .string("text/plain"),
      ])
      let properties = BusValue.options(["org.freedesktop.Secret.Item.Label": .string(secret)])
      let call = BusCall(
        to: name, collection, "org.freedesktop.Secret.Collection", "CreateItem", properties, sent, .boolean(false))
      return try #require(bus.call(call, within: .seconds(30)).first?.text)
    }

    func delete(_ path: String) throws {
      _ = try bus.call(BusCall(to: name, path, "org.freedesktop.Secret.Item", "Delete"), within: .seconds(30))
    }

    func secrets(_ paths: [String]) throws -> [String: String] {
      let asked = BusValue.array(of: "o", paths.map(BusValue.objectPath))
      let answer = try bus.call(
        BusCall(to: name, root, "org.freedesktop.Secret.Service", "GetSecrets", asked, .objectPath(transfer)),
        within: .seconds(30))
      guard case .dictionary(_, _, let entries)? = answer.first else { return [:] }
      return Dictionary(
        uniqueKeysWithValues: entries.compactMap { entry in
          guard let path = entry.key.text, let secret = entry.value.elements?[2].bytes else { return nil }
          return (path, String(decoding: secret, as: UTF8.self))
        })
    }
  }
}
