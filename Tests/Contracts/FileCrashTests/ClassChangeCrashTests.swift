// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import ProtectedFiles
import ProtectionModel
import SystemCalls
import Testing

/// Crashes while the class of a file changes.
@Suite struct ClassChangeCrashTests {
  private static let script = FileScript("a file", [.write(at: 0, count: 5000), .sync])

  @Test func `A power cut leaves the old class or the new one`() throws {
    var found: Set<ProtectionClass> = []
    try record().forEachPowerCut { found.insert(try check($0)) }
    #expect(found == [.none, .complete])
  }

  @Test func `A kill leaves the old class or the new one`() throws {
    var found: Set<ProtectionClass> = []
    try record().forEachKill { found.insert(try check($0)) }
    #expect(found == [.none, .complete])
  }

  @Test func `The old wrap is gone once the file was opened`() throws {
    let old = try StoredFile.wrappedKey(.none)
    try record().forEachPowerCut { wreck in
      try wreck.inspect { folder in
        var stored = try StoredFile(in: folder, .absent)
        let file = try stored.open()
        let area = try file.descriptor.read(count: BlockLayout.headerArea, at: 0)
        let headers = [0, 256].compactMap {
          FileHeader(slot: area.span.extracting($0..<$0 + FileHeader.slotSize), StoredFile.keys)
        }
        if file.protection == .complete {
          #expect(!headers.contains { $0.wrappedKey == old }, "\(wreck.story)")
        }
      }
    }
  }

  // MARK: - Parts

  private func record() throws -> CrashHistory<ProtectionClass> {
    let scratch = try ScratchFolder()
    var stored = try StoredFile(in: scratch, .absent)
    var file = Optional(try stored.create(.none))
    for (number, step) in Self.script.steps.enumerated() { try stored.perform(step, number, on: &file) }
    return try CrashRecorder.record(scratch.path) { recorder in
      try file?.reclassify(as: ClassStanding(.complete), StoredFile.wrappedKey(.complete, 8))
      recorder.reached(.complete)
    }
  }

  /// Class and wrapped key belong together, the contents are untouched, and what was reported done is done.
  private func check(_ wreck: Wreck<ProtectionClass>) throws -> ProtectionClass {
    var found = ProtectionClass.none
    try wreck.inspect { folder in
      var stored = try StoredFile(in: folder, .absent)
      let file = try stored.open()
      found = file.protection
      #expect(file.header.wrappedKey == (try StoredFile.wrappedKey(found, found == .complete ? 8 : 7)))
      #expect(try stored.blocks(of: file).flatMap { $0 ?? [] } == Self.script.versions[2], "\(wreck.story)")
      if let reached = wreck.reached.last { #expect(found == reached, "\(wreck.story)") }
    }
    return found
  }
}
