// SPDX-License-Identifier: Apache-2.0
package import CrashSimulator
package import DirectFiles
import Files
import Glibc
package import ProtectedFiles
import ProtectedFilesystem
package import ProtectionModel
import SystemCalls

/// A store with one of everything, for tests to open and to damage.
package struct SampleStore: Sendable {
  package static let longName = String(repeating: "long name ", count: 25)
  package static let longTarget = String(repeating: "folder/", count: 500) + "end"

  package let folder: ScratchFolder

  /// A new one.
  package init() throws {
    folder = try ScratchFolder()
    let files = try DirectFiles(over: folder.path)
    try Self.fill(files)
    files.filesystem.close()
  }

  /// One that is there.
  package init(in folder: ScratchFolder) { self.folder = folder }

  private static func fill(_ files: DirectFiles) throws {
    try files.makeFile("letter", bytes(9000, 1))
    try files.makeFile("diary", bytes(5000, 2), .complete)
    try files.makeFile("inbox", bytes(100, 3), .completeUnlessOpen)
    try files.makeFile("clock", bytes(4096, 4), ProtectionClass.none)
    try files.makeFile("empty", [])
    try files.makeFile(longName, bytes(200, 5))
    try files.makeFolder("docs", .complete)
    try files.makeFile("docs/plan", bytes(12288, 6))
    try files.makeFile("docs/other", bytes(12288, 7))
    try files.makeFolder("docs/inner")
    try files.makeFile("docs/inner/deep", bytes(10, 8))
    try files.makeName("docs/inner/second", for: "letter")
    try files.makeLink("link", to: "docs/plan")
    try files.makeLink("far", to: longTarget)
    try files.set("user.note", attribute, of: "letter")
    try files.set(longAttribute, attribute, of: "letter")
    try files.set("system.posix_acl_access", accessList, of: "letter")
    try files.set("system.posix_acl_default", accessList, of: "docs")
    let sparse = try files.create("sparse")
    try files.write([1, 2, 3], to: sparse, at: 50_000)
    try files.sync(sparse)
    files.close(sparse)
  }

  package static func bytes(_ count: Int, _ seed: UInt8) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 / 16 &* 31) &+ seed }
  }

  /// Every regular file and what is in it.
  package static let contents: [String: [UInt8]] = [
    "letter": bytes(9000, 1), "diary": bytes(5000, 2), "inbox": bytes(100, 3), "clock": bytes(4096, 4), "empty": [],
    longName: bytes(200, 5), "docs/plan": bytes(12288, 6), "docs/other": bytes(12288, 7),
    "docs/inner/deep": bytes(10, 8), "docs/inner/second": bytes(9000, 1),
    "sparse": [UInt8](repeating: 0, count: 50_000) + [1, 2, 3],
  ]
  package static let classes: [String: ProtectionClass] = [
    "diary": .complete, "inbox": .completeUnlessOpen, "clock": .none, "docs/plan": .complete, "docs/other": .complete,
    "docs/inner/deep": .complete,
  ]
  package static let folders = ["docs", "docs/inner"]
  package static let links = ["link": "docs/plan", "far": longTarget]
  /// Of `user.note` of `letter`.
  package static let attribute = Array("a value".utf8)
  package static let longAttribute = "user." + String(repeating: "long ", count: 50)
  /// Lets a user read beside the owner, as the mode 0644 does.
  package static let accessList: [UInt8] =
    [2, 0, 0, 0] + [1, 0, 6, 0, 255, 255, 255, 255] + [2, 0, 4, 0, 210, 4, 0, 0] + [4, 0, 4, 0, 255, 255, 255, 255]
    + [16, 0, 4, 0, 255, 255, 255, 255] + [32, 0, 4, 0, 255, 255, 255, 255]
  package static let count = contents.count + folders.count + links.count

  package func files(_ state: LockState = .unlocked) throws -> DirectFiles {
    try DirectFiles(over: folder.path, state)
  }

  package func id(ofFolder path: String) throws -> FileID {
    let files = try files()
    let bytes = try FileDescriptor.open(files.backingPath(path), O_RDONLY)
      .extendedAttribute(StoreLayout.recordAttribute)
    return try DirectoryRecord(bytes ?? [], files.volume).id
  }

  package func id(ofFile path: String) throws -> FileID {
    let files = try files()
    let bytes = try FileDescriptor.open(files.backingPath(path), O_RDONLY)
      .extendedAttribute(StoreLayout.recordAttribute)
    return try FileRecord(bytes ?? [], files.volume).id
  }

  // MARK: - Damaging

  package func path(_ plain: String) throws -> String { try files().backingPath(plain) }

  /// Changes a byte of a backing file.
  package func flip(_ plain: String, at offset: Int) throws { try Self.flip(path: path(plain), at: offset) }

  package static func flip(path: String, at offset: Int) throws {
    let file = try FileDescriptor.open(path, O_RDWR)
    let byte = try file.read(count: 1, at: offset)
    try file.write([(byte.first ?? 0) ^ 0x40].span, at: offset)
  }

  /// Changes a byte of an attribute of a backing entry.
  package func flipAttribute(_ name: String, of plain: String, at offset: Int) throws {
    let file = try FileDescriptor.open(path(plain), O_RDONLY)
    var value = try file.extendedAttribute(name) ?? []
    value[offset] ^= 0x40
    try file.setExtendedAttribute(name, to: value.span)
  }

  /// Exchanges two ranges of bytes of two backing files, or of one.
  package func swap(_ one: String, _ first: Range<Int>, _ other: String, _ second: Range<Int>) throws {
    let left = try FileDescriptor.open(path(one), O_RDWR)
    let right = try FileDescriptor.open(path(other), O_RDWR)
    let bytes = try left.read(count: first.count, at: first.lowerBound)
    let others = try right.read(count: second.count, at: second.lowerBound)
    try left.write(others.span, at: first.lowerBound)
    try right.write(bytes.span, at: second.lowerBound)
  }

  package func swapRecords(_ one: String, _ other: String) throws {
    let left = try FileDescriptor.open(path(one), O_RDONLY)
    let right = try FileDescriptor.open(path(other), O_RDONLY)
    let record = try left.extendedAttribute(StoreLayout.recordAttribute) ?? []
    let second = try right.extendedAttribute(StoreLayout.recordAttribute) ?? []
    try left.setExtendedAttribute(StoreLayout.recordAttribute, to: second.span)
    try right.setExtendedAttribute(StoreLayout.recordAttribute, to: record.span)
  }

  package static func block(_ index: Int) -> Range<Int> {
    BlockLayout.offset(ofBlock: index)..<BlockLayout.offset(ofBlock: index + 1)
  }
}
