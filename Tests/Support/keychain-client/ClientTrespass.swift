// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import BrokerMessages
import KeychainBackup
import KeychainModel

/// What only `bailey` may ask, asked by another program.
struct ClientTrespass {
  private let client: BrokerClient

  init(_ client: BrokerClient) { self.client = client }

  func verify() -> String {
    do throws(BrokerClientError) {
      return "\(try client.verifyKeychain().items)"
    } catch {
      return error == .refused(.notPermitted) ? "not permitted" : "\(error)"
    }
  }

  func backup() -> String {
    guard let key = BackupKey(copying: [UInt8](repeating: 1, count: BackupKey.size).span) else { return "no key" }
    do throws(BrokerClientError) {
      return "\(try client.backup(.everything, after: nil, first: 0, key).records.count)"
    } catch {
      return error == .refused(.notPermitted) ? "not permitted" : "\(error)"
    }
  }

  /// Everything about the keychain of a name as a whole; each answer is a line.
  func keychainFiles(_ text: String) {
    guard let name = KeychainName(text) else { return }
    say { () throws(KeychainStatus) in _ = try client.keychainFiles() }
    let requests: [KeychainFileRequest] = [
      .create(name, .empty), .unlock(name, .empty), .lock(name), .lock(nil),
      .setPassword(name, from: .empty, to: .empty), .setSettings(name, KeychainSettings()),
      .setStandard(.named(name)), .setSearched([]), .delete(name),
    ]
    for request in requests { say { () throws(KeychainStatus) in try client.perform(request) } }
  }

  /// Adds an item to one keychain by its name, finds, changes and deletes it; each answer is a line.
  func items(_ account: String, of text: String) throws(KeychainStatus) {
    guard let name = KeychainName(text) else { throw .param }
    var query = ItemQuery(.genericPassword, [.account: .string(account)])
    query.options.kind = .named(name)
    var addition = ItemAddition(.genericPassword, [.account: .string(account)])
    addition.options.kind = .named(name)
    say { () throws(KeychainStatus) in _ = try client.add(addition) }
    say { () throws(KeychainStatus) in _ = try client.find(query) }
    say { () throws(KeychainStatus) in try client.update(query, with: ItemChanges([.label: "mine"])) }
    say { () throws(KeychainStatus) in try client.delete(query) }
  }

  private func say(_ body: () throws(KeychainStatus) -> Void) {
    do {
      try body()
      KeychainClient.say("done")
    } catch {
      KeychainClient.say(error.rawValue)
    }
  }
}
