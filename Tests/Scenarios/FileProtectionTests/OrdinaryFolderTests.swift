// SPDX-License-Identifier: Apache-2.0
import AppleFoundation
import Foundation
import Testing

/// Outside a protected mount a protection option is an error, never silence; everything else is Foundation's.
@Suite struct OrdinaryFolderTests {
  private let folder: Folder
  private var url: URL { folder.url.appendingPathComponent("file") }
  private let data = Data("contents".utf8)

  init() throws { folder = try Folder() }

  @Test func `Without a protection option a write is Foundation's`() throws {
    try data.write(to: url)
    try data.write(to: url, options: [.atomic])
    #expect(try Data(contentsOf: url) == data)
    #expect(throws: (any Error).self) { try data.write(to: url, options: .withoutOverwriting) }
  }

  @Test(arguments: [
    Data.WritingOptions.completeFileProtection, .completeFileProtectionUnlessOpen,
    .completeFileProtectionUntilFirstUserAuthentication, .completeFileProtectionWhenUserInactive,
    [.atomic, .completeFileProtection],
  ])
  func `A protection option is an error, and nothing is written`(options: Data.WritingOptions) throws {
    let error = #expect(throws: CocoaError.self) { try data.write(to: url, options: options) }
    #expect(error?.code == .featureUnsupported)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  /// As an app's tests have it.
  private final class CopyCounter: FileManager, @unchecked Sendable {
    var copies = 0
    override func copyItem(at source: URL, to target: URL) throws {
      copies += 1
      try super.copyItem(at: source, to: target)
    }
  }

  @Test func `An app's own way to copy is the one that is used, with its delegate`() throws {
    try data.write(to: url)
    let counter = CopyCounter()
    let delegate = ChoosingDelegate(refusing: ["file"])
    let manager: FileManager = counter
    let copy = url.appendingPathExtension("copy")
    try manager.copyItem(at: url, to: copy)
    #expect(counter.copies == 1)
    #expect(try Data(contentsOf: copy) == data)
    counter.delegate = delegate
    try manager.copyItem(at: url, to: url.appendingPathExtension("refused"))
    #expect(!FileManager.default.fileExists(atPath: url.path + ".refused"))
  }

  @Test func `No protection is what an ordinary folder has`() throws {
    try data.write(to: url, options: .noFileProtection)
    #expect(try Data(contentsOf: url) == data)
    try FileManager.default.setAttributes([.protectionKey: FileProtectionType.none], ofItemAtPath: url.path)
  }

  @Test func `Attributes that ask for protection are errors`() throws {
    try data.write(to: url)
    let wanted: [FileAttributeKey: Any] = [.protectionKey: FileProtectionType.complete]
    #expect(throws: CocoaError.self) { try FileManager.default.setAttributes(wanted, ofItemAtPath: url.path) }
    #expect(throws: CocoaError.self) {
      try (url as NSURL).setResourceValue(URLFileProtection.complete, forKey: .fileProtectionKey)
    }
    #expect(throws: CocoaError.self) {
      try (url as NSURL).setResourceValues([.fileProtectionKey: URLFileProtection.complete])
    }
    let other = url.appendingPathExtension("other")
    #expect(!FileManager.default.createFile(atPath: other.path, contents: data, attributes: wanted))
    #expect(throws: CocoaError.self) {
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true, attributes: wanted)
    }
    #expect(!FileManager.default.fileExists(atPath: other.path))
    #expect(throws: CocoaError.self) {
      try FileManager.default.createDirectory(
        at: folder.url, withIntermediateDirectories: true, attributes: wanted)
    }
  }

  @Test func `An attribute that only looks like a class protects nothing`() throws {
    try data.write(to: url)
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    #expect(attributes[.protectionKey] == nil)
    #expect(try url.resourceValues(forKeys: [.fileProtectionKey, .isDirectoryKey]).fileProtection == nil)
    #expect(try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == false)
    var value: AnyObject?
    try (url as NSURL).getResourceValue(&value, forKey: .fileProtectionKey)
    #expect(value == nil)
  }

  @Test func `Copies and moves are Foundation's`() throws {
    try data.write(to: url)
    let (copy, moved) = (folder.url.appending(path: "copy"), folder.url.appending(path: "moved"))
    try FileManager.default.copyItem(at: url, to: copy)
    try FileManager.default.moveItem(atPath: copy.path, toPath: moved.path)
    #expect(try Data(contentsOf: moved) == data)
    #expect(throws: CocoaError.self) { try FileManager.default.copyItem(at: url, to: moved) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(Set(names) == ["file", "moved"])
  }

  @Test func `A subclass that continues with super comes to an end`() throws {
    final class Noting: FileManager, @unchecked Sendable {
      nonisolated(unsafe) var calls = 0
      override func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {
        unsafe calls += 1
        try super.setAttributes(attributes, ofItemAtPath: path)
      }
    }
    try data.write(to: url)
    let manager = Noting()
    try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    #expect(unsafe manager.calls >= 1)
    #expect(try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int == 0o600)
  }
}

/// An empty folder that goes away with the test.
private final class Folder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("bailey-test-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: url) }
}
