// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import Synchronization

/// Writers one after the other. Those that come at the same time share a transaction, and with it the wait for the
/// disk: who finds others behind leaves the commit to them, and all return when it is done.
final class WriteQueue: Sendable {
  private struct State {
    let connection: DatabaseConnection
    /// What the last writer left to be committed, and how many have written in it.
    var open: SharedTransaction?
    var writers = 0
  }

  /// So that nobody waits for ever new ones.
  private static let mostWriters = 32

  private let state: Locked<State>
  private let waiting = Atomic(0)

  init(_ connection: DatabaseConnection) { state = Locked(State(connection: connection)) }

  /// How many have not had their turn yet.
  var waitingWriters: Int { waiting.load(ordering: .relaxed) }

  /// What the body writes is on the disk when this returns, or nothing of it is written if it throws.
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

  /// What became of the body, and the transaction whose end decides whether that counts.
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
      // Nothing was begun, or the library took back all there was: also what a body wrote that has not noticed.
      joined?.end(.interrupted)
      return (result.flatMap { _ in .failure(Failure(.interrupted)) }, nil)
    }
    let transaction = joined ?? SharedTransaction()
    state.writers = joined == nil ? 1 : state.writers + 1
    if waitingWriters > 0, state.writers < Self.mostWriters {
      state.open = transaction
    } else {
      transaction.end(connection.commit())
    }
    return (result, transaction)
  }
}

/// A transaction that many wait for.
private final class SharedTransaction: Sendable {
  private let outcome = Locked<DatabaseError?>(nil)
  private let ended = CountingSemaphore(0)

  func end(_ failure: DatabaseError?) {
    outcome.withLock { $0 = failure }
    ended.admitOneMore()
  }

  /// Waits for the end: nil if all of it is on the disk. Whoever has heard lets the next one hear.
  func failure() -> DatabaseError? {
    ended.enter { outcome.withLock { $0 } }
  }
}
