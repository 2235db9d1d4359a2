// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import DirectFiles
import Files
import FilesystemCheck
import ProtectedFiles
import ProtectedFilesystem
import SampleStore
import Testing

/// A repair that is cut short anywhere has destroyed nothing, and can be made again.
@Suite struct RepairCrashTests {
  struct Damaged: Sendable, CustomTestStringConvertible {
    let name: String
    /// What can be read of it, and under which names it then is.
    let readable: [UInt8]
    let path: String
    let places: [String]
    let inflict: @Sendable (SampleStore) throws -> Void

    var testDescription: String { name }
  }

  private static let plan = SampleStore.bytes(12288, 6)
  private static let withoutMiddle = Array(
    plan[..<4096] + [UInt8](repeating: 0, count: 4096) + plan[8192...])

  static let cases: [Damaged] = [
    Damaged(
      name: "contents", readable: withoutMiddle, path: "docs/plan", places: ["lost+found/plan"],
      inflict: { try $0.flip("docs/plan", at: SampleStore.block(1).lowerBound + 9) }),
    Damaged(
      name: "a record", readable: plan, path: "docs/plan", places: ["lost+found/plan"],
      inflict: { try $0.flipAttribute(StoreLayout.recordAttribute, of: "docs/plan", at: 3) }),
    Damaged(
      name: "a misplaced file", readable: plan, path: "docs/other", places: ["lost+found/other"],
      inflict: { store in
        let folder = try store.folder.open()
        let (one, other) = (try store.path("docs/plan"), try store.path("docs/other"))
        try folder.unlink(other)
        try folder.rename(one, to: folder, as: other)
      }),
    Damaged(
      name: "two names", readable: SampleStore.bytes(9000, 1), path: "letter",
      places: ["lost+found/letter", "lost+found/second"],
      inflict: { try $0.flipAttribute(StoreLayout.recordAttribute, of: "letter", at: 3) }),
  ]

  @Test(arguments: cases) func `A kill in a repair does no harm`(damaged: Damaged) throws {
    try record(damaged).forEachKill { try expectMended($0, damaged) }
  }

  @Test(arguments: cases) func `A power cut in a repair does no harm`(damaged: Damaged) throws {
    try record(damaged).forEachPowerCut { try expectMended($0, damaged) }
  }

  private func record(_ damaged: Damaged) throws -> CrashHistory<Int> {
    let store = try SampleStore()
    try damaged.inflict(store)
    return try CrashRecorder<Int>.record(store.folder.path) { _ in
      let result = try store.check(.repair)
      #expect(result.reports.allSatisfy { $0.outcome != .found })
    }
  }

  private func expectMended(_ wreck: Wreck<Int>, _ damaged: Damaged) throws {
    try wreck.inspect { folder in
      let store = SampleStore(in: folder)
      let before = try store.files()
      let atOldPlace = try before.contents(damaged.path)
      before.filesystem.close()
      #expect(atOldPlace.bytes == nil, "what was damaged is never shown as whole: \(wreck.story)")
      #expect(try store.check(.repair).reports.allSatisfy { $0.outcome != .found }, "\(wreck.story)")
      #expect(try store.check().reports == [], "\(wreck.story)")
      let files = try store.files()
      for place in damaged.places {
        #expect(try files.contents(place).bytes == damaged.readable, "\(place): \(wreck.story)")
      }
      files.filesystem.close()
    }
  }
}
