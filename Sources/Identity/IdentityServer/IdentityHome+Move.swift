// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import IdentityDatabase
import IdentityModel
import PostgreSQLDatabase
import SystemCalls

// MARK: - From a file to a server

extension IdentityHome {
  /// Moves all rows from the folder's file into an empty PostgreSQL database, while nobody serves: nothing of them ends. Until the last of
  /// them is there the file is the provider's database, from then on the other one. A process that was killed left the one or the other
  /// in use, and moving once more goes on.
  package func move(to words: String) throws(Failure) {
    let place: PostgreSQLPlace
    do { place = try PostgreSQLPlace(words) } catch { throw .settings(.database(error)) }
    var settings = try settings()
    let folder: FileDescriptor
    do { folder = try openFolder() } catch { throw .system(error) }
    if let own = settings.database {
      guard own == place else { throw .movedBefore(own.text) }
      // Whoever wrote the line into the settings has moved nothing by that.
      if try !isMoved(to: place, folder) { try moveRows(to: place, settings, folder) }
    } else {
      settings.database = place
      try moveRows(to: place, settings, folder)
    }
    // Whatever is left of it is older than what is in use.
    Self.removeDatabase(from: folder)
    CopyName.remove(from: folder)
  }

  /// Whether the rows of the folder's file are in the database that the settings name. It was this that wrote the settings where the
  /// copy's name is there.
  private func isMoved(to place: PostgreSQLPlace, _ folder: borrowing FileDescriptor) throws(Failure) -> Bool {
    do throws(SystemError) { _ = try folder.status(of: Self.databaseFile) } catch {
      guard error.code == ENOENT else { throw .system(error) }
      return true
    }
    // A provider has keys before anything else.
    let keys = try Self.keyNames(try openFile())
    guard !keys.isEmpty else { return true }
    guard CopyName.found(in: folder) != nil else { return false }
    return keys.isSubset(of: try Self.keyNames(try connect(place)))
  }

  private static func keyNames(_ database: IdentityDatabase) throws(Failure) -> Set<String> {
    do { return Set(try database.signingKeys().map(\.id)) } catch { throw .refused(AdministrativeRefusal(error)) }
  }

  private func moveRows(
    to place: PostgreSQLPlace, _ settings: SettingsFile, _ folder: borrowing FileDescriptor
  ) throws(Failure) {
    // Nobody else opens it until the settings name the other one.
    let file = try openFile()
    _ = try keyRing(file)
    let target = try connect(place)
    try Self.copy(file, into: target, as: try CopyName.kept(in: folder))
    do throws(SystemError) {
      let beginning = ".\(Self.settingsFile).new-"
      folder.removeUnfinished(beginning)
      let unfinished = try UnfinishedFile(in: folder, beginning)
      try unfinished.file.write(settings.bytes.span)
      try unfinished.file.sync()
      try unfinished.rename(to: Self.settingsFile, in: folder)
      try folder.sync()
    } catch { throw .system(error) }
    _ = try openDatabase(settings)
  }
}
