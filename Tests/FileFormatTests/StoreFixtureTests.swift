// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import DirectFiles
import Foundation
import LinuxSystem
import ProtectedFiles
import ProtectedFilesystem
import ProtectionModel
import SampleStore
import Testing

/// Every store ever written opens: `Tests/Formats/files-v1` is one of format 1.
///
/// `BAILEY_WRITE_FIXTURES=1` makes a fixture that is not there; one that is there is never written again.
@Suite struct StoreFixtureTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Formats/files-v1/store.txt")

  static func store() throws -> SampleStore {
    if ProcessInfo.processInfo.environment["BAILEY_WRITE_FIXTURES"] == "1" { try writeIfMissing() }
    let folder = try ScratchFolder()
    try StoreListing.lay(String(contentsOf: file, encoding: .utf8), in: folder)
    return SampleStore(in: folder)
  }

  private static func writeIfMissing() throws {
    guard !FileManager.default.fileExists(atPath: file.path) else { return }
    let store = try SampleStore()
    try store.folder.open().unlink(StoreLayout.ownFolder + "/" + StoreLayout.journal)
    let image = try TreeImage(of: store.folder.open())
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(StoreListing.write(image).utf8).write(to: file)
  }

  @Test func `Every file of format1 opens`() throws {
    let store = try Self.store()
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

  @Test func `A store of format1 can be written`() throws {
    let store = try Self.store()
    let files = try store.files()
    try files.makeFile("docs/new", [1, 2, 3])
    try files.rename("letter", to: "diary")
    try files.setClass(.none, of: "inbox")
    files.filesystem.close()
    let again = try store.files()
    #expect(try again.contents("docs/new").bytes == [1, 2, 3])
    #expect(try again.contents("diary").bytes == SampleStore.contents["letter"])
    #expect(try again.contents("inbox").bytes == SampleStore.contents["inbox"])
  }
}
