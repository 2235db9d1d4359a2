// SPDX-License-Identifier: Apache-2.0
import Files
import FilesystemCheck
import FuseSession
import Glibc
import PlainFilesystems
import ProtectedFiles
import ProtectedFilesystem
import ProtectionModel
import ProtectionModelTesting
import SystemCalls
import TemporaryFolder
import Testing

/// A store on a disk that fails: another mount, which answers as it is told. What it says reaches the program through
/// both kernels' paths, and costs nothing that was there.
@Suite(.enabled(if: MountedFiles.isPossible, "nothing can be mounted here")) struct FailingDiskTests {
  private static let contents = Array("what was there ".utf8) + [UInt8](repeating: 7, count: 10_000)

  @Test(arguments: [EIO, ENOSPC, EDQUOT]) func `Writing is refused`(code: Int32) throws {
    let disk = try Disk()
    let files = try MountedFiles(over: disk.folder)
    let file = try synced("a", files)
    disk.refuse(.write, with: code)
    #expect(outcome { () throws(SystemError) in try file.write([9].span, at: 0) } == code)
    #expect(outcome { () throws(SystemError) in try file.write([9].span, at: 20_000) } == code)
    disk.refuse(.write, with: nil)
    #expect(try file.read(count: 20_000, at: 0) == Self.contents)
    try file.write([9].span, at: 0)
    try expectWhole(files, disk, "a", [9] + Self.contents[1...])
  }

  @Test func `A sync that fails is an error`() throws {
    let disk = try Disk()
    let files = try MountedFiles(over: disk.folder)
    let file = try synced("a", files)
    try file.write([9].span, at: 0)
    disk.refuse(.synchronize, with: EIO)
    #expect(outcome { () throws(SystemError) in try file.sync() } == EIO)
    #expect(outcome { () throws(SystemError) in try file.syncData() } == EIO)
    disk.refuse(.synchronize, with: nil)
    try file.sync()
    try expectWhole(files, disk, "a", [9] + Self.contents[1...])
  }

  @Test func `Reading is refused`() throws {
    let disk = try Disk()
    try Self.fill(disk)
    let again = try Disk(over: disk)
    let files = try MountedFiles(over: again.folder)
    let large = try FileDescriptor.open(files("large"), O_RDONLY)
    again.refuse(.read, with: EIO)
    #expect(outcome { () throws(SystemError) in _ = try large.read(count: 4096, at: 5 << 20) } == EIO)
    #expect(
      outcome { () throws(SystemError) in _ = try FileDescriptor.open(files("b"), O_RDONLY).read(count: 1, at: 0) }
        == EIO
    )
    again.refuse(.read, with: nil)
    #expect(try large.read(count: 4096, at: 5 << 20) == [UInt8](repeating: 1, count: 4096))
    try expectWhole(files, again, "b", Self.contents)
  }

  @Test func `What cannot be read is listed beside the rest`() throws {
    let disk = try Disk()
    try Self.fill(disk)
    let again = try Disk(over: disk)
    let files = try MountedFiles(over: again.folder)
    let root = try files.root()
    again.refuse(.readAttribute, with: EIO)
    #expect(try names(in: root) == ["b", "large"])
    #expect(outcome { () throws(SystemError) in _ = try root.status(of: "b") } == EIO)
    again.refuse(.readAttribute, with: nil)
    #expect(try root.status(of: "b").st_size == off_t(Self.contents.count))
    #expect(try names(in: root) == ["b", "large"])
  }

  @Test(arguments: [DiskOperation.create, .write, .setAttribute, .truncate], [EIO, ENOSPC])
  func `Making and changing is refused`(operation: DiskOperation, code: Int32) throws {
    let disk = try Disk()
    let files = try MountedFiles(over: disk.folder)
    _ = try synced("a", files)
    let root = try files.root()
    disk.refuse(operation, with: code)
    let outcomes = Attempt.allCases.map { attempt in outcome { () throws(SystemError) in try attempt.make(in: root) } }
    #expect(outcomes.allSatisfy { [0, code, ENOENT, EEXIST].contains($0) }, "\(outcomes)")
    #expect(outcomes.contains(code), "\(outcomes)")
    disk.refuse(operation, with: nil)
    let isMoved = outcome { () throws(SystemError) in _ = try root.status(of: "a") } == ENOENT
    let kept = try root.open(isMoved ? "moved" : "a", O_RDONLY).read(count: 20_000, at: 0)
    #expect(kept == Self.contents || kept == Array(Self.contents[..<5000]))
    try expectWhole(files, disk, isMoved ? "moved" : "a", kept)
  }

  private enum Attempt: CaseIterable {
    case file, longName, folder, symbolicLink, hardLink, attribute, cut, rename

    func make(in root: borrowing FileDescriptor) throws(SystemError) {
      switch self {
      case .file: _ = try root.open("new", O_RDWR | O_CREAT, mode: 0o600)
      case .longName: _ = try root.open(String(repeating: "long", count: 60), O_RDWR | O_CREAT, mode: 0o600)
      case .folder: try root.makeDirectory("folder", mode: 0o700)
      case .symbolicLink: try root.makeSymbolicLink("link", target: "a")
      case .hardLink: try root.link("a", to: root, as: "again")
      case .rename: try root.rename("a", to: root, as: "moved")
      case .attribute: try root.setExtendedAttribute("user.note", of: "a", to: [1].span)
      case .cut: try root.open("a", O_RDWR).truncate(to: 5000)
      }
    }
  }

  // MARK: - Parts

  private func names(in folder: borrowing FileDescriptor) throws(SystemError) -> Set<String> {
    var names: Set<String> = []
    try folder.forEachEntry {
      names.insert(String(decoding: $0.name, as: UTF8.self))
      return .proceed
    }
    return names.subtracting([".", ".."])
  }

  private func synced(_ name: String, _ files: MountedFiles) throws -> FileDescriptor {
    let file = try FileDescriptor.open(files(name), O_RDWR | O_CREAT, mode: 0o644)
    try file.write(Self.contents.span, at: 0)
    try file.sync()
    return file
  }

  private static func fill(_ disk: Disk) throws {
    let files = try MountedFiles(over: disk.folder)
    try FileDescriptor.open(files("b"), O_RDWR | O_CREAT, mode: 0o644).write(contents.span, at: 0)
    // Far more than either kernel reads ahead.
    try FileDescriptor.open(files("large"), O_RDWR | O_CREAT, mode: 0o644)
      .write([UInt8](repeating: 1, count: 6 << 20).span, at: 0)
  }

  /// After a restart the file is there, and a check finds no damage but what a crash may leave too.
  private func expectWhole(_ files: MountedFiles, _ disk: Disk, _ name: String, _ contents: [UInt8]) throws {
    let again = try files.restarted(.unlocked)
    #expect(try FileDescriptor.open(again(name), O_RDONLY).read(count: contents.count + 1, at: 0) == contents)
    again.mount.unmount()
    again.filesystem.close()
    let check = FilesystemCheck(of: disk.folder.path, VolumeKeys(volumeKey: files.keys.volumeKey()), files.keys)
    _ = try check.run { event in
      guard case .damage(let report) = event else { return }
      if case .stray = report.damage { return }
      Issue.record("\(report)")
    }
  }
}

/// A folder shown through a mount of its own, for a store to lie in.
private final class Disk {
  let folder: TemporaryFolder
  private let below: TemporaryFolder
  private let filesystem: PassthroughFilesystem
  private let mount: Mount

  convenience init() throws { try self.init(below: TemporaryFolder()) }

  /// The same once more, with nothing of it in the kernel's cache.
  convenience init(over other: Disk) throws {
    other.mount.unmount()
    try self.init(below: other.below)
  }

  private init(below: TemporaryFolder) throws {
    self.below = below
    folder = try TemporaryFolder()
    filesystem = try PassthroughFilesystem(showing: below.path)
    mount = try Mount(at: folder.path, filesystem, MountOptions(name: "disk"))
  }

  deinit { mount.unmount() }

  func refuse(_ operation: DiskOperation, with code: Int32?) { filesystem.refuse(operation, with: code) }
}
