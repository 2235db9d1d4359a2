// SPDX-License-Identifier: Apache-2.0
import Threads

/// The accounts of what connected programs take up at this moment.
final class CallerAccounts: Sendable {
  private struct Load {
    var connections = 0
    var bytes = 0
    let slots: CountingSemaphore
  }

  private struct State {
    var loads: [CallerAccount: Load] = [:]
    var connections: [ObjectIdentifier: Connection] = [:]
    var bytes = 0
  }

  private let limits: BrokerLimits
  private let state = Locked(State())

  init(_ limits: BrokerLimits) { self.limits = limits }

  // MARK: - Connections

  /// Takes a connection in, and ends an idle one where there are too many. The result admits as many requests of its
  /// account at one time as it may have; nil where there is no room.
  func admit(_ connection: Connection) -> CountingSemaphore? {
    makeRoomForSilent()
    return state.withLock { state in
      let fresh = Load(slots: CountingSemaphore(limits.requestsOfProcess))
      var load = state.loads[connection.account] ?? fresh
      guard load.connections < limits.connectionsOfProcess,
        state.connections.values.count(where: { !$0.isEstablished }) < limits.silentConnections
      else { return nil }
      load.connections += 1
      state.loads[connection.account] = load
      state.connections[ObjectIdentifier(connection)] = connection
      return load.slots
    }
  }

  func leave(_ connection: Connection) {
    state.withLock { Self.remove(connection, &$0) }
  }

  private static func remove(_ connection: Connection, _ state: inout State) {
    guard state.connections.removeValue(forKey: ObjectIdentifier(connection)) != nil,
      var load = state.loads[connection.account]
    else { return }
    load.connections -= 1
    state.loads[connection.account] = load.connections == 0 ? nil : load
  }

  /// A connection's handshake is over, for which another one that is idle may have to go. False: there is no room.
  func establish(_ connection: Connection) -> Bool {
    let others = connections.filter { $0.isEstablished }
    if others.count >= limits.connections, !endOldest(of: others) { return false }
    connection.establish()
    return true
  }

  private func makeRoomForSilent() {
    let silent = connections.filter { !$0.isEstablished }
    guard silent.count >= limits.silentConnections else { return }
    let ofAccount = Dictionary(grouping: silent, by: \.account)
    guard let most = ofAccount.values.max(by: { $0.count < $1.count }) else { return }
    _ = endOldest(of: most)
  }

  private func endOldest(of connections: [Connection]) -> Bool {
    let oldestFirst = connections.sorted { $0.lastUse < $1.lastUse }
    guard let gone = oldestFirst.first(where: { $0.end() == .ended }) else { return false }
    leave(gone)
    return true
  }

  /// The connections that are open now.
  var connections: [Connection] { state.withLock { Array($0.connections.values) } }

  // MARK: - Large messages

  func claim(_ bytes: Int, for connection: Connection) -> Bool {
    state.withLock { state in
      guard let load = state.loads[connection.account], load.bytes + bytes <= limits.bytesOfProcess,
        state.bytes + bytes <= limits.bytes
      else { return false }
      state.loads[connection.account]?.bytes += bytes
      state.bytes += bytes
      return true
    }
  }

  func giveBack(_ bytes: Int, of connection: Connection) {
    state.withLock { state in
      state.loads[connection.account]?.bytes -= bytes
      state.bytes -= bytes
    }
  }
}
