// SPDX-License-Identifier: Apache-2.0
import LinuxSystem

/// What the processes that are connected take up at this moment.
final class CallerAccounts: Sendable {
  private struct Load {
    var connections = 0
    var bytes = 0
    let slots: CountingSemaphore
  }

  private struct State {
    var loads: [Int32: Load] = [:]
    var connections: [ObjectIdentifier: Connection] = [:]
    var bytes = 0
  }

  private let limits: BrokerLimits
  private let state = Locked(State())

  init(_ limits: BrokerLimits) { self.limits = limits }

  // MARK: - Connections

  /// Takes a connection in, for which one that is idle may have to go. The result lets in as many requests of the
  /// process as there may be at one time; nil: there is no room.
  func admit(_ connection: Connection) -> CountingSemaphore? {
    if isFull { evictOldest() }
    return state.withLock { state in
      let fresh = Load(slots: CountingSemaphore(limits.requestsOfProcess))
      var load = state.loads[connection.process] ?? fresh
      guard load.connections < limits.connectionsOfProcess, state.connections.count < limits.connections else {
        return nil
      }
      load.connections += 1
      state.loads[connection.process] = load
      state.connections[ObjectIdentifier(connection)] = connection
      return load.slots
    }
  }

  func leave(_ connection: Connection) {
    state.withLock { Self.remove(connection, &$0) }
  }

  private static func remove(_ connection: Connection, _ state: inout State) {
    guard state.connections.removeValue(forKey: ObjectIdentifier(connection)) != nil,
      var load = state.loads[connection.process]
    else { return }
    load.connections -= 1
    state.loads[connection.process] = load.connections == 0 ? nil : load
  }

  private var isFull: Bool { state.withLock { $0.connections.count >= limits.connections } }

  private func evictOldest() {
    let oldestFirst = connections.sorted { $0.lastUse < $1.lastUse }
    guard let gone = oldestFirst.first(where: { $0.end() == .ended }) else { return }
    leave(gone)
  }

  /// Everyone who is connected now.
  var connections: [Connection] { state.withLock { Array($0.connections.values) } }

  // MARK: - Large messages

  func claim(_ bytes: Int, for connection: Connection) -> Bool {
    state.withLock { state in
      guard let load = state.loads[connection.process], load.bytes + bytes <= limits.bytesOfProcess,
        state.bytes + bytes <= limits.bytes
      else { return false }
      state.loads[connection.process]?.bytes += bytes
      state.bytes += bytes
      return true
    }
  }

  func giveBack(_ bytes: Int, of connection: Connection) {
    state.withLock { state in
      state.loads[connection.process]?.bytes -= bytes
      state.bytes -= bytes
    }
  }
}
