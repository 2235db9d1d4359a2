// SPDX-License-Identifier: Apache-2.0
import Glibc
package import LinuxSystem

/// A database of this process alone: one connection that writes, and as many that read as read at the same time.
package final class Database: Sendable {
  private let path: String
  private let ownership: DatabaseOwnership
  /// Nil where the database may only be read.
  let writer: WriteQueue?
  private let readers = Locked(Readers())

  private struct Readers {
    /// The first to be made, while nobody reads with it: who asks alone finds the pages that it asked for before.
    var favourite: DatabaseConnection?
    var first: ObjectIdentifier?
    /// The others nobody reads with; the last one is taken first.
    var others: [DatabaseConnection] = []
  }

  private static let mostIdleReaders = 8
  /// In KiB. There are many of the others, and the kernel has the file's pages as well.
  private static let cacheOfFavourite = 16384
  private static let cacheOfOthers = 512

  private let onDamage: @Sendable () -> Void

  /// Opens the database at a path, or creates it. `mayWrite` sees it first, and decides whether it is opened for more
  /// than reading. Where that fails with damage, `repair` may make the file a whole one, and all is tried once more.
  ///
  /// `onDamage` hears of pages that turn out to be damaged later.
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
      try Self.create(path)
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

  /// The connection that writes, where there is to be one.
  private static func open(
    _ path: String, _ log: WriteAheadLog.Growth, _ mayWrite: (DatabaseConnection) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) -> DatabaseConnection? {
    guard try mayWrite(try DatabaseConnection(path, .readOnly)) else { return nil }
    let connection = try DatabaseConnection(path, .readWrite)
    if log == .reserved { WriteAheadLog.reserve(for: path) }
    return connection
  }

  /// Readers go first: the last connection to go puts what is in the log into its place, which readers may not.
  deinit { readers.withLock { $0 = Readers() } }

  package var isReadOnly: Bool { writer == nil }

  /// An empty file is an empty database. Made here, because the library would let others read it.
  private static func create(_ path: String) throws(SystemError) {
    _ = try FileDescriptor.open(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
  }

  /// Reads with a connection of its own: what is being written at the same time is seen wholly or not at all, and
  /// statement by statement.
  package func read<Result, Failure: DatabaseFailure>(
    _ body: (DatabaseConnection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let connection: DatabaseConnection
    do { connection = try takeReader() } catch { throw Failure(error) }
    defer { returnReader(connection) }
    return try body(connection)
  }

  /// Reads and writes, after those who came before; nothing is written if the body throws.
  package func write<Result: Sendable, Failure: DatabaseFailure>(
    _ body: (DatabaseConnection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let writer else { throw Failure(.readOnly) }
    return try writer.write(body)
  }

  private func takeReader() throws(DatabaseError) -> DatabaseConnection {
    if let idle = readers.withLock({ $0.favourite.take() ?? $0.others.popLast() }) { return idle }
    let made = try DatabaseConnection(path, .readOnly)
    made.onDamage = onDamage
    let isFirst = readers.withLock { $0.first == nil }
    try made.execute("PRAGMA cache_size=-\(isFirst ? Self.cacheOfFavourite : Self.cacheOfOthers)")
    if isFirst { readers.withLock { $0.first = $0.first ?? ObjectIdentifier(made) } }
    return made
  }

  private func returnReader(_ connection: DatabaseConnection) {
    readers.withLock { readers in
      if ObjectIdentifier(connection) == readers.first {
        readers.favourite = connection
      } else if readers.others.count < Self.mostIdleReaders {
        readers.others.append(connection)
      }
    }
  }
}

/// Why a database did not open.
package enum DatabaseOpeningError: Error, Equatable, Sendable {
  /// Another process has it open.
  case inUse
  case system(SystemError)
  case database(DatabaseError)
}
