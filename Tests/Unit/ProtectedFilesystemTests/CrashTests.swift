// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import DirectFiles
import Files
import Glibc
import ProtectedFilesystem
import ProtectionModel
import Testing

/// Every state a kill or a power cut can leave in the middle of an operation.
@Suite struct CrashTests {
  typealias Finding = DirectFiles.Finding

  private static func bytes(_ count: Int, _ seed: UInt8) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 / 16 &* 31) &+ seed }
  }

  private let old = bytes(9000, 1)
  private let new = bytes(9000, 101)

  // MARK: - Creating

  @Test func `What was never synced is a beginning or gone`() throws {
    try afterEveryCrash { files, _ in
      let file = try files.create("new")
      try files.write(new, to: file, at: 0)
      files.close(file)
    } check: { wreck, files in
      let found = files.read("new")
      #expect(found == .missing || isBeginning(found, of: new), "\(wreck.story): \(summary(found))")
    }
  }

  @Test func `What was synced is there`() throws {
    try afterEveryCrash { files, recorder in
      let file = try files.create("new")
      try files.write(new, to: file, at: 0)
      try files.sync(file)
      recorder.reached(1)
      files.close(file)
    } check: { wreck, files in
      let found = files.read("new")
      if wreck.reached.contains(1) {
        #expect(found.bytes == new, "\(wreck.story): \(summary(found))")
      } else {
        #expect(found == .missing || isBeginning(found, of: new), "\(wreck.story): \(summary(found))")
      }
    }
  }

  // MARK: - Writing

  @Test(arguments: [100..<200, 4000..<4200, 8000..<8999, 8999..<9001, 9000..<9300, 8990..<20000])
  func `Bytes beside an unsynced write stay`(range: Range<Int>) throws {
    let part = Self.bytes(range.count, 201)
    try afterEveryCrash(synced: "file") { files, _ in
      let file = try files.open("file")
      try files.write(part, to: file, at: range.lowerBound)
      files.close(file)
    } check: { wreck, files in
      let found = files.read("file")
      guard let bytes = found.bytes else {
        Issue.record("\(wreck.story): \(summary(found))")
        return
      }
      let kept = bytes.indices.allSatisfy { index in
        (index < old.count && bytes[index] == old[index])
          || (range.contains(index) && bytes[index] == part[index - range.lowerBound])
      }
      #expect(kept && bytes.count >= min(old.count, range.lowerBound), "\(wreck.story): \(bytes.count) bytes")
      #expect(bytes.prefix(range.lowerBound) == old.prefix(range.lowerBound), "\(wreck.story)")
    }
  }

  @Test func `Whole blocks are old new or fail alone the first never`() throws {
    let part = Self.bytes(8192, 201)
    try afterEveryCrash(synced: "file") { files, _ in
      let file = try files.open("file")
      try files.write(part, to: file, at: 0)
      files.close(file)
    } check: { wreck, files in
      guard case .blocks(let blocks) = files.read("file"), blocks.count == 3 else {
        Issue.record("\(wreck.story)")
        return
      }
      for index in 0..<2 {
        let range = index * 4096..<(index + 1) * 4096
        let isKilled = wreck.story.hasPrefix("killed")
        #expect(
          blocks[index] == Array(old[range]) || blocks[index] == Array(part[range])
            || (blocks[index] == nil && !isKilled && index > 0), "\(wreck.story)")
      }
      #expect(blocks[2] == Array(old[8192...]), "\(wreck.story)")
    }
  }

  @Test(arguments: [0, 1, 4096, 5000, 8999]) func `Cutting leaves the old or the new length`(size: Int) throws {
    try afterEveryCrash(synced: "file") { files, recorder in
      let file = try files.open("file")
      try files.truncate(file, to: size)
      try files.sync(file)
      recorder.reached(1)
      files.close(file)
    } check: { wreck, files in
      let found = files.read("file")
      let isNew = found.bytes == Array(old[..<size])
      #expect(isNew || (found.bytes == old && !wreck.reached.contains(1)), "\(wreck.story): \(summary(found))")
    }
  }

  @Test(arguments: [9001, 12288, 30000]) func `Growing adds nothing but zeros`(size: Int) throws {
    try afterEveryCrash(synced: "file") { files, _ in
      let file = try files.open("file")
      try files.truncate(file, to: size)
      files.close(file)
    } check: { wreck, files in
      let found = files.read("file")
      let bytes = found.bytes ?? []
      #expect(bytes.starts(with: old), "\(wreck.story): \(summary(found))")
      #expect(bytes.count <= size && bytes.dropFirst(old.count).allSatisfy { $0 == 0 }, "\(wreck.story)")
    }
  }

  // MARK: - Names and classes

  @Test(arguments: ["other", String(repeating: "long", count: 60)])
  func `A renamed file has one of its names`(name: String) throws {
    try afterEveryCrash(synced: "file") { files, _ in
      try files.rename("file", to: name)
    } check: { wreck, files in
      let (one, other) = (files.read("file"), files.read(name))
      let isWhole = one.bytes == old && other == .missing || one == .missing && other.bytes == old
      #expect(isWhole, "\(wreck.story): \(summary(one)), \(summary(other))")
    }
  }

  @Test func `A replaced file is the old or the new`() throws {
    try afterEveryCrash(synced: "file") { files, recorder in
      let file = try files.create("temporary")
      try files.write(new, to: file, at: 0)
      try files.sync(file)
      files.close(file)
      try files.rename("temporary", to: "file")
      recorder.reached(1)
    } check: { wreck, files in
      let found = files.read("file")
      #expect(found.bytes == old || found.bytes == new, "\(wreck.story): \(summary(found))")
    }
  }

  @Test func `A file that replaces another has the stricter class after every crash`() throws {
    try afterEveryCrash(synced: "file") { files, recorder in
      try files.setClass(.complete, of: "file")
      recorder.reached(1)
      let file = try files.create("temporary")
      try files.write(new, to: file, at: 0)
      try files.sync(file)
      files.close(file)
      try files.rename("temporary", to: "file")
      recorder.reached(2)
    } check: { wreck, files in
      let found = files.read("file")
      #expect(found.bytes == old || found.bytes == new, "\(wreck.story): \(summary(found))")
      guard wreck.reached.contains(1) else { return }
      let protection = try files.protection(of: "file")
      #expect(protection == .complete, "\(wreck.story)")
      if wreck.reached.contains(2), wreck.story.hasPrefix("killed") { #expect(found.bytes == new, "\(wreck.story)") }
    }
  }

  @Test func `Exchanged files are both there`() throws {
    try afterEveryCrash(synced: "file", "second") { files, _ in
      try files.rename("file", to: "second", .exchange)
    } check: { wreck, files in
      #expect(files.read("file").bytes == old, "\(wreck.story)")
      #expect(files.read("second").bytes == old, "\(wreck.story)")
    }
  }

  @Test func `A class is the old or the new one`() throws {
    try afterEveryCrash(synced: "file") { files, recorder in
      try files.setClass(.complete, of: "file")
      recorder.reached(1)
    } check: { wreck, files in
      #expect(files.read("file").bytes == old, "\(wreck.story)")
      let found = try files.protection(of: "file")
      #expect(found == .complete || (found == .completeUntilFirstUserAuthentication && wreck.reached == []))
    }
  }

  @Test(arguments: ["other", String(repeating: "long", count: 60)])
  func `A linked file has its first name at least`(name: String) throws {
    try afterEveryCrash(synced: "file") { files, _ in
      try files.makeName(name, for: "file")
      try files.remove("file")
    } check: { wreck, files in
      let (one, other) = (files.read("file"), files.read(name))
      #expect(one.bytes == old || one == .missing && other.bytes == old, "\(wreck.story): \(summary(one))")
      #expect(other == .missing || other.bytes == old, "\(wreck.story): \(summary(other))")
    }
  }

  @Test func `A directory is usable or not there`() throws {
    try afterEveryCrash { files, _ in
      try files.makeFolder("folder")
      try files.rename("folder", to: "moved")
    } check: { wreck, files in
      for name in files.present(among: ["folder", "moved"]) {
        let made = Result { try files.makeFile(name + "/new", []) }
        #expect(throws: Never.self, "\(wreck.story)") { try made.get() }
      }
    }
  }

  @Test(arguments: [10, 4000]) func `A symbolic link has its target or is not there`(count: Int) throws {
    let target = String(repeating: "t", count: count)
    try afterEveryCrash { files, _ in
      try files.makeLink("link", to: target)
    } check: { wreck, files in
      guard !files.present(among: ["link"]).isEmpty else { return }
      let found = try files.target(of: "link")
      #expect(found == target, "\(wreck.story)")
    }
  }

  // MARK: - Parts

  private func afterEveryCrash(
    synced names: String..., operation: (DirectFiles, CrashRecorder<Int>) throws -> Void,
    check: (Wreck<Int>, DirectFiles) throws -> Void
  ) throws {
    let folder = try ScratchFolder()
    try prepare(folder, names)
    let history = try CrashRecorder<Int>.record(folder.path) { recorder in
      let files = try DirectFiles(over: folder.path)
      try operation(files, recorder)
    }
    var wrecks = 0
    let look = { (wreck: Wreck<Int>) in
      wrecks += 1
      try wreck.inspect { folder in try check(wreck, DirectFiles(over: folder.path)) }
    }
    try history.forEachKill(look)
    try history.forEachPowerCut(look)
    #expect(wrecks > 5)
  }

  private func prepare(_ folder: ScratchFolder, _ names: [String]) throws {
    let files = try DirectFiles(over: folder.path)
    for name in names {
      let file = try files.create(name)
      try files.write(old, to: file, at: 0)
      try files.sync(file)
      files.close(file)
    }
    files.filesystem.close()
  }

  private func isBeginning(_ found: Finding, of whole: [UInt8]) -> Bool {
    guard let bytes = found.bytes else { return false }
    return whole.starts(with: bytes)
  }

  private func summary(_ found: Finding) -> String {
    guard case .blocks(let blocks) = found else { return "\(found)" }
    return "blocks \(blocks.map { $0.map { "\($0.count)" } ?? "torn" })"
  }
}
