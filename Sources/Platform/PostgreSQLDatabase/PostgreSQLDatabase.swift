// SPDX-License-Identifier: Apache-2.0
import Events
package import SQLStatements
import Threads

/// A database on a PostgreSQL server, which other processes and other machines may use at the same time.
///
/// Each thread that uses it has a connection meanwhile, of which there are so many at most; others wait. A connection that was lost is
/// made again when the next one asks: until the server is back each is told `connectionLost`.
package final class PostgreSQLDatabase: SQLDatabase {
  private let place: PostgreSQLPlace
  /// How long the server may take for one statement.
  private let patience: Duration
  private let places: CountingSemaphore
  private let idle = Locked<[PostgreSQLConnection]>([])

  /// Connects to nothing yet.
  ///
  /// - Throws: what is wrong on this machine with the way to the database.
  package init(
    _ place: PostgreSQLPlace, connections: Int = 8, answersWithin patience: Duration = .seconds(15)
  ) throws(PostgreSQLRefusal) {
    try place.check()
    (self.place, self.patience) = (place, patience)
    places = CountingSemaphore(connections)
  }

  // MARK: - Reading and writing

  package func read<Result, Failure: SQLFailure>(
    _ body: (any SQLConnection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    while true {
      let outcome: Outcome<Result, Failure>
      do { outcome = try use { connection in reading(connection, body) } } catch { throw Failure(error) }
      switch outcome {
      case .done(let result): return result
      case .failed(let failure): throw failure
      // Its connection is gone, and with it all that were idle: the next one is new.
      case .again: continue
      }
    }
  }

  /// The number of times that a transaction is tried which others are in the way of.
  private static let mostTries = 24

  package func write<Result: Sendable, Failure: SQLFailure>(
    _ isolation: SQLIsolation, _ body: (any SQLConnection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var tries = 0
    while true {
      let outcome: Outcome<Result, Failure>
      do { outcome = try use { connection in transaction(connection, isolation, body) } } catch { throw Failure(error) }
      switch outcome {
      case .done(let result): return result
      case .failed(let failure): throw failure
      case .again(let error):
        tries += 1
        guard tries < Self.mostTries else { throw Failure(error) }
        if error.kind == .serialization { Self.pause(afterTries: tries) }
      }
    }
  }

  /// Waits without a connection, and for a random time, so that those that met do not meet again.
  private static func pause(afterTries tries: Int) {
    _ = try? Poll.readable([], within: .microseconds(Int.random(in: 200...(1000 << min(tries, 6)))))
  }

  // MARK: - Transactions

  private enum Outcome<Result, Failure: Error> {
    case done(Result)
    case failed(Failure)
    /// Nothing was done, and it may be tried once more.
    case again(SQLError)
  }

  private func reading<Result, Failure: SQLFailure>(
    _ connection: PostgreSQLConnection, _ body: (any SQLConnection) throws(Failure) -> Result
  ) -> Outcome<Result, Failure> {
    connection.forgetFailure()
    do throws(Failure) { return .done(try body(connection)) } catch {
      guard let failure = connection.failure, failure.kind == .connectionLost, connection.wasIdle else {
        return .failed(error)
      }
      idle.withLock { $0 = [] }
      return .again(failure)
    }
  }

  private func transaction<Result, Failure: SQLFailure>(
    _ connection: PostgreSQLConnection, _ isolation: SQLIsolation,
    _ body: (any SQLConnection) throws(Failure) -> Result
  ) -> Outcome<Result, Failure> {
    connection.begin(isolation)
    let result = Swift.Result { () throws(Failure) in try body(connection) }
    // Also where the body did not notice: PostgreSQL has given up the transaction.
    if let failure = connection.failure {
      // It had ended before anything of the transaction reached the server.
      let wasGone = failure.kind == .connectionLost && connection.wasIdle && !connection.hasBegun
      if wasGone { idle.withLock { $0 = [] } }
      connection.rollBack()
      if wasGone || failure.kind == .serialization { return .again(failure) }
      if case .failure(let own) = result { return .failed(own) }
      return .failed(Failure(failure))
    }
    switch result {
    case .failure(let failure):
      connection.rollBack()
      return .failed(failure)
    case .success(let value):
      do throws(SQLError) {
        try connection.commit()
        return .done(value)
      } catch {
        // Where a statement before the end failed, the server waits for it.
        connection.rollBack()
        return error.kind == .serialization ? .again(error) : .failed(Failure(error))
      }
    }
  }

  // MARK: - Connections

  /// One that the server is known to have ended is passed over: what is sent with the commit would be lost, and not be tried again.
  private func idleConnection() -> PostgreSQLConnection? {
    while let known = idle.withLock({ $0.popLast() }) {
      if known.isQuiet { return known }
    }
    return nil
  }

  private func use<Result>(_ body: (PostgreSQLConnection) -> Result) throws(SQLError) -> Result {
    try places.enter { () throws(SQLError) in
      let connection: PostgreSQLConnection
      if let known = idleConnection() {
        connection = known
      } else {
        connection = try PostgreSQLConnection(place, answersWithin: patience)
      }
      defer {
        connection.wasIdle = true
        if connection.isIdle { idle.withLock { $0.append(connection) } }
      }
      return body(connection)
    }
  }
}
