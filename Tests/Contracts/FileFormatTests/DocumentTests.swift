// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import DirectFiles
import ProtectedFilesystem
import ProtectionModel
import ProtectionModelTesting
import SampleStore
import Testing

/// `Documentation/FileFormat.md` is enough to read a store.
@Suite struct DocumentTests {
  @Test(arguments: StoreFixtureTests.Format.allCases)
  func `The fixture is read from its description`(format: StoreFixtureTests.Format) throws {
    try expectSample(StoreFixtureTests.store(format))
  }

  @Test func `A new store is read from its description`() throws { try expectSample(SampleStore()) }

  @Test func `A file that changed its class is read too`() throws {
    let store = try SampleStore()
    let files = try store.files()
    try files.setClass(.completeUnlessOpen, of: "letter")
    try files.setClass(.none, of: "diary")
    files.filesystem.close()
    let entries = try DocumentedReader(store: store.folder.path, keys: FakeClassKeys()).read()
    #expect(entries["letter"] == .file(protection: 2, contents: SampleStore.contents["letter"] ?? []))
    #expect(entries["diary"] == .file(protection: 4, contents: SampleStore.contents["diary"] ?? []))
  }

  @Test func `Attributes and access lists are read from their description`() throws {
    for store in [try SampleStore(), try StoreFixtureTests.store(.withOrigins)] {
      let reader = DocumentedReader(store: store.folder.path, keys: FakeClassKeys())
      let expected = [
        "user.note": SampleStore.attribute, SampleStore.longAttribute: SampleStore.attribute,
        "system.posix_acl_access": SampleStore.accessList,
      ]
      #expect(try reader.attributes(of: store.path("letter")) == expected)
      #expect(try reader.attributes(of: store.path("docs")) == ["system.posix_acl_default": SampleStore.accessList])
    }
  }

  private func expectSample(_ store: SampleStore) throws {
    var expected: [String: DocumentedReader.Entry] = [:]
    for (path, bytes) in SampleStore.contents {
      let protection = SampleStore.classes[path] ?? .completeUntilFirstUserAuthentication
      expected[path] = .file(protection: protection.rawValue, contents: bytes)
    }
    for (path, target) in SampleStore.links { expected[path] = .link(target: Array(target.utf8)) }
    for path in SampleStore.folders { expected[path] = .folder(protection: ProtectionClass.complete.rawValue) }
    let found = try DocumentedReader(store: store.folder.path, keys: FakeClassKeys()).read()
    #expect(Set(found.keys) == Set(expected.keys))
    for (path, entry) in expected { #expect(found[path] == entry, "\(path)") }
  }
}
