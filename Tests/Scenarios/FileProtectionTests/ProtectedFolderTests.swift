// SPDX-License-Identifier: Apache-2.0
import AppleFoundation
import Foundation
import RunningInstance
import Testing

/// Apple's listings and calls on a real mount.
@Suite(.serialized, .enabled(if: FileManager.default.fileExists(atPath: "/dev/fuse"), "there is no /dev/fuse"))
struct ProtectedFolderTests {
  private func protection(_ url: URL) throws -> FileProtectionType {
    try #require(FileManager.default.attributesOfItem(atPath: url.path)[.protectionKey] as? FileProtectionType)
  }

  @Test func `Listing 1: a file written with complete protection cannot be read while locked`() throws {
    try withInstance { instance in
      let fileURL = instance.mount.appendingPathComponent("listing1")
      let data = Data("my secret".utf8)
      do {
        try data.write(to: fileURL, options: .completeFileProtection)
      } catch {
        Issue.record(error)
      }
      #expect(try protection(fileURL) == .complete)
      try instance.lock()
      #expect(throws: (any Error).self) { try Data(contentsOf: fileURL) }
      let refused = #expect(throws: CocoaError.self) { try data.write(to: fileURL, options: .completeFileProtection) }
      #expect(refused?.code == .fileWriteNoPermission)
      try instance.unlock()
      #expect(try Data(contentsOf: fileURL) == data)
    }
  }

  @Test func `Listing 2: a file that exists changes its class`() throws {
    try withInstance { instance in
      let fileURL = instance.mount.appendingPathComponent("listing2")
      try Data("on disk".utf8).write(to: fileURL)
      #expect(try protection(fileURL) == .completeUntilFirstUserAuthentication)
      do {
        try (fileURL as NSURL).setResourceValue(URLFileProtection.complete, forKey: .fileProtectionKey)
      } catch {
        Issue.record(error)
      }
      #expect(try fileURL.resourceValues(forKeys: [.fileProtectionKey]).fileProtection == URLFileProtection.complete)
      try instance.lock()
      #expect(throws: (any Error).self) { try Data(contentsOf: fileURL) }
    }
  }

  @Test func `Every way to write gives the file its class`() throws {
    try withInstance { instance in
      let folder = instance.mount
      func url(_ name: String) -> URL { folder.appendingPathComponent(name) }
      try Data().write(to: url("a"), options: [.completeFileProtectionUnlessOpen, .atomic])
      #expect(try protection(url("a")) == .completeUnlessOpen)
      try NSData(data: Data([1])).write(to: url("b"), options: .noFileProtection)
      #expect(try protection(url("b")) == FileProtectionType.none)
      try NSData(data: Data([1])).write(toFile: url("c").path, options: .completeFileProtection)
      #expect(try protection(url("c")) == .complete)
      let manager = FileManager.default
      #expect(
        manager.createFile(
          atPath: url("d").path, contents: Data([1, 2]), attributes: [.protectionKey: FileProtectionType.complete]))
      #expect(try protection(url("d")) == .complete)
      try manager.setAttributes(
        [.protectionKey: FileProtectionType.none, .posixPermissions: 0o600], ofItemAtPath: url("d").path)
      #expect(try protection(url("d")) == FileProtectionType.none)
      #expect(try Data(contentsOf: url("d")) == Data([1, 2]))
      try manager.createDirectory(
        at: url("folder/inner"), withIntermediateDirectories: true,
        attributes: [.protectionKey: FileProtectionType.complete])
      try Data().write(to: url("folder/inner/file"))
      #expect(try protection(url("folder/inner/file")) == .complete)
      let names = try manager.contentsOfDirectory(atPath: folder.path)
      #expect(Set(names) == ["a", "b", "c", "d", "folder"])
    }
  }

  @Test func `An atomic write replaces the file, its class and nothing else`() throws {
    try withInstance { instance in
      let url = instance.mount.appendingPathComponent("file")
      try Data("old".utf8).write(to: url)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: url.path)
      try Data("new".utf8).write(to: url, options: [.atomic, .completeFileProtection])
      #expect(try Data(contentsOf: url) == Data("new".utf8))
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      #expect(attributes[.posixPermissions] as? Int == 0o640)
      #expect(try protection(url) == .complete)
    }
  }

  @Test func `A write that must not overwrite does not`() throws {
    try withInstance { instance in
      let url = instance.mount.appendingPathComponent("file")
      try Data("old".utf8).write(to: url)
      let error = #expect(throws: CocoaError.self) {
        try Data("new".utf8).write(to: url, options: [.withoutOverwriting, .completeFileProtection])
      }
      #expect(error?.code == .fileWriteFileExists)
      #expect(try Data(contentsOf: url) == Data("old".utf8))
      #expect(try protection(url) == .completeUntilFirstUserAuthentication)
    }
  }
}
