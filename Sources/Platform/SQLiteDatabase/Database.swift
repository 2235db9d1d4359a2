// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls
import Threads

/// A database that only this process uses: one connection writes, and each reader at the same time has one of its own.
package final class Database: Sendable {
  private let path: String
  private let ownership: DatabaseOwnership
  /// The queue of writes; nil where the database may only be read.
  let writer: WriteQueue?
  private let readers = Locked(Readers())

  private struct Readers {
    /// The first connection that was made, while it is idle. It has a large cache, and is taken first, so that reads that
    /// come one at a time find their pages cached.
    var primary: DatabaseConnection?
    var first: ObjectIdentifier?
    /// The other idle connections. The one used last is taken first.
    var others: [DatabaseConnection] = []
  }

  private static let maximumIdleReaders = 8
  /// Cache sizes in KiB. The others' are small, because there may be many and the kernel caches the file's pages too.
  private static let primaryCacheSize = 16384
  private static let otherCacheSize = 512

  private let onDamage: @Sendable () -> Void

  /// Opens the database at a path, or creates it. `mayWrite` gets a read-only connection first, and decides whether the
  /// database is opened for writing. If it throws `damaged`, `repair` is called and opening is tried once more.
  ///
  /// `onDamage` is called when a page turns out to be damaged later.
  package init(
    _ path: String, log: WriteAheadLog.Growth = .reserved, repair: () -> Void = {},
    onDamage: @escaping @Sendable () -> Void = {},
    mayWrite: (DatabaseConnection) throws(DatabaseError) -> Bool
  ) throws(DatabaseOpeningError) {
    self.path = path
    self.onDamage = onDamage
    do {
      guard let ownership = try DatabaseOwnership(of: path) else { throw DatabaseOpeningError.inUse }
      self.ownership = ownership
      try DatabaseFile(path).create()
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      throw .inUse
    }
    let opened: DatabaseConnection?
    do throws(DatabaseError) {
      do throws(DatabaseError) {
        opened = try Self.open(path, log, mayWrite)
      } catch {
        guard error.kind == .damaged else { throw error }
        repair()
        opened = try Self.open(path, log, mayWrite)
      }
    } catch {
      throw .database(error)
    }
    opened?.onDamage = onDamage
    writer = opened.map { WriteQueue($0) }
  }

  /// The connection that writes, or nil if the database may only be read.
  private static func open(
    _ path: String, _ log: WriteAheadLog.Growth, _ mayWrite: (DatabaseConnection) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) -> DatabaseConnection? {
    guard try mayWrite(try DatabaseConnection(path, .readOnly)) else { return nil }
    let connection = try DatabaseConnection(path, .readWrite)
    if log == .reserved { WriteAheadLog.reserve(for: path) }
    return connection
  }

  /// Closes the readers first. The last connection to close moves the log's pages into the file, which readers cannot.
  deinit { readers.withLock { $0 = Readers() } }

  package var isReadOnly: Bool { writer == nil }

  /// Reads with a connection of its own. Each statement sees a transaction written at the same time wholly or not at all.
  package func read<Result, Failure: DatabaseFailure>(
    _ body: (DatabaseConnection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let connection: DatabaseConnection
    do { connection = try takeReader() } catch { throw Failure(error) }
    defer { returnReader(connection) }
    return try body(connection)
  }

  /// Reads and writes after earlier writers have finished. Nothing is written if the body throws.
  package func write<Result: Sendable, Failure: DatabaseFailure>(
    _ body: (DatabaseConnection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let writer else { throw Failure(.readOnly) }
    return try writer.write(body)
  }

  private func takeReader() throws(DatabaseError) -> DatabaseConnection {
    if let idle = readers.withLock({ $0.primary.take() ?? $0.others.popLast() }) { return idle }
    let made = try DatabaseConnection(path, .readOnly)
    made.onDamage = onDamage
    let isFirst = readers.withLock { $0.first == nil }
    try made.execute("PRAGMA cache_size=-\(isFirst ? Self.primaryCacheSize : Self.otherCacheSize)")
    if isFirst { readers.withLock { $0.first = $0.first ?? ObjectIdentifier(made) } }
    return made
  }

  private func returnReader(_ connection: DatabaseConnection) {
    readers.withLock { readers in
      if ObjectIdentifier(connection) == readers.first {
        readers.primary = connection
      } else if readers.others.count < Self.maximumIdleReaders {
        readers.others.append(connection)
      }
    }
  }
}

/// Why a database did not open.
package enum DatabaseOpeningError: Error, Equatable, Sendable {
  /// The database is open in another process.
  case inUse
  case system(SystemError)
  case database(DatabaseError)
}
