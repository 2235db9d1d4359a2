// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import Glibc
import KeychainModel
import SystemCalls

/// A program that adds, changes and deletes items of its own for as long as it may, and says of each call what became
/// of it; and one that looks at what is left.
struct ClientLoad {
  private let client: BrokerClient
  private static let service = AttributeValue.string("load")
  /// An item is changed when it is so many behind the newest, and deleted when twice as many.
  private static let lag = 20

  init(_ client: BrokerClient) { self.client = client }

  // MARK: - Working

  /// Until there is a file at the path. Each line is a number, a call (add, update, delete) and its status.
  func work(_ prefix: String, until stop: String) {
    var number = 0
    while !KeychainClient.isThere(stop) {
      say(number, "add") { () throws(KeychainStatus) in
        _ = try client.add(
          ItemAddition(.genericPassword, Self.names(prefix, number), data: Self.data(prefix, number, 1)))
      }
      if number >= Self.lag { update(prefix, number - Self.lag) }
      if number >= 2 * Self.lag { delete(prefix, number - 2 * Self.lag) }
      number += 1
      usleep(1000)
    }
  }

  private func update(_ prefix: String, _ number: Int) {
    say(number, "update") { () throws(KeychainStatus) in
      try client.update(
        ItemQuery(.genericPassword, Self.names(prefix, number)), with: ItemChanges(data: Self.data(prefix, number, 2)))
    }
  }

  private func delete(_ prefix: String, _ number: Int) {
    say(number, "delete") { () throws(KeychainStatus) in
      try client.delete(ItemQuery(.genericPassword, Self.names(prefix, number)))
    }
  }

  private func say(_ number: Int, _ call: String, _ body: () throws(KeychainStatus) -> Void) {
    var status: Int32 = 0
    do { try body() } catch { status = error.rawValue }
    KeychainClient.say("\(number) \(call) \(status)")
    // Nobody answers, or the keys are away: no use in hurrying.
    if status != 0 && status != KeychainStatus.itemNotFound.rawValue { usleep(5000) }
  }

  // MARK: - Looking

  /// A line for each item: its account and which of the two contents it has, or "broken".
  func audit() throws(KeychainStatus) {
    let options = RequestOptions(returns: [.attributes, .data], limit: .all)
    let found: [ItemResult]
    do {
      found = try client.find(ItemQuery(.genericPassword, [.service: Self.service], options: options))
    } catch {
      guard error == .itemNotFound else { throw error }
      found = []
    }
    for item in found {
      let words = (item.attributes?[.account]?.string ?? "").split(separator: "-").map(String.init)
      guard words.count == 2, let number = Int(words[1]) else { return KeychainClient.say("? broken") }
      let version = [1, 2].first { Self.same(item.data, Self.data(words[0], number, $0)) }
      KeychainClient.say("\(words[0])-\(number) \(version.map(String.init) ?? "broken")")
    }
  }

  private static func same(_ found: SecretData?, _ expected: SecretData) -> Bool {
    guard let found, found.count == expected.count else { return false }
    return found.withBytes { first in
      expected.withBytes { second in first.indices.allSatisfy { first[$0] == second[$0] } }
    }
  }

  private static func names(_ prefix: String, _ number: Int) -> ItemAttributes {
    [.account: .string("\(prefix)-\(number)"), .service: service]
  }

  /// Some of it on one page, some on several.
  private static func data(_ prefix: String, _ number: Int, _ version: Int) -> SecretData {
    let text = "\(prefix) \(number) \(version);"
    let bytes = Array(String(repeating: text, count: number % 7 == 0 ? 900 : 5).utf8)
    return SecretData(copying: bytes.span)
  }
}
