// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import DirectFiles
import Files
import Foundation
import ProtectedFiles
import ProtectedFilesystem
import ProtectionModel
import RepositoryFolder
import SampleStore
import Testing

/// Every store ever written opens: `Tests/Formats/files-v1` is one without, `files-v2` one with ranges of holes, `files-v3`
/// one with origins of classes, access lists and long names of attributes.
///
/// `BAILEY_WRITE_FIXTURES=1` makes a fixture that is not there; one that is there is never written again.
@Suite struct StoreFixtureTests {
  enum Format: String, CaseIterable, Sendable {
    case first = "files-v1"
    case withHoles = "files-v2"
    case withOrigins = "files-v3"

    fileprivate var file: URL {
      RepositoryFolder.tests.appending(path: "Formats/\(rawValue)/store.txt")
    }
  }

  static func store(_ format: Format) throws -> SampleStore {
    if ProcessInfo.processInfo.environment["BAILEY_WRITE_FIXTURES"] == "1" { try writeIfMissing(format.file) }
    let folder = try ScratchFolder()
    try StoreListing.lay(String(contentsOf: format.file, encoding: .utf8), in: folder)
    return SampleStore(in: folder)
  }

  private static func writeIfMissing(_ file: URL) throws {
    guard !FileManager.default.fileExists(atPath: file.path) else { return }
    let store = try SampleStore()
    try store.folder.open().unlink(StoreLayout.ownFolder + "/" + StoreLayout.journal)
    let image = try TreeImage(of: store.folder.open())
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(StoreListing.write(image).utf8).write(to: file)
  }

  @Test(arguments: Format.allCases) func `Every file of every format opens`(format: Format) throws {
    let store = try Self.store(format)
    let files = try store.files()
    for (path, bytes) in SampleStore.contents {
      #expect(try files.contents(path).bytes == bytes, "\(path)")
      let value = try files.attribute("user.bailey.protection", of: path)
      let expected = SampleStore.classes[path] ?? .completeUntilFirstUserAuthentication
      #expect(ProtectionClass(attributeValue: String(decoding: value, as: UTF8.self)) == expected, "\(path)")
    }
    for (path, target) in SampleStore.links { #expect(try files.target(of: path) == target) }
    #expect(try files.attribute("user.note", of: "letter") == SampleStore.attribute)
    files.filesystem.close()
    withExtendedLifetime(store) {}
  }

  @Test func `Access lists and attributes with long names are there`() throws {
    let store = try Self.store(.withOrigins)
    // The listing has no modes, by which the list's owner, mask and others are decided.
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: store.path("letter"))
    let files = try store.files()
    #expect(try files.attribute("system.posix_acl_access", of: "letter") == SampleStore.accessList)
    #expect(try files.attribute("system.posix_acl_default", of: "docs") == SampleStore.accessList)
    #expect(try files.attribute(SampleStore.longAttribute, of: "letter") == SampleStore.attribute)
    withExtendedLifetime(store) {}
  }

  @Test(arguments: Format.allCases) func `A store of every format can be written`(format: Format) throws {
    let store = try Self.store(format)
    let files = try store.files()
    try files.makeFile("docs/new", [1, 2, 3])
    try files.rename("letter", to: "diary")
    try files.setClass(.none, of: "inbox")
    try files.rename("clock", to: "empty")
    files.filesystem.close()
    let again = try store.files()
    // Nobody has set the class of `letter`. That of `clock` was set, which older formats do not say.
    #expect(try again.protection(of: "diary") == .complete)
    let kept = format == .withOrigins ? ProtectionClass.none : .completeUntilFirstUserAuthentication
    #expect(try again.protection(of: "empty") == kept)
    #expect(try again.contents("docs/new").bytes == [1, 2, 3])
    #expect(try again.contents("diary").bytes == SampleStore.contents["letter"])
    #expect(try again.contents("inbox").bytes == SampleStore.contents["inbox"])
  }
}
