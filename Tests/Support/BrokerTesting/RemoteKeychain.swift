// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import BrokerMessages
package import KeychainModel

/// A keychain behind a socket of its own: what is asked of it goes to `baileyd`'s kind of server and back.
package final class RemoteKeychain: KeychainService {
  private let broker: ScriptedBroker
  private let client: BrokerClient

  package init(_ keychain: any KeychainService) throws {
    broker = try ScriptedBroker { request, _ in
      do throws(KeychainStatus) {
        return try Self.answer(request, keychain)
      } catch {
        return .refused(.keychain(error))
      }
    }
    client = broker.client()
  }

  deinit { broker.stop() }

  private static func answer(
    _ request: BrokerRequest, _ keychain: any KeychainService
  ) throws(KeychainStatus) -> BrokerReply {
    switch request {
    case .keychain(.add(let addition)): return .keychain(.added(try keychain.add(addition)))
    case .keychain(.find(let query)): return .keychain(.items(try keychain.find(query), .last))
    case .keychain(.update(let query, let changes)): try keychain.update(query, with: changes)
    case .keychain(.delete(let query)): try keychain.delete(query)
    default: return .refused(.notPermitted)
    }
    return .done
  }

  package func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? { try client.add(addition) }
  package func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] { try client.find(query) }
  package func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus) {
    try client.update(query, with: changes)
  }
  package func delete(_ query: ItemQuery) throws(KeychainStatus) { try client.delete(query) }
}
