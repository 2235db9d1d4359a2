// SPDX-License-Identifier: Apache-2.0
import Glibc
import Threads

/// The connections of a server, of which those that only wait give way to new ones.
///
/// A request that comes byte by byte, and an answer that is read so, take up a thread for as long as their sender likes. The
/// library's own timeout begins anew with each byte. When there is no more room, the connection ends whose last whole request is
/// the longest ago. One that is being answered stays, and a stream of events does, which needs a session.
final class OpenConnections: Sendable {
  private struct State {
    /// The longest waiting first.
    var waiting: [(connection: OpaqueConnection, socket: Int32)] = []
    var busy: [OpaqueConnection: Int32] = [:]
    /// The number of connections; those that were told to end count until they have.
    var count = 0
  }

  private let state = Locked(State())
  /// The most connections before one has to go.
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Counts a connection. Returns by how many there are more than the limit, all of which were told to end.
  func begin(_ connection: OpaqueConnection, _ socket: Int32) -> Int {
    state.withLock { state in
      state.count += 1
      // Under the lock: no socket is closed, and its number given to another one, before `end`.
      if state.count > limit, !state.waiting.isEmpty { shutdown(state.waiting.removeFirst().socket, Int32(SHUT_RDWR)) }
      state.waiting.append((connection, socket))
      return max(0, state.count - limit)
    }
  }

  /// Answers a connection whose request is whole.
  func answer(_ connection: OpaqueConnection) {
    state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0.connection == connection }) else { return }
      state.busy[connection] = state.waiting.remove(at: index).socket
    }
  }

  /// Restarts the timeout of a connection, for its answer to be read and for another request. Nothing changes for one
  /// whose request never became whole.
  func wait(_ connection: OpaqueConnection) {
    state.withLock { state in
      guard let socket = state.busy.removeValue(forKey: connection) else { return }
      state.waiting.append((connection, socket))
    }
  }

  func end(_ connection: OpaqueConnection) {
    state.withLock { state in
      state.count -= 1
      state.busy[connection] = nil
      state.waiting.removeAll { $0.connection == connection }
    }
  }
}

/// The library's identifier of a connection.
struct OpaqueConnection: Hashable, Sendable {
  private let address: UInt

  init(_ connection: OpaquePointer) { address = UInt(bitPattern: connection) }
}
