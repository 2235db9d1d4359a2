// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import DirectFiles
import FilesystemCheck
import ProtectionModel
import SampleStore
import SystemCalls
import Testing

/// Stores with nothing wrong.
@Suite struct HealthyStoreTests {
  @Test(arguments: [FilesystemCheck.Mode.report, .repair]) func `Nothing is found`(mode: FilesystemCheck.Mode) throws {
    let store = try SampleStore()
    let result = try store.check(mode)
    #expect(result.reports == [])
    #expect(result.summary == CheckSummary(checked: SampleStore.count))
    #expect(result.progress.last == SampleStore.count)
    let files = try store.files()
    for (path, bytes) in SampleStore.contents { #expect(try files.contents(path).bytes == bytes) }
  }

  @Test func `A look changes nothing`() throws {
    let store = try SampleStore()
    try store.flip("letter", at: 5000)
    try store.flip("diary", at: 10)
    let before = try TreeImage(of: store.folder.open())
    _ = try store.check()
    #expect(try TreeImage(of: store.folder.open()) == before)
  }

  @Test func `What is locked is checked as far as can be`() throws {
    let store = try SampleStore()
    try store.flip("docs/plan", at: SampleStore.block(1).lowerBound)
    try store.flip("letter", at: SampleStore.block(1).lowerBound)
    let result = try store.check(.report, .locked)
    #expect(result.damage["letter"] == [.contents(damagedBlocks: 1)])
    #expect(result.damage["docs/plan"] == nil)
    // Class A and B.
    #expect(result.summary.unchecked == 5)
  }

  @Test func `A store of other keys is refused`() throws {
    let store = try SampleStore()
    #expect(throws: CheckError.notThisStore) { try store.check(.repair, seed: 2) }
  }

  @Test func `A gone enclave ends the check`() throws {
    let store = try SampleStore()
    #expect(throws: CheckError.enclaveGone) { try store.checkWithoutEnclave() }
  }
}
