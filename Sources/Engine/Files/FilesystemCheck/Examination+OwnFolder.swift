// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import ProtectedFiles
import SystemCalls

// MARK: - What belongs to no entry

extension Examination {
  /// The number of entries that a walk will meet.
  func countEntries() throws(CheckError) -> Int {
    var folders = [Folder(try duplicateRoot(), nil, plainPath: nil, backingPath: "")]
    var total = 0
    while let folder = folders.popLast() {
      var inner: [String] = []
      // Only for the display of progress: what cannot be listed here is reported by the walk.
      try? folder.descriptor.forEachEntry { entry in
        let name = String(decoding: entry.name, as: UTF8.self)
        switch BackingName.kind(of: name) {
        case .storeOwn, .sidecar: break
        case .short, .long:
          total += 1
          if entry.kind == DT_DIR || entry.kind == DT_UNKNOWN { inner.append(name) }
        }
        return .proceed
      }
      for name in inner {
        guard let descriptor = try? folder.descriptor.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { continue }
        folders.append(Folder(descriptor, nil, plainPath: nil, backingPath: ""))
      }
    }
    return total
  }

  private func duplicateRoot() throws(CheckError) -> FileDescriptor {
    try call { () throws(SystemError) in try root.descriptor.duplicate() }
  }

  static func context(_ root: borrowing FileDescriptor, _ check: FilesystemCheck) throws(CheckError) -> StoreContext {
    guard let own = ownFolder(in: root) else { return StoreContext(check.keys) }
    let undo = undoDirectory(in: root)
    return try call { () throws(SystemError) in
      guard check.mode == .repair else {
        // Without epochs, what a crash left is reported as damage; a report changes nothing.
        return StoreContext(check.keys, undo: undo, epochs: try? StoreEpochs(lookingIn: own, check.keys))
      }
      if let undo { _ = try IntentJournal(in: own, undo, buffers: 0) }
      return StoreContext(check.keys, undo: undo, epochs: try StoreEpochs(in: own, check.keys))
    }
  }

  private static func undoDirectory(in root: borrowing FileDescriptor) -> UndoDirectory? {
    guard let folder = ownFolder(StoreLayout.undoFolder, in: root) else { return nil }
    return UndoDirectory(folder)
  }

  /// A folder of the store's own; nil if it is not there.
  private static func ownFolder(_ name: String = "", in root: borrowing FileDescriptor) -> FileDescriptor? {
    try? root.open(StoreLayout.ownFolder + "/" + name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  }

  /// Whole blocks that may replace partly written ones, as they would when the files are opened.
  mutating func gatherRescue() throws(CheckError) {
    guard let own = Self.ownFolder(in: root.descriptor) else { return }
    rescue = try call { () throws(SystemError) in
      let undo = context.undo
      var rescue: [FileID: [RescueBlock]] = [:]
      for id in try undo?.files() ?? [] { rescue[id] = try undo?.entries(id) }
      if let journal = try? own.open(StoreLayout.journal, O_RDONLY | O_NOFOLLOW) {
        for (id, blocks) in try IntentJournal.pending(in: journal) { rescue[id, default: []] += blocks }
      }
      return rescue
    }
  }

  mutating func examineOwnFolder(_ find: ([Finding]) -> Void) throws(CheckError) {
    guard let own = Self.ownFolder(in: root.descriptor) else { return }
    let known: Set = [
      StoreLayout.epochs, StoreLayout.undoFolder, StoreLayout.targetsFolder, StoreLayout.journal,
      StoreLayout.lostFolder,
    ]
    try examineOwn(own, "") { known.contains($0) ? nil : .foreign }.forEach { note($0, find) }
    if let undo = Self.ownFolder(StoreLayout.undoFolder, in: root.descriptor) {
      let seen = seenIDs
      try examineOwn(undo, StoreLayout.undoFolder + "/") { name in
        FileID(hexadecimal: name).map { seen.contains($0) ? nil : .log } ?? .foreign
      }.forEach { note($0, find) }
    }
    if let targets = Self.ownFolder(StoreLayout.targetsFolder, in: root.descriptor) {
      let seen = seenTargets
      try examineOwn(targets, StoreLayout.targetsFolder + "/") { name in
        FileID(hexadecimal: name).map { seen.contains($0) ? nil : .target } ?? .foreign
      }.forEach { note($0, find) }
    }
  }

  private func examineOwn(
    _ descriptor: consuming FileDescriptor, _ path: String, _ stray: (String) -> Damage.Stray?
  ) throws(CheckError) -> [Finding] {
    let path = StoreLayout.ownFolder + "/" + path
    let folder = Folder(descriptor, nil, plainPath: nil, backingPath: path)
    let names = try call { () throws(SystemError) in try folder.descriptor.entryNames() }
    return names.sorted().compactMap { name in
      stray(name).map { Finding(entry: Entry(folder: folder, name: name, plainName: nil), damage: .stray($0)) }
    }
  }
}
