// SPDX-License-Identifier: Apache-2.0
import Files
import FuseSession
import Glibc
import ProtectedFiles
import SystemCalls

// MARK: - What lies beside entries with long names

extension ProtectedFilesystem {
  enum SidecarOutcome: Sendable { case notNeeded, made, wasThere }

  /// Stores the sealed name in an attribute of an empty file. File systems write attributes in order with the names
  /// that are made after them, so that after a crash no entry is without its name.
  func makeSidecar(_ name: BackingName, _ directory: StoredDirectory) throws(FileError) -> SidecarOutcome {
    guard let sidecar = name.sidecar, let sealed = name.sealedName else { return .notNeeded }
    let backingEntry = BackingEntry(directory: directory, parent: .root, name: sidecar)
    do {
      _ = try directory.descriptor.open(sidecar, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    } catch  where error.code == EEXIST {
      if try AttributeTarget.entry(backingEntry).extendedAttribute(StoredDirectory.attribute) == sealed {
        return .wasThere
      }
    } catch {
      throw FileError(error)
    }
    do {
      try AttributeTarget.entry(backingEntry).setExtendedAttribute(StoredDirectory.attribute, to: sealed.span)
    } catch {
      try? request { () throws(SystemError) in try directory.descriptor.unlink(sidecar) }
      throw error
    }
    return .made
  }

  func removeSidecar(of backingEntry: BackingEntry) {
    guard BackingName.kind(of: backingEntry.name) == .long else { return }
    try? request { () throws(SystemError) in
      try backingEntry.directory.descriptor.unlink(BackingName.sidecar(of: backingEntry.name))
    }
  }

  /// The plain name of an entry of a backing directory; nil for what is no entry of the tree programs see.
  func plainName(_ text: String, in directory: StoredDirectory) -> [UInt8]? {
    switch BackingName.kind(of: text) {
    case .storeOwn, .sidecar: return nil
    case .short: return try? store.names.open(text, in: directory.id)
    case .long:
      let found = try? directory.descriptor.extendedAttribute(
        StoredDirectory.attribute, of: BackingName.sidecar(of: text))
      guard let sealed = found ?? nil else { return nil }
      return try? store.names.open(text, sidecar: sealed, in: directory.id)
    }
  }
}
