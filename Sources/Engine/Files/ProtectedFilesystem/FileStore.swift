// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
package import ProtectedFiles
package import SystemCalls

/// Why a folder cannot serve as the store.
package enum FileStoreError: Error, Equatable, Sendable {
  /// The folder holds files, but its record is missing or sealed with other keys.
  case notThisStore
  case system(SystemError)
}

/// The folder of encrypted files, and what is needed to make sense of it.
///
/// It mirrors the tree programs see. Beside that, the folder `.bailey` holds what belongs to no single entry: the
/// journal of writes, the logs of changed blocks (`undo`), the targets of very long symbolic links (`targets`), and which
/// sizes are known to be on the disk (`epochs`).
package final class FileStore: Sendable {
  let root: StoredDirectory
  package let keys: VolumeKeys
  let names: NameCipher
  let knownNames: NameCache
  let attributes: AttributeCipher
  let modes: ModeKeeping
  package let undo: UndoDirectory
  let epochs: StoreEpochs
  let targets: FileDescriptor
  let journal: IntentJournal

  /// Opens the store, or makes one in an empty folder. `writers` is the number of threads whose writes survive a kill
  /// of this process: each has a buffer in the journal.
  package init(
    at path: String, _ keys: VolumeKeys, modes: ModeKeeping = .ofThisProcess, writers: Int = 8
  ) throws(FileStoreError) {
    self.keys = keys
    self.modes = modes
    names = NameCipher(keys)
    knownNames = NameCache(names)
    attributes = AttributeCipher(keys)
    do throws(SystemError) {
      let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
      try Self.makeRecord(folder, keys)
      let own = try Self.folder(StoreLayout.ownFolder, in: folder)
      undo = UndoDirectory(try Self.folder(StoreLayout.undoFolder, in: own))
      targets = try Self.folder(StoreLayout.targetsFolder, in: own)
      epochs = try StoreEpochs(in: own, keys)
      journal = try IntentJournal(in: own, undo, buffers: writers)
      root = try StoredDirectory(root: folder, keys)
    } catch {
      throw error.code == EBADMSG ? .notThisStore : .system(error)
    }
  }

  var context: StoreContext { StoreContext(keys, undo: undo, epochs: epochs) }

  /// The folder's record, if the folder is new.
  private static func makeRecord(_ folder: borrowing FileDescriptor, _ keys: VolumeKeys) throws(SystemError) {
    guard try folder.extendedAttribute(StoredDirectory.attribute) == nil else { return }
    var isEmpty = true
    try folder.forEachEntry { _ in
      isEmpty = false
      return .stop
    }
    guard isEmpty else { throw SystemError(.getxattr, code: EBADMSG) }
    let record = DirectoryRecord(id: FileID(), protection: nil, links: [])
    try folder.setExtendedAttribute(StoredDirectory.attribute, to: record.encoded(keys).span)
    try folder.sync()
  }

  private static func folder(
    _ name: String, in parent: borrowing FileDescriptor
  ) throws(SystemError) -> FileDescriptor {
    do {
      try parent.makeDirectory(name, mode: 0o700)
    } catch  where error.code == EEXIST {}
    return try parent.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  }
}
