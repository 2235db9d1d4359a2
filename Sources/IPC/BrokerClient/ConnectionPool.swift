// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import OwnProcess
import Synchronization
import Threads

/// Connections nobody uses at this moment; a call takes one, or makes one.
final class ConnectionPool: Sendable {
  private struct State {
    var idle: [BrokerConnection] = []
    /// The ticket of the latest connection.
    var ticket: [UInt8] = []
  }

  /// The maximum number of idle connections; more are closed again once they are not used.
  private static let maximumIdle = 8
  /// The maximum number of tries: every idle connection may turn out to be gone.
  private static let maximumTries = maximumIdle + 3

  /// The most calls at one time; more wait. `baileyd` refuses a process that wants many more.
  private static let maximumCalls = 32

  private let path: String
  private let timeouts: BrokerTimeouts
  private let slots = CountingSemaphore(ConnectionPool.maximumCalls)
  private let state = Locked(State())
  private let calls = Atomic(0)

  init(_ path: String, _ timeouts: BrokerTimeouts) { (self.path, self.timeouts) = (path, timeouts) }

  /// Repeats what cannot have been done: on a connection that was ended before the request was taken, and, for requests
  /// that change nothing, whenever a connection that was used before turns out to be gone.
  func exchange(_ request: BrokerRequest) throws(BrokerClientError) -> BrokerReply {
    let others = calls.wrappingAdd(1, ordering: .relaxed).oldValue
    defer { calls.wrappingSubtract(1, ordering: .relaxed) }
    let waiting = request.waitStrategy(alone: others == 0)
    return try slots.enter { () throws(BrokerClientError) in try exchangeNow(request, waiting) }
  }

  private func exchangeNow(
    _ request: BrokerRequest, _ waiting: WaitStrategy
  ) throws(BrokerClientError) -> BrokerReply {
    for _ in 0..<Self.maximumTries {
      let kept = takeIdle()
      let connection: BrokerConnection
      if let kept { connection = kept } else { connection = try connect() }
      switch try connection.exchange(request, waiting) {
      case .answered(let reply):
        keep(connection)
        if case .refused(let refusal) = reply { throw .refused(refusal) }
        return reply
      case .notTaken: continue
      case .lost:
        guard kept != nil, request.row.repetition == .again else { throw .closed }
      }
    }
    throw .closed
  }

  /// Makes a connection that the next call takes.
  func prepare() throws(BrokerClientError) { keep(try connect()) }

  private func connect() throws(BrokerClientError) -> BrokerConnection {
    let connection = try BrokerConnection(connectingTo: path, ticket: state.withLock { $0.ticket }, timeouts)
    state.withLock { $0.ticket = connection.ticket }
    return connection
  }

  /// A connection belongs to the process that made it: after a fork the child makes its own.
  private func takeIdle() -> BrokerConnection? {
    state.withLock { state in
      while let connection = state.idle.popLast() {
        if connection.process == Environment.processNumber { return connection }
      }
      return nil
    }
  }

  private func keep(_ connection: BrokerConnection) {
    state.withLock { state in
      if state.idle.count < Self.maximumIdle { state.idle.append(connection) }
    }
  }
}

extension BrokerRequest {
  fileprivate func waitStrategy(alone: Bool) -> WaitStrategy {
    switch row.repetition {
    case .again: .forAnswer(alone: alone)
    case .onceStored: .forAnswer(alone: alone, .watchesDisk)
    case .once: .waits
    }
  }
}
