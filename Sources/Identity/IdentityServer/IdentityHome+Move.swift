// SPDX-License-Identifier: Apache-2.0
import Files
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
    } else {
      settings.database = place
      try moveRows(to: place, settings, folder)
    }
    // Whatever is left of it is older than what is in use.
    Self.removeDatabase(from: folder)
    CopyName.remove(from: folder)
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
