// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import DirectFiles
import Files
import FilesystemCheck
import FuseSession
import Glibc
import ProtectedFiles
import ProtectedFilesystem
import ProtectionModel
import ProtectionModelTesting
import SampleStore
import SystemCalls
import Testing
import Threads

/// What a crash leaves is no damage: a check finds nothing but leftovers, a repair removes those, and what was synced is
/// there.
@Suite struct CrashedStoreTests {
  struct Operation: Sendable, CustomTestStringConvertible {
    let name: String
    /// What may be at a path, nil for nothing: before, and at the end.
    let outcomes: [String: [[UInt8]?]]
    let run: @Sendable (DirectFiles) throws -> Void

    var testDescription: String { name }
  }

  @Test(arguments: operations) func `A kill leaves no damage`(operation: Operation) throws {
    let history = try record(operation)
    try history.forEachKill { try expectWhole($0, operation) }
  }

  @Test(arguments: operations) func `A power cut leaves no damage`(operation: Operation) throws {
    let history = try record(operation)
    try history.forEachPowerCut { try expectWhole($0.withoutJournal, operation) }
  }

  /// Each call to the kernel fails once: the program is told, or the operation succeeds all the same; either way nothing
  /// is damaged.
  @Test(arguments: operations, [ENOSPC, EIO]) func `A failed call damages nothing`(operation: Operation, code: Int32)
    throws
  {
    for call in 0... {
      let folder = try Self.prepare()
      let files = try DirectFiles(over: folder.path)
      let made = Locked(0)
      let plan = FaultPlan { _ in
        made.withLock { made in
          defer { made += 1 }
          return made == call ? code : nil
        }
      }
      var told: Int32?
      do {
        try FaultPlan.$current.withValue(plan) { try operation.run(files) }
      } catch let error as FileError {
        told = error.code
      }
      guard made.withLock({ $0 }) > call else { break }
      #expect(told == nil || told == code, "call \(call)")
      files.filesystem.close()
      try expectWhole(folder, operation, told == nil ? .done : .underWay, "call \(call) failed with errno \(code)")
    }
  }

  // MARK: - Parts

  private static let old = SampleStore.bytes(9000, 1)
  private static let new = SampleStore.bytes(3000, 9)

  private static func prepare() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let prepared = try DirectFiles(over: folder.path)
    try prepared.makeFile("one", old)
    try prepared.makeFile("two", new)
    try prepared.makeFolder("folder")
    try prepared.makeFile("folder/inner", new)
    prepared.filesystem.close()
    return folder
  }

  private func record(_ operation: Operation) throws -> CrashHistory<Int> {
    let folder = try Self.prepare()
    return try CrashRecorder<Int>.record(folder.path) { recorder in
      let files = try DirectFiles(over: folder.path)
      try operation.run(files)
      recorder.reached(1)
    }
  }

  private enum Progress { case underWay, done }

  private func expectWhole(_ wreck: Wreck<Int>, _ operation: Operation) throws {
    let isDone = wreck.story.hasPrefix("killed") && wreck.reached == [1]
    try wreck.inspect { folder in
      try expectWhole(folder, operation, isDone ? .done : .underWay, wreck.story)
    }
  }

  private func expectWhole(
    _ folder: ScratchFolder, _ operation: Operation, _ progress: Progress, _ story: String
  ) throws {
    let found = try check(folder, .report)
    #expect(found.allSatisfy { $0.damage.isLeftover }, "\(story): \(found)")
    let repaired = try check(folder, .repair)
    #expect(repaired.allSatisfy { $0.outcome == .repaired }, "\(story): \(repaired)")
    #expect(try check(folder, .report) == [], "\(story)")
    let files = try DirectFiles(over: folder.path)
    for (path, outcomes) in Self.untouched.merging(operation.outcomes, uniquingKeysWith: { $1 }) {
      let finding = try files.contents(path)
      #expect(finding == .missing || finding.bytes != nil, "\(path), \(story): \(finding)")
      let expected = progress == .done ? outcomes.suffix(1) : outcomes[...]
      #expect(expected.contains(finding.bytes), "\(path), \(story)")
    }
  }

  private func check(_ folder: ScratchFolder, _ mode: FilesystemCheck.Mode) throws -> [DamageReport] {
    let keys = FakeClassKeys()
    var reports: [DamageReport] = []
    _ = try FilesystemCheck(of: folder.path, VolumeKeys(volumeKey: keys.volumeKey()), keys, mode).run { event in
      if case .damage(let report) = event { reports.append(report) }
    }
    return reports
  }

  private static let untouched: [String: [[UInt8]?]] = ["one": [old], "two": [new], "folder/inner": [new]]
  private static let changed = Array(old[..<100] + new[..<50] + old[150...])

  static let operations: [Operation] = [
    Operation(name: "create and sync", outcomes: ["new": [nil, [], new]]) { try $0.makeFile("new", new) },
    Operation(name: "write in a block", outcomes: ["one": [old, changed]]) { files in
      let file = try files.open("one")
      try files.write(Array(new[..<50]), to: file, at: 100)
      files.close(file)
    },
    Operation(name: "cut", outcomes: ["one": [old, Array(old[..<5000])]]) { files in
      let file = try files.open("one")
      try files.truncate(file, to: 5000)
      files.close(file)
    },
    Operation(name: "rename", outcomes: ["one": [old, nil], "folder/one": [nil, old]]) {
      let (root, folder) = (try $0.node(""), try $0.node("folder"))
      try $0.filesystem.rename(
        Array("one".utf8), in: root, to: Array("one".utf8), in: folder, .replace, caller: DirectFiles.caller)
    },
    Operation(name: "rename over", outcomes: ["one": [old, nil], "two": [new, old]]) {
      try $0.rename("one", to: "two")
    },
    Operation(name: "exchange", outcomes: ["one": [old, new], "two": [new, old]]) {
      try $0.rename("one", to: "two", .exchange)
    },
    Operation(name: "rename a folder", outcomes: ["folder/inner": [new, nil], "other/inner": [nil, new]]) {
      try $0.rename("folder", to: "other")
    },
    Operation(name: "a long name", outcomes: ["two": [new, nil], SampleStore.longName: [nil, new]]) {
      try $0.rename("two", to: SampleStore.longName)
    },
    Operation(name: "link", outcomes: ["folder/again": [nil, old]]) { try $0.makeName("folder/again", for: "one") },
    Operation(name: "link and unlink", outcomes: ["one": [old, nil], "again": [nil, old]]) {
      try $0.makeName("again", for: "one")
      try $0.remove("one")
    },
    Operation(name: "unlink", outcomes: ["one": [old, nil]]) { try $0.remove("one") },
    Operation(name: "make a folder", outcomes: [:]) {
      try $0.makeFolder("made", .complete)
      try $0.makeFolder("made/inner")
    },
    Operation(name: "remove a folder", outcomes: ["folder/inner": [new, nil]]) {
      try $0.remove("folder/inner")
      try $0.removeFolder("folder")
    },
    Operation(name: "change the class", outcomes: [:]) { try $0.setClass(.complete, of: "one") },
    Operation(name: "symbolic links", outcomes: [:]) {
      try $0.makeLink("short", to: "one")
      try $0.makeLink("long", to: SampleStore.longTarget)
      try $0.remove("long")
    },
    Operation(name: "attributes", outcomes: [:]) {
      try $0.set("user.note", [1, 2, 3], of: "one")
      try $0.set("user.note", [4], of: "folder")
    },
  ]
}

extension Damage {
  /// What a crash may leave.
  fileprivate var isLeftover: Bool {
    switch self {
    case .headerCopy, .stray(.unfinishedFile), .stray(.unfinishedFolder), .stray(.sidecar), .stray(.log),
      .stray(.target):
      true
    default: false
    }
  }
}

extension Wreck {
  /// After a power cut the journal is another boot's, which is to say none.
  fileprivate var withoutJournal: Wreck {
    var image = self.image
    guard case .directory(let top)? = image.nodes[image.root]?.contents, let own = top[StoreLayout.ownFolder],
      case .directory(var entries)? = image.nodes[own]?.contents
    else { return self }
    entries[StoreLayout.journal] = nil
    image.nodes[own]?.contents = .directory(entries)
    return Wreck(image: image, reached: reached, story: story)
  }
}
