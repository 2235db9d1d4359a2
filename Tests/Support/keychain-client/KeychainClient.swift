// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import Glibc
import KeychainModel
import OwnProcess
import SystemCalls
import Threads

/// A program of the user's that keeps passwords, as tests of the keychain need one: it does what its words say, prints
/// what it finds and ends with the status, as `security` does.
@main enum KeychainClient {
  static func main() {
    var words = CommandLine.arguments.dropFirst()
    let command = words.popFirst() ?? ""
    do throws(KeychainStatus) {
      try run(command, Array(words))
    } catch {
      say(error.rawValue)
      exit(error.rawValue & 0xFF)
    }
  }

  private static func run(_ command: String, _ words: [String]) throws(KeychainStatus) {
    let client = BrokerClient.standard()
    switch (command, words.count) {
    case ("add", 2): try add(words[0], words[1], client)
    case ("find", 1): say(try find(words[0], client))
    case ("delete", 1): try client.delete(query(words[0]))
    case ("add-in", 3):
      _ = try client.add(
        ItemAddition(.genericPassword, [.account: .string(words[0]), .accessGroup: .string(words[2])]))
    case ("vendor", 0):
      let vendor = (try? client.vendorIdentifier()) ?? nil
      say(vendor.map { $0.map { String($0) }.joined(separator: ".") } ?? "none")
    case ("groups", 0):
      guard let access = try? client.access() else { throw .notAvailable }
      for group in access.groups { say(group) }
    case ("verify", 0): say(ClientTrespass(client).verify())
    case ("backup", 0): say(ClientTrespass(client).backup())
    case ("keychain-files", 1): ClientTrespass(client).keychainFiles(words[0])
    case ("add-to-file", 1):
      var addition = ItemAddition(.genericPassword, [.account: .string(words[0])])
      addition.options.kind = .file
      _ = try client.add(addition)
    case ("in-keychain", 2): try ClientTrespass(client).items(words[0], of: words[1])
    case ("work", 2): ClientLoad(client).work(words[0], until: words[1])
    case ("audit", 0): try ClientLoad(client).audit()
    case ("contest", 3):
      guard let number = Int(words[0]), let rounds = Int(words[1]) else { throw .param }
      ClientContest(client, number: number, rounds: rounds).run(whenThereIs: words[2])
    case ("add-counters", 0): _ = try client.add(ItemAddition(.genericPassword, [.service: "counters"]))
    case ("counters", 0): try ClientContest.counters(client)
    case ("count", 1): say(try client.find(all(words[0])).count)
    case ("reference", 1): say(try reference(words[0], client))
    case ("find-reference", 1): say(try client.find(try query(reference: words[0])).count)
    case ("delete-reference", 1): try client.delete(try query(reference: words[0]))
    case ("update-reference", 1):
      try client.update(try query(reference: words[0]), with: ItemChanges([.label: "mine now"]))
    case ("add-large", 2): try addLarge(words[0], words[1], client)
    case ("remember", 2):
      try remember(words[0], words[1], client)
    case ("fill", 2): try fill(words[0], words[1], client)
    case ("flood", 1): try flood(words[0], client)
    case ("hide", 1):
      try? ProcessHardening.refuseCoreDumps()
      say(try find(words[0], client))
    default: throw .param
    }
  }

  private static func all(_ service: String) -> ItemQuery {
    ItemQuery(.genericPassword, [.service: .string(service)], options: RequestOptions(limit: .all))
  }

  // MARK: - References

  private static func reference(_ account: String, _ client: BrokerClient) throws(KeychainStatus) -> String {
    var query = query(account)
    query.options.returns = .persistentReference
    guard let reference = try client.find(query).first?.persistentReference else { throw .internalError }
    return reference.bytes.map(format).joined()
  }

  private static func format(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  private static func query(reference text: String) throws(KeychainStatus) -> ItemQuery {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = UInt8(rest.prefix(2), radix: 16) {
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return ItemQuery(nil, persistentReference: try PersistentReference(bytes.span), options: RequestOptions())
  }

  // MARK: - Large and many

  private static func addLarge(
    _ account: String, _ size: String, _ client: BrokerClient
  ) throws(KeychainStatus) {
    let bytes = [UInt8](repeating: 0x61, count: Int(size) ?? 0)
    let data = SecretData(copying: bytes.span)
    _ = try client.add(ItemAddition(.genericPassword, [.account: .string(account)], data: data))
    var query = query(account)
    query.options.returns = .data
    say(try client.find(query).first?.data?.count ?? -1)
  }

  /// Adds, finds, changes and finds again, and then stays, with its connection.
  private static func remember(
    _ account: String, _ secret: String, _ client: BrokerClient
  ) throws(KeychainStatus) {
    try add(account, secret, client)
    say(try find(account, client))
    let data = SecretData(copying: Array((secret + " changed").utf8).span)
    try client.update(query(account), with: ItemChanges(data: data))
    say(try find(account, client))
    say("remembered")
    sleep(1000)
  }

  /// At once, so that what was said before an end is there.
  static func say(_ text: some CustomStringConvertible) {
    let output = FileDescriptor(owning: 1)
    try? output.write(Array("\(text)\n".utf8).span)
    _ = output.release()
  }

  static func isThere(_ path: String) -> Bool { (try? FileDescriptor.open(path, O_RDONLY)) != nil }

  private static func query(_ account: String) -> ItemQuery {
    ItemQuery(.genericPassword, [.account: .string(account)], options: RequestOptions())
  }

  private static func add(_ account: String, _ secret: String, _ client: BrokerClient) throws(KeychainStatus) {
    let bytes = Array(secret.utf8)
    let data = SecretData(copying: bytes.span)
    _ = try client.add(ItemAddition(.genericPassword, [.account: .string(account)], data: data))
  }

  private static func find(_ account: String, _ client: BrokerClient) throws(KeychainStatus) -> String {
    var query = query(account)
    query.options.returns = .data
    let found = try client.find(query)
    guard let data = found.first?.data else { return "" }
    return data.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
  }

  /// Adds one item after the other until it is told to stop, and says of each that it is there. What was lost in the
  /// middle may be there or not.
  private static func fill(_ prefix: String, _ secret: String, _ client: BrokerClient) throws(KeychainStatus) {
    var number = 0
    while number < 1_000_000 {
      do throws(KeychainStatus) {
        try add("\(prefix)\(number)", secret, client)
        say("\(prefix)\(number)")
      } catch {
        guard error == .notAvailable || error == .interactionNotAllowed || error == .duplicateItem else { throw error }
        usleep(2000)
      }
      number += 1
    }
  }

  /// As many requests as there can be, from many threads.
  private static func flood(_ count: String, _ client: BrokerClient) throws(KeychainStatus) {
    let each = (Int(count) ?? 0) / 16
    let threads = (0..<16).compactMap { _ in
      try? SystemThread(named: "flood") {
        for _ in 0..<each { _ = try? client.find(query("nobody")) }
      }
    }
    for thread in threads { thread.join() }
  }
}
