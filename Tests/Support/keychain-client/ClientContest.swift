// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import Glibc
import KeychainModel
import SystemCalls

/// One of many processes that all want the same items at the same time.
struct ClientContest {
  private let client: BrokerClient
  private let number: Int
  private let rounds: Int

  /// Attributes that are no part of the primary key: each process has one to itself.
  static let counters: [ItemAttribute] = [
    .label, .description, .comment, .creator, .type, .scriptCode, .alias, .isInvisible, .isNegative, .hasCustomIcon,
    .protectedData, .generic,
  ]

  init(_ client: BrokerClient, number: Int, rounds: Int) {
    self.client = client
    self.number = number
    self.rounds = rounds
  }

  /// Begins when there is a file at the path. Each line is a contest, its round and the status.
  func run(whenThereIs start: String) {
    _ = try? client.access()
    KeychainClient.say("ready")
    while !KeychainClient.isThere(start) { usleep(500) }
    for round in 0..<rounds {
      say("add", round) { () throws(KeychainStatus) in _ = try client.add(ItemAddition(.genericPassword, key(round))) }
    }
    count()
    for round in 0..<rounds { move(round) }
    for round in 0..<rounds {
      say("delete", round) { () throws(KeychainStatus) in try client.delete(ItemQuery(.genericPassword, key(round))) }
    }
    KeychainClient.say("done 0 0")
  }

  /// Every process counts in its own attribute of the same item, which is there before.
  private func count() {
    guard number < Self.counters.count else { return }
    for round in 1...rounds {
      let changes = ItemChanges([Self.counters[number]: .number(Int64(round))])
      say("count", round) { () throws(KeychainStatus) in
        try client.update(ItemQuery(.genericPassword, [.service: "counters"]), with: changes)
      }
    }
  }

  /// Every process wants the same name for an item of its own.
  private func move(_ round: Int) {
    let own: ItemAttributes = [.service: "own", .account: .string("\(number)-\(round)")]
    say("own", round) { () throws(KeychainStatus) in _ = try client.add(ItemAddition(.genericPassword, own)) }
    say("move", round) { () throws(KeychainStatus) in
      try client.update(
        ItemQuery(.genericPassword, own), with: ItemChanges([.service: "prize", .account: .string("\(round)")]))
    }
  }

  private func key(_ round: Int) -> ItemAttributes { [.service: "contest", .account: .string("\(round)")] }

  private func say(_ contest: String, _ round: Int, _ body: () throws(KeychainStatus) -> Void) {
    var status: Int32 = 0
    do { try body() } catch { status = error.rawValue }
    KeychainClient.say("\(contest) \(round) \(status)")
  }

  /// What the counters say.
  static func counters(_ client: BrokerClient) throws(KeychainStatus) {
    let query = ItemQuery(
      .genericPassword, [.service: "counters"], options: RequestOptions(returns: .attributes, limit: .one))
    guard let item = try client.find(query).first else { return }
    KeychainClient.say(counters.map { "\(item.attributes?[$0]?.number ?? -1)" }.joined(separator: " "))
  }
}
