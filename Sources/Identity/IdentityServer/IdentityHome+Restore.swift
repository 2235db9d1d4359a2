// SPDX-License-Identifier: Apache-2.0
import Clocks
import CryptoPrimitives
import Files
import Glibc
import IdentityDatabase
import IdentityModel
package import PostgreSQLDatabase
package import SecretMemory
import SystemCalls

// MARK: - Restoring a backup

extension IdentityHome {
  /// Makes the provider of a backup in this folder, which must be empty or not there: all of it, or nothing. What was used since the backup
  /// was made would be new in it, so that sessions, codes, tokens and waiting notifications are ended before it is there.
  /// The rows go into that database.
  package func restore(
    _ backup: String, _ passphrase: borrowing SecretBytes, to database: RestoredDatabase = .ofSettings
  ) throws(Failure) {
    do throws(BackupProblem) {
      try requireEmpty()
      let reader = try BackupReader(backup, passphrase)
      // A folder may be named with a slash behind it.
      let place = SplitPath("/" + path.split(separator: "/").joined(separator: "/"))
      let above = try BackupProblem.system { () throws(SystemError) in
        try FileDescriptor.makeFolders(place.folder, mode: 0o755)
        return try FileDescriptor.open(place.folder, O_RDONLY | O_DIRECTORY)
      }
      let name = ".\(place.name).restoring"
      let folder = try Self.unfinished(name, in: above)
      let hidden = IdentityHome(place.sibling(name))
      do throws(BackupProblem) {
        try Self.write(reader, into: folder)
        try hidden.use(database, folder)
        // After this nobody has the database open.
        try hidden.endAll()
        try hidden.fillServer(folder)
        try BackupProblem.system { () throws(SystemError) in try folder.sync() }
        // Onto an empty folder or none; the kernel refuses another.
        try above.moveFolder(name, as: place.name)
        // It is in use now.
        CopyName.remove(from: folder)
      } catch {
        hidden.takeBackCopy(folder)
        Self.clear(folder)
        CopyName.remove(from: folder)
        try? above.removeDirectory(name)
        throw error
      }
    } catch { throw error.failure }
  }

  private func requireEmpty() throws(BackupProblem) {
    var isEmpty = true
    do throws(SystemError) {
      try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).forEachEntry { _ in
        isEmpty = false
        return .stop
      }
    } catch {
      // A file, or a link.
      guard error.code == ENOENT else { throw error.code == ENOTDIR ? .backup(.notEmpty) : .home(.system(error)) }
    }
    guard isEmpty else { throw .backup(.notEmpty) }
  }

  /// The folder in which it is made, for this process alone. What one that was killed left there is removed.
  private static func unfinished(
    _ hidden: String, in above: borrowing FileDescriptor
  ) throws(BackupProblem) -> FileDescriptor {
    do throws(SystemError) {
      do { try above.makeDirectory(hidden, mode: 0o700) } catch { if error.code != EEXIST { throw error } }
      let folder = try above.open(hidden, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      let status = try folder.status()
      // Another process that restores has it, or has just given it its name.
      guard status.st_uid == geteuid(), try folder.tryLock(), try above.status(of: hidden).st_ino == status.st_ino
      else {
        throw SystemError(.open, code: EBUSY)
      }
      clear(folder)
      return folder
    } catch { throw .home(error.code == EBUSY ? .inUse : .system(error)) }
  }

  /// The database's file, and what SQLite puts beside it.
  static let databaseEndings = ["", "-wal", "-shm", "-owner", "-journal"]

  private static func clear(_ folder: borrowing FileDescriptor) {
    for name in [settingsFile, rootKeyFile] + databaseEndings.map({ databaseFile + $0 }) {
      try? folder.unlink(name)
    }
  }

  private static func write(
    _ reader: borrowing BackupReader, into folder: borrowing FileDescriptor
  ) throws(BackupProblem) {
    let files = try BackupProblem.system { () throws(SystemError) in
      (
        settings: try newFile(settingsFile, folder), rootKey: try newFile(rootKeyFile, folder),
        database: try newFile(databaseFile, folder)
      )
    }
    try reader.read { (part, content) throws(BackupProblem) in
      let file =
        switch part {
        case .settings: files.settings
        case .rootKey: files.rootKey
        default: files.database
        }
      try BackupProblem.system { () throws(SystemError) in
        try content.withBytes { (bytes) throws(SystemError) in try file.append(bytes) }
      }
    }
    for file in [files.settings, files.rootKey, files.database] {
      try BackupProblem.system { () throws(SystemError) in try file.sync() }
    }
  }

  private static func newFile(
    _ name: String, _ folder: borrowing FileDescriptor
  ) throws(SystemError) -> RestoredFile {
    RestoredFile(try folder.open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600))
  }

  /// Holds what was restored to be a provider: settings that are settings, a database of this version or an older one, signing keys that
  /// its root key opens. Then ends what must not be new again.
  private func endAll() throws(BackupProblem) {
    do throws(Failure) {
      _ = try settings()
      let database = try openFile()
      _ = try keyRing(database)
      do throws(IdentityStoreError) { try database.endEverything(at: WallClock.milliseconds) } catch {
        throw Failure.refused(AdministrativeRefusal(error))
      }
    } catch { throw .home(error) }
  }
}

/// The database into which the rows of a backup go.
package enum RestoredDatabase: Sendable, Equatable {
  case ofSettings
  /// A file of the provider's folder.
  case file
  case server(PostgreSQLPlace)

  /// `file`, or PostgreSQL's words; nil for where the settings say.
  package init(_ words: String?) throws(IdentityHome.Failure) {
    switch words {
    case nil: self = .ofSettings
    case "file": self = .file
    case let words?:
      do { self = .server(try PostgreSQLPlace(words)) } catch { throw .settings(.database(error)) }
    }
  }
}

extension IdentityHome {
  /// Fills the tables of a server, where the provider's database is one: puts there what was restored, in which all is
  /// ended that must be, and removes the file. The tables there must be empty, but for what a restoration to this
  /// folder left that was killed.
  fileprivate func fillServer(_ folder: borrowing FileDescriptor) throws(BackupProblem) {
    do throws(Failure) {
      let settings = try settings()
      guard let place = settings.database else { return }
      let target = try connect(place)
      try Self.copy(try openFile(), into: target, as: try CopyName.kept(in: folder))
      Self.removeDatabase(from: folder)
    } catch { throw .home(error) }
  }

  static func copy(_ source: IdentityDatabase, into target: IdentityDatabase, as name: String) throws(Failure) {
    do throws(IdentityStoreError) { try source.fill(target, as: name) } catch {
      if case .exists = error { throw .backup(.databaseNotEmpty) }
      throw .refused(AdministrativeRefusal(error))
    }
  }

  static func removeDatabase(from folder: borrowing FileDescriptor) {
    for ending in databaseEndings { try? folder.unlink(databaseFile + ending) }
  }

  /// What cannot be taken back, because the database is away, the next restoration to this folder does not know: then it is
  /// refused until somebody empties the database.
  fileprivate func takeBackCopy(_ folder: borrowing FileDescriptor) {
    guard let place = try? settings().database, let name = CopyName.found(in: folder) else { return }
    try? connect(place).removeCopy(name)
  }

  /// Writes another database into the settings that were restored.
  fileprivate func use(_ database: RestoredDatabase, _ folder: borrowing FileDescriptor) throws(BackupProblem) {
    guard database != .ofSettings else { return }
    var settings: SettingsFile
    do { settings = try self.settings() } catch { throw .home(error) }
    if case .server(let place) = database { settings.database = place } else { settings.database = nil }
    try BackupProblem.system { () throws(SystemError) in
      let file = try folder.open(Self.settingsFile, O_WRONLY | O_TRUNC | O_NOFOLLOW)
      try file.write(settings.bytes.span)
      try file.sync()
    }
  }
}

/// A file that is written from its beginning.
private final class RestoredFile {
  private let file: FileDescriptor

  init(_ file: consuming FileDescriptor) { self.file = file }

  func append(_ bytes: Span<UInt8>) throws(SystemError) { try file.write(bytes) }
  func sync() throws(SystemError) { try file.sync() }
}

extension FileDescriptor {
  fileprivate func moveFolder(_ name: String, as newName: String) throws(BackupProblem) {
    do throws(SystemError) {
      try rename(name, to: self, as: newName)
      try sync()
    } catch {
      let isTaken = [ENOTEMPTY, EEXIST, ENOTDIR].contains(error.code)
      throw isTaken ? .backup(.notEmpty) : .home(.system(error))
    }
  }
}
