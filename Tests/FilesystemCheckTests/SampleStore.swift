// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import DirectFiles
import FilesystemCheck
import Glibc
import LinuxSystem
import ProtectedFiles
import ProtectedFilesystem
import ProtectionModel
import ProtectionModelTesting
import Testing

/// A store with one of everything, for tests to damage.
struct SampleStore {
  static let longName = String(repeating: "long name ", count: 25)
  static let longTarget = String(repeating: "folder/", count: 500) + "end"

  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    let files = try DirectFiles(over: folder.path)
    try files.makeFile("letter", Self.bytes(9000, 1))
    try files.makeFile("diary", Self.bytes(5000, 2), .complete)
    try files.makeFile("inbox", Self.bytes(100, 3), .completeUnlessOpen)
    try files.makeFile("clock", Self.bytes(4096, 4), ProtectionClass.none)
    try files.makeFile("empty", [])
    try files.makeFile(Self.longName, Self.bytes(200, 5))
    try files.makeFolder("docs", .complete)
    try files.makeFile("docs/plan", Self.bytes(12288, 6))
    try files.makeFile("docs/other", Self.bytes(12288, 7))
    try files.makeFolder("docs/inner")
    try files.makeFile("docs/inner/deep", Self.bytes(10, 8))
    try files.makeName("docs/inner/second", for: "letter")
    try files.makeLink("link", to: "docs/plan")
    try files.makeLink("far", to: Self.longTarget)
    try files.set("user.note", Array("a value".utf8), of: "letter")
    let sparse = try files.create("sparse")
    try files.write([1, 2, 3], to: sparse, at: 50_000)
    try files.sync(sparse)
    files.close(sparse)
    files.filesystem.close()
  }

  static func bytes(_ count: Int, _ seed: UInt8) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 / 16 &* 31) &+ seed }
  }

  /// Every regular file and what is in it.
  static let contents: [String: [UInt8]] = [
    "letter": bytes(9000, 1), "diary": bytes(5000, 2), "inbox": bytes(100, 3), "clock": bytes(4096, 4), "empty": [],
    longName: bytes(200, 5), "docs/plan": bytes(12288, 6), "docs/other": bytes(12288, 7),
    "docs/inner/deep": bytes(10, 8), "docs/inner/second": bytes(9000, 1),
    "sparse": [UInt8](repeating: 0, count: 50_000) + [1, 2, 3],
  ]
  static let folders = ["docs", "docs/inner"]
  static let links = ["link": "docs/plan", "far": longTarget]
  static let count = contents.count + folders.count + links.count

  func files(_ state: LockState = .unlocked) throws -> DirectFiles { try DirectFiles(over: folder.path, state) }

  struct Result {
    var reports: [DamageReport] = []
    var progress: [Int] = []
    var summary = CheckSummary()

    /// What was found, by the paths of it.
    var damage: [String: [Damage]] {
      Dictionary(grouping: reports) { String(decoding: $0.path, as: UTF8.self) }.mapValues { $0.map(\.damage) }
    }
  }

  func check(_ mode: FilesystemCheck.Mode = .report, _ state: LockState = .unlocked, seed: UInt8 = 1) throws -> Result {
    let keys = FakeClassKeys(state, seed: seed)
    let check = FilesystemCheck(of: folder.path, VolumeKeys(volumeKey: keys.volumeKey()), keys, mode)
    var result = Result()
    result.summary = try check.run { event in
      switch event {
      case .progress(let done, let total):
        #expect(done <= total)
        result.progress.append(done)
      case .damage(let report): result.reports.append(report)
      }
    }
    return result
  }

  func checkWithoutEnclave() throws {
    let keys = FakeClassKeys()
    let volume = VolumeKeys(volumeKey: keys.volumeKey())
    keys.disconnect()
    _ = try FilesystemCheck(of: folder.path, volume, keys).run { _ in }
  }

  func id(ofFolder path: String) throws -> FileID {
    let files = try files()
    let bytes = try FileDescriptor.open(files.backingPath(path), O_RDONLY)
      .extendedAttribute(StoreLayout.recordAttribute)
    return try DirectoryRecord(bytes ?? [], files.volume).id
  }

  func id(ofFile path: String) throws -> FileID {
    let files = try files()
    let bytes = try FileDescriptor.open(files.backingPath(path), O_RDONLY)
      .extendedAttribute(StoreLayout.recordAttribute)
    return try FileRecord(bytes ?? [], files.volume).id
  }

  // MARK: - Damaging

  func path(_ plain: String) throws -> String { try files().backingPath(plain) }

  /// Changes a byte of a backing file.
  func flip(_ plain: String, at offset: Int) throws { try Self.flip(path: path(plain), at: offset) }

  static func flip(path: String, at offset: Int) throws {
    let file = try FileDescriptor.open(path, O_RDWR)
    let byte = try file.read(count: 1, at: offset)
    try file.write([(byte.first ?? 0) ^ 0x40].span, at: offset)
  }

  /// Changes a byte of an attribute of a backing entry.
  func flipAttribute(_ name: String, of plain: String, at offset: Int) throws {
    let file = try FileDescriptor.open(path(plain), O_RDONLY)
    var value = try #require(try file.extendedAttribute(name))
    value[offset] ^= 0x40
    try file.setExtendedAttribute(name, to: value.span)
  }

  /// Exchanges two ranges of bytes of two backing files, or of one.
  func swap(_ one: String, _ first: Range<Int>, _ other: String, _ second: Range<Int>) throws {
    let left = try FileDescriptor.open(path(one), O_RDWR)
    let right = try FileDescriptor.open(path(other), O_RDWR)
    let bytes = try left.read(count: first.count, at: first.lowerBound)
    let others = try right.read(count: second.count, at: second.lowerBound)
    try left.write(others.span, at: first.lowerBound)
    try right.write(bytes.span, at: second.lowerBound)
  }

  func swapRecords(_ one: String, _ other: String) throws {
    let left = try FileDescriptor.open(path(one), O_RDONLY)
    let right = try FileDescriptor.open(path(other), O_RDONLY)
    let record = try #require(try left.extendedAttribute(StoreLayout.recordAttribute))
    let second = try #require(try right.extendedAttribute(StoreLayout.recordAttribute))
    try left.setExtendedAttribute(StoreLayout.recordAttribute, to: second.span)
    try right.setExtendedAttribute(StoreLayout.recordAttribute, to: record.span)
  }

  static func block(_ index: Int) -> Range<Int> {
    BlockLayout.offset(ofBlock: index)..<BlockLayout.offset(ofBlock: index + 1)
  }
}
