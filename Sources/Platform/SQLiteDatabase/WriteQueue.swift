// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Threads

/// Runs writers one after the other. Writers that come at the same time share a transaction, and wait for the disk once:
/// a writer that finds others waiting leaves the commit to them, and all return when it is done.
final class WriteQueue: Sendable {
  private struct State {
    let connection: DatabaseConnection
    /// The transaction that the last writer left to be committed, and how many writers it has.
    var open: SharedTransaction?
    var writers = 0
  }

  /// How many writers share a transaction at most, so that none waits for ever new ones.
  private static let maximumWriters = 32

  private let state: Locked<State>
  private let waiting = Atomic(0)

  init(_ connection: DatabaseConnection) { state = Locked(State(connection: connection)) }

  /// The number of writers that have not had their turn yet.
  var waitingWriters: Int { waiting.load(ordering: .relaxed) }

  /// Runs the body. What it writes is on the disk when this returns; nothing of it is written if this throws.
  func write<Result: Sendable, Failure: DatabaseFailure>(
    _ body: (DatabaseConnection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    waiting.add(1, ordering: .relaxed)
    let (result, transaction) = state.withLock { state in
      waiting.subtract(1, ordering: .relaxed)
      return turn(&state, body)
    }
    if let failure = transaction?.failure() { throw Failure(failure) }
    return try result.get()
  }

  /// The body's result, and the transaction whose commit decides whether the result counts.
  private func turn<Result: Sendable, Failure: DatabaseFailure>(
    _ state: inout State, _ body: (DatabaseConnection) throws(Failure) -> Result
  ) -> (Swift.Result<Result, Failure>, SharedTransaction?) {
    let connection = state.connection
    let joined = state.open
    let result = Swift.Result { () throws(Failure) in
      if joined == nil { return try connection.beginning { () throws(Failure) in try body(connection) } }
      return try connection.part { () throws(Failure) in try body(connection) }
    }
    state.open = nil
    guard connection.isInTransaction else {
      // No transaction was begun, or SQLite has rolled it back, even if the body did not notice.
      joined?.end(.interrupted)
      return (result.flatMap { _ in .failure(Failure(.interrupted)) }, nil)
    }
    let transaction = joined ?? SharedTransaction()
    state.writers = joined == nil ? 1 : state.writers + 1
    if waitingWriters > 0, state.writers < Self.maximumWriters {
      state.open = transaction
    } else {
      transaction.end(connection.commit())
    }
    return (result, transaction)
  }
}

/// A transaction whose commit several writers wait for.
private final class SharedTransaction: Sendable {
  private let outcome = Locked<DatabaseError?>(nil)
  private let ended = CountingSemaphore(0)

  func end(_ failure: DatabaseError?) {
    outcome.withLock { $0 = failure }
    ended.admitOneMore()
  }

  /// Waits for the commit. Returns nil if the transaction is on the disk. Each waiter that wakes up wakes the next one.
  func failure() -> DatabaseError? {
    ended.enter { outcome.withLock { $0 } }
  }
}
