// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import Glibc
import KeychainModel
import LinuxSystem

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
    case ("groups", 0):
      guard let access = try? client.access() else { throw .notAvailable }
      for group in access.groups { say(group) }
    case ("fill", 2): try fill(words[0], words[1], client)
    case ("flood", 1): try flood(words[0], client)
    case ("hide", 1):
      try? ProcessHardening.refuseCoreDumps()
      say(try find(words[0], client))
    default: throw .param
    }
  }

  /// At once, so that what was said before an end is there.
  private static func say(_ text: some CustomStringConvertible) {
    let output = FileDescriptor(owning: 1)
    try? output.write(Array("\(text)\n".utf8).span)
    _ = output.release()
  }

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
