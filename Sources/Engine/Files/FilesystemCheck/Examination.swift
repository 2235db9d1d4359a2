// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import ProtectedFiles
import ProtectionModel
import SystemCalls

/// A walk through a store.
struct Examination: ~Copyable {
  let check: FilesystemCheck
  let root: Folder
  /// How far records can be relied on; in a repair the store is in use from here on.
  let context: StoreContext
  let names: NameCipher
  let attributes: AttributeCipher
  var workspace: ContentWorkspace
  var summary = CheckSummary()
  /// Whether anything at all authenticated: if nothing does, the keys are not this store's.
  var recognised = false
  /// Backing files by inode number, so that those with several names are read once.
  var seenFiles: [UInt: SeenFile] = [:]
  var seenIDs: Set<FileID> = []
  var seenTargets: Set<FileID> = []
  var rescue: [FileID: [RescueBlock]] = [:]
  private var pending: [Task] = []

  /// The findings at the first name of a file, which apply to its other names too.
  struct SeenFile {
    let damage: [Damage]
    let file: FileInspection
  }

  /// The findings made before anything authenticated.
  private var held: [[Finding]] = []

  private enum Task {
    case folder(Folder)
    case unopened(Entry)
  }

  init(_ check: FilesystemCheck) throws(CheckError) {
    let workspace = try call { () throws(SystemError) in try ContentWorkspace() }
    let descriptor = try call { () throws(SystemError) in
      try FileDescriptor.open(check.path, O_RDONLY | O_DIRECTORY)
    }
    let record = try call { () throws(SystemError) in try Self.record(of: descriptor, check.keys) }
    let context = try Self.context(descriptor, check)
    let isRoot = record?.links.isEmpty == true
    self.check = check
    self.context = context
    self.workspace = workspace
    names = NameCipher(check.keys)
    attributes = AttributeCipher(check.keys)
    recognised = isRoot
    root = Folder(descriptor, isRoot ? record : nil, plainPath: [], backingPath: "")
  }

  static func record(
    of folder: borrowing FileDescriptor, _ keys: VolumeKeys
  ) throws(SystemError) -> DirectoryRecord? {
    try folder.extendedAttribute(StoreLayout.recordAttribute).flatMap { try? DirectoryRecord($0, keys) }
  }

  /// Visits every entry. All that is wrong with an entry is reported together, as soon as it is found.
  mutating func run(
    _ progress: (_ done: Int, _ total: Int) -> Void, _ find: ([Finding]) -> Void
  ) throws(CheckError) {
    let total = try countEntries()
    try gatherRescue()
    if root.record == nil {
      note(Finding(entry: Entry(itself: root), damage: .folderRecord), find)
    }
    pending = [.folder(root)]
    while let task = pending.popLast() {
      switch task {
      case .folder(let folder): try examine(folder, { progress($0, max(total, $0)) }, find)
      case .unopened(let entry): try open(entry, find)
      }
    }
    try examineOwnFolder(find)
    guard recognised || held.isEmpty else { throw .notThisStore }
    progress(summary.checked, summary.checked)
  }

  /// Counts a damaged entry once, however much is wrong with it.
  mutating func note(_ findings: [Finding], _ find: ([Finding]) -> Void) {
    if !findings.isEmpty {
      summary.damaged += 1
      held.append(findings)
    }
    guard recognised else { return }
    for findings in held { find(findings) }
    held = []
  }

  mutating func note(_ finding: Finding, _ find: ([Finding]) -> Void) { note([finding], find) }

  // MARK: - Folders

  private mutating func examine(
    _ folder: Folder, _ progress: (Int) -> Void, _ find: ([Finding]) -> Void
  ) throws(CheckError) {
    let listing: [String]
    do throws(SystemError) {
      listing = try folder.descriptor.entryNames()
    } catch {
      return note(Finding(entry: Entry(itself: folder), damage: .unreadable(error)), find)
    }
    let present = Set(listing)
    for name in listing.sorted() {
      switch BackingName.kind(of: name) {
      case .storeOwn:
        if folder === root && name == StoreLayout.ownFolder { continue }
        let unfinished = name.hasPrefix(StoreLayout.unfinishedPrefix)
        note(stray(unfinished ? .unfinishedFolder : .foreign, name, folder), find)
      case .sidecar(let long):
        if !present.contains(long) { note(stray(.sidecar, name, folder), find) }
      case .short, .long:
        try examine(Entry(folder: folder, name: name, plainName: plainName(name, in: folder)), find)
        summary.checked += 1
        progress(summary.checked)
      }
    }
  }

  private func stray(_ stray: Damage.Stray, _ name: String, _ folder: Folder) -> Finding {
    Finding(entry: Entry(folder: folder, name: name, plainName: nil), damage: .stray(stray))
  }

  private func plainName(_ name: String, in folder: Folder) -> [UInt8]? {
    guard let id = folder.record?.id else { return nil }
    guard BackingName.kind(of: name) == .long else { return try? names.open(name, in: id) }
    let sidecar = BackingName.sidecar(of: name)
    let found = try? folder.descriptor.extendedAttribute(StoreLayout.recordAttribute, of: sidecar)
    guard let sealed = found ?? nil else { return nil }
    return try? names.open(name, sidecar: sealed, in: id)
  }

  // MARK: - Entries

  private mutating func examine(_ entry: Entry, _ find: ([Finding]) -> Void) throws(CheckError) {
    let status: stat
    do throws(SystemError) {
      status = try entry.folder.descriptor.status(of: entry.name)
    } catch {
      return note(Finding(entry: entry, damage: .unreadable(error)), find)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: pending.append(.unopened(entry))
    case S_IFREG: note(try examineFile(entry, status), find)
    case S_IFLNK: note(examineLink(entry), find)
    default: note(entry.plainName == nil ? [Finding(entry: entry, damage: .stray(.foreign))] : [], find)
    }
  }

  private mutating func open(_ entry: Entry, _ find: ([Finding]) -> Void) throws(CheckError) {
    do throws(SystemError) {
      let descriptor = try entry.folder.descriptor.open(entry.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      let record = try Self.record(of: descriptor, check.keys)
      let damage = try examineFolder(entry, descriptor, record)
      note(damage.map { Finding(entry: entry, damage: $0) }, find)
      // An entry that Bailey did not make has nothing in it that could be checked.
      guard damage != [.stray(.foreign)] else { return }
      pending.append(
        .folder(
          Folder(
            descriptor, record, plainPath: entry.plainPath.map { $0 + [UInt8(ascii: "/")] },
            backingPath: entry.backingPath + "/")))
    } catch {
      note(Finding(entry: entry, damage: .unreadable(error)), find)
    }
  }
}

extension FileDescriptor {
  /// The names of all entries.
  borrowing func entryNames() throws(SystemError) -> [String] {
    var names: [String] = []
    try forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    return names
  }
}
