// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc
import LinuxSystem
import ProtectedFiles

// MARK: - What lies beside entries with long names

extension ProtectedFilesystem {
  enum SidecarOutcome: Sendable { case notNeeded, made, wasThere }

  /// The sealed name in an attribute of an empty file: attributes last in order with the names made after them.
  func makeSidecar(_ name: BackingName, _ directory: StoredDirectory) throws(FileError) -> SidecarOutcome {
    guard let sidecar = name.sidecar, let sealed = name.sealedName else { return .notNeeded }
    let place = Place(directory: directory, parent: .root, name: sidecar)
    do {
      _ = try directory.descriptor.open(sidecar, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    } catch  where error.code == EEXIST {
      if try Subject.entry(place).extendedAttribute(StoredDirectory.attribute) == sealed { return .wasThere }
    } catch {
      throw FileError(error)
    }
    do {
      try Subject.entry(place).setExtendedAttribute(StoredDirectory.attribute, to: sealed.span)
    } catch {
      try? request { () throws(SystemError) in try directory.descriptor.unlink(sidecar) }
      throw error
    }
    return .made
  }

  func removeSidecar(of place: Place) {
    guard BackingName.kind(of: place.name) == .long else { return }
    try? request { () throws(SystemError) in
      try place.directory.descriptor.unlink(BackingName.sidecar(of: place.name))
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
