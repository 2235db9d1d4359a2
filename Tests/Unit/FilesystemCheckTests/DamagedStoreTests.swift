// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import DirectFiles
import Files
import FilesystemCheck
import Foundation
import Glibc
import ProtectedFiles
import ProtectionModel
import SampleStore
import SystemCalls
import Testing

/// Damage of every kind: it is named, and everything else still read; a repair leaves nothing to be found, and everything
/// that can be read where the case says.
@Suite struct DamagedStoreTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// What is found, by path; a path that begins with `?` stands for one in the backing folder.
    var damage: [String: [Damage]]
    /// Files that cannot be found where they were, or not whole.
    var lost: Set<String> = []
    /// What is at a path after the repair: nil where a block is not there any more.
    var salvaged: [String: [UInt8]] = [:]
    /// Whether a mount puts it right by itself.
    var isMendedByUse = false
    let inflict: @Sendable (SampleStore) throws -> Void

    var testDescription: String { name }
  }

  @Test(arguments: headers + records + contents + names + folders + links + strays)
  func `Damage is named and mended`(damaged: Case) throws {
    let store = try SampleStore()
    try damaged.inflict(store)
    let result = try store.check()
    #expect(result.matches(damaged.damage), "\(result.damage)")
    if !damaged.isMendedByUse { try expectReadable(store, except: damaged.lost) }

    let repair = try store.check(.repair)
    #expect(repair.matches(damaged.damage), "\(repair.damage)")
    #expect(repair.reports.allSatisfy { $0.outcome != .found }, "\(repair.reports)")
    #expect(repair.summary.repaired == repair.summary.damaged)
    let again = try store.check()
    #expect(again.reports == [], "a second check finds nothing")
    try expectReadable(store, except: damaged.lost)
    for (path, bytes) in damaged.salvaged {
      #expect(try store.files().contents(path).bytes == bytes, "\(path)")
    }
  }

  /// Reading never gives wrong bytes, and what was not hit is there.
  private func expectReadable(_ store: SampleStore, except lost: Set<String>) throws {
    let files = try store.files()
    for (path, bytes) in SampleStore.contents {
      let found = try files.contents(path)
      if lost.contains(path) {
        guard case .blocks(let blocks) = found else { continue }
        let isHonest = blocks.enumerated().allSatisfy { index, block in
          block.map { bytes.dropFirst(index * 4096).starts(with: $0) } ?? true
        }
        #expect(isHonest, "\(path)")
      } else {
        #expect(found.bytes == bytes, "\(path): \(found)")
      }
    }
    for (path, target) in SampleStore.links where !lost.contains(path) {
      #expect(try files.target(of: path) == target)
    }
  }

  private static func withHole(_ bytes: [UInt8], at block: Int) -> [UInt8] {
    var bytes = bytes
    let range = block * 4096..<min((block + 1) * 4096, bytes.count)
    bytes.replaceSubrange(range, with: [UInt8](repeating: 0, count: range.count))
    return bytes
  }

  // MARK: - Cases

  static let headers: [Case] = [
    Case(name: "the header of a file", damage: ["docs/other": [.header]], lost: ["docs/other"]) {
      try $0.flip("docs/other", at: 100)
    },
    Case(
      name: "headers swapped", damage: ["docs/plan": [.record], "docs/other": [.record]],
      lost: ["docs/plan", "docs/other"]
    ) {
      try $0.swap("docs/plan", 0..<512, "docs/other", 0..<512)
    },
    Case(name: "a header of zeros", damage: ["clock": [.header]], lost: ["clock"]) {
      try FileDescriptor.open($0.path("clock"), O_RDWR).write([UInt8](repeating: 0, count: 512).span, at: 0)
    },
    Case(name: "one copy of a header", damage: ["clock": [.headerCopy]]) {
      try $0.files().setClass(.complete, of: "clock")
      try $0.flip("clock", at: 300)
    },
    Case(name: "the copy written last", damage: ["clock": [.headerCopy]]) {
      try $0.files().setClass(.complete, of: "clock")
      try $0.flip("clock", at: 30)
    },
    Case(name: "a change of class that was not ended", damage: ["clock": [.headerCopy]], isMendedByUse: true) {
      let file = try FileDescriptor.open($0.path("clock"), O_RDWR)
      let old = try file.read(count: 256, at: 0)
      try $0.files().setClass(.complete, of: "clock")
      try file.write(old.span, at: 0)
    },
    Case(name: "garbage in the unused copy", damage: ["clock": [.headerCopy]]) { try $0.flip("clock", at: 400) },
  ]

  static let records: [Case] = [
    Case(
      name: "a record", damage: ["diary": [.record]], lost: ["diary"],
      salvaged: ["lost+found/diary": SampleStore.contents["diary"] ?? []]
    ) { try $0.flipAttribute(StoreLayout.recordAttribute, of: "diary", at: 20) },
    Case(
      name: "no record", damage: ["diary": [.record]], lost: ["diary"],
      salvaged: ["lost+found/diary": SampleStore.contents["diary"] ?? []]
    ) { try FileDescriptor.open($0.path("diary"), O_RDONLY).removeExtendedAttribute(StoreLayout.recordAttribute) },
    Case(
      name: "records swapped", damage: ["diary": [.record, .misplaced], "docs/plan": [.record, .misplaced]],
      lost: ["diary", "docs/plan"],
      salvaged: [
        "lost+found/diary": SampleStore.contents["diary"] ?? [],
        "lost+found/plan": SampleStore.contents["docs/plan"] ?? [],
      ]
    ) { try $0.swapRecords("diary", "docs/plan") },
    Case(
      name: "the record of a file with two names", damage: ["letter": [.record], "docs/inner/second": [.record]],
      lost: ["letter", "docs/inner/second"],
      salvaged: [
        "lost+found/letter": SampleStore.contents["letter"] ?? [],
        "lost+found/second": SampleStore.contents["letter"] ?? [],
      ]
    ) { try $0.flipAttribute(StoreLayout.recordAttribute, of: "letter", at: 0) },
    Case(name: "an attribute", damage: ["letter": [.attributes([])], "docs/inner/second": [.attributes([])]]) { store in
      let names = try FileDescriptor.open(store.path("letter"), O_RDONLY).extendedAttributeNames()
      let stored = try #require(names.first { $0.hasPrefix(AttributeCipher.prefix) })
      try store.flipAttribute(stored, of: "letter", at: 3)
    },
    Case(name: "an access list", damage: ["diary": [.attributes([])], "docs": [.attributes([])]]) { store in
      for path in ["diary", "docs"] {
        let entry = try FileDescriptor.open(store.path(path), O_RDONLY)
        for kind in AccessList.Kind.allCases { try entry.setExtendedAttribute(kind.storedAttribute, to: [7].span) }
      }
    },
  ]

  static let contents: [Case] = [
    Case(
      name: "a bit in a block", damage: ["docs/plan": [.contents(damagedBlocks: 1)]], lost: ["docs/plan"],
      salvaged: ["lost+found/plan": withHole(SampleStore.contents["docs/plan"] ?? [], at: 1)]
    ) { try $0.flip("docs/plan", at: SampleStore.block(1).lowerBound + 50) },
    Case(
      name: "blocks swapped in a file", damage: ["docs/plan": [.contents(damagedBlocks: 2)]], lost: ["docs/plan"],
      salvaged: ["lost+found/plan": withHole(withHole(SampleStore.contents["docs/plan"] ?? [], at: 0), at: 2)]
    ) { try $0.swap("docs/plan", SampleStore.block(0), "docs/plan", SampleStore.block(2)) },
    Case(
      name: "blocks swapped between files",
      damage: ["docs/plan": [.contents(damagedBlocks: 1)], "docs/other": [.contents(damagedBlocks: 1)]],
      lost: ["docs/plan", "docs/other"],
      salvaged: ["lost+found/other": withHole(SampleStore.contents["docs/other"] ?? [], at: 1)]
    ) { try $0.swap("docs/plan", SampleStore.block(1), "docs/other", SampleStore.block(1)) },
    Case(
      name: "a block of zeros where there are no holes", damage: ["docs/plan": [.contents(damagedBlocks: 1)]],
      lost: ["docs/plan"]
    ) {
      let zeros = [UInt8](repeating: 0, count: BlockLayout.sealedBlock)
      try FileDescriptor.open($0.path("docs/plan"), O_RDWR).write(zeros.span, at: SampleStore.block(1).lowerBound)
    },
    Case(name: "every block", damage: ["clock": [.contents(damagedBlocks: 1)]], lost: ["clock"]) {
      try $0.flip("clock", at: 600)
    },
    Case(
      name: "a file with two names",
      damage: ["letter": [.contents(damagedBlocks: 1)], "docs/inner/second": [.contents(damagedBlocks: 1)]],
      lost: ["letter", "docs/inner/second"],
      salvaged: [
        "lost+found/letter": withHole(SampleStore.contents["letter"] ?? [], at: 2),
        "lost+found/second": withHole(SampleStore.contents["letter"] ?? [], at: 2),
      ]
    ) { try $0.flip("letter", at: SampleStore.block(2).lowerBound) },
    Case(
      name: "a block of a sparse file", damage: ["sparse": [.contents(damagedBlocks: 1)]], lost: ["sparse"]
    ) { try $0.flip("sparse", at: SampleStore.block(12).lowerBound + 20) },
    Case(
      name: "cut between blocks", damage: ["docs/plan": [.size(expected: 12288, found: 8192)]], lost: ["docs/plan"],
      salvaged: ["lost+found/plan": Array((SampleStore.contents["docs/plan"] ?? [])[..<8192])]
    ) { try FileDescriptor.open($0.path("docs/plan"), O_RDWR).truncate(to: SampleStore.block(2).lowerBound) },
    Case(
      name: "cut in a block",
      damage: ["docs/plan": [.size(expected: 12288, found: 8292), .contents(damagedBlocks: 1)]], lost: ["docs/plan"],
      salvaged: ["lost+found/plan": Array((SampleStore.contents["docs/plan"] ?? [])[..<8192])]
    ) { try FileDescriptor.open($0.path("docs/plan"), O_RDWR).truncate(to: SampleStore.block(2).lowerBound + 128) },
    Case(name: "cut behind the header", damage: ["clock": [.size(expected: 4096, found: 0)]], lost: ["clock"]) {
      try FileDescriptor.open($0.path("clock"), O_RDWR).truncate(to: 512)
    },
    Case(name: "cut to nothing", damage: ["clock": [.header]], lost: ["clock"]) {
      try FileDescriptor.open($0.path("clock"), O_RDWR).truncate(to: 0)
    },
    Case(name: "bytes behind the end", damage: ["diary": [.size(expected: 5000, found: 5088)]]) {
      let size = BlockLayout.backingSize(ofPlain: 5000)
      try FileDescriptor.open($0.path("diary"), O_RDWR).write([UInt8](repeating: 7, count: 88).span, at: size)
    },
  ]

  static let names: [Case] = [
    Case(
      name: "another name that is none", damage: ["?": [.name]], lost: ["diary"],
    ) { try FileManager.default.moveItem(atPath: $0.path("diary"), toPath: $0.path("diary") + "x") },
    Case(
      name: "another file's name", damage: ["docs/other": [.misplaced]], lost: ["docs/plan", "docs/other"],
      salvaged: ["lost+found/other": SampleStore.contents["docs/plan"] ?? []]
    ) { store in
      let path = try store.path("docs/other")
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: store.path("docs/plan"), toPath: path)
    },
    Case(
      name: "names exchanged", damage: ["docs/plan": [.misplaced], "docs/other": [.misplaced]],
      lost: ["docs/plan", "docs/other"],
      salvaged: [
        "lost+found/plan": SampleStore.contents["docs/other"] ?? [],
        "lost+found/other": SampleStore.contents["docs/plan"] ?? [],
      ]
    ) { store in
      let (one, other) = (try store.path("docs/plan"), try store.path("docs/other"))
      try FileManager.default.moveItem(atPath: one, toPath: one + ".t")
      try FileManager.default.moveItem(atPath: other, toPath: one)
      try FileManager.default.moveItem(atPath: one + ".t", toPath: other)
    },
    Case(name: "another folder", damage: ["?": [.name]], lost: ["diary"]) { store in
      let path = try store.path("diary")
      let name = path.split(separator: "/").last ?? ""
      try FileManager.default.moveItem(atPath: path, toPath: store.path("docs") + "/" + name)
    },
    Case(name: "the sidecar of a long name", damage: ["?": [.name]], lost: [SampleStore.longName]) {
      try FileManager.default.removeItem(atPath: $0.path(SampleStore.longName) + ".name")
    },
    Case(name: "what a sidecar holds", damage: ["?": [.name]], lost: [SampleStore.longName]) {
      let sidecar = try FileDescriptor.open($0.path(SampleStore.longName) + ".name", O_RDONLY)
      try sidecar.setExtendedAttribute(StoreLayout.recordAttribute, to: [1, 2, 3].span)
    },
  ]
}

extension SampleStore.Result {
  /// Whether just that was found. Attributes match whatever their names.
  func matches(_ expected: [String: [Damage]]) -> Bool {
    let found = Dictionary(grouping: reports) { report in
      let path = String(decoding: report.path, as: UTF8.self)
      return expected[path] == nil ? "?" : path
    }
    return found.mapValues { $0.map { $0.damage.withoutNames } }
      == expected.mapValues { $0.map { $0.withoutNames } }
  }
}

extension Damage {
  fileprivate var withoutNames: Damage {
    if case .attributes = self { return .attributes([]) }
    return self
  }
}
