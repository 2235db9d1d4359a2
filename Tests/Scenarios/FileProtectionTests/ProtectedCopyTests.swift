// SPDX-License-Identifier: Apache-2.0
import AppleFoundation
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// Copies and moves on a real mount: every file keeps its class, or there is an error.
@Suite(.serialized, .enabled(if: FileManager.default.fileExists(atPath: "/dev/fuse"), "there is no /dev/fuse"))
struct ProtectedCopyTests {
  private let manager = FileManager.default

  private func protection(_ url: URL) throws -> FileProtectionType {
    try #require(manager.attributesOfItem(atPath: url.path)[.protectionKey] as? FileProtectionType)
  }

  private func setProtection(_ type: FileProtectionType, of url: URL) throws {
    try manager.setAttributes([.protectionKey: type], ofItemAtPath: url.path)
  }

  /// Beside the mount.
  private func outside(_ instance: RunningInstance, _ name: String) -> URL {
    instance.mount.deletingLastPathComponent().appending(path: name)
  }

  /// A folder of class complete that holds files and a folder of others.
  private func makeTree(_ folder: URL) throws {
    try manager.createDirectory(
      at: folder.appending(path: "open"), withIntermediateDirectories: true,
      attributes: [.protectionKey: FileProtectionType.none])
    try setProtection(.complete, of: folder)
    try Data("secret".utf8).write(to: folder.appending(path: "secret"))
    try Data("known".utf8).write(to: folder.appending(path: "known"), options: .noFileProtection)
    try Data("inbox".utf8).write(to: folder.appending(path: "open/inbox"), options: .completeFileProtectionUnlessOpen)
    try manager.createSymbolicLink(
      atPath: folder.appending(path: "link").path, withDestinationPath: "known")
    try manager.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.appending(path: "open").path)
  }

  private func expectTree(_ folder: URL) throws {
    #expect(try protection(folder) == .complete)
    #expect(try protection(folder.appending(path: "secret")) == .complete)
    #expect(try protection(folder.appending(path: "known")) == .none)
    #expect(try protection(folder.appending(path: "open")) == .none)
    #expect(try protection(folder.appending(path: "open/inbox")) == .completeUnlessOpen)
    #expect(try Data(contentsOf: folder.appending(path: "open/inbox")) == Data("inbox".utf8))
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.appending(path: "link").path) == "known")
    let attributes = try manager.attributesOfItem(atPath: folder.appending(path: "open").path)
    #expect(attributes[.posixPermissions] as? Int == 0o500)
  }

  @Test func `A copy has the class of its source, not of its folder`() throws {
    try withInstance { instance in
      let (source, target) = (instance.mount.appending(path: "one"), instance.mount.appending(path: "two"))
      let data = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
      try data.write(to: source, options: .completeFileProtection)
      try manager.setAttributes([.posixPermissions: 0o440], ofItemAtPath: source.path)
      try manager.copyItem(at: source, to: target)
      #expect(try protection(target) == .complete)
      #expect(try Data(contentsOf: target) == data)
      #expect(try manager.attributesOfItem(atPath: target.path)[.posixPermissions] as? Int == 0o440)
      try instance.lock()
      #expect(throws: (any Error).self) { try Data(contentsOf: target) }
      let refused = #expect(throws: CocoaError.self) {
        try manager.copyItem(atPath: source.path, toPath: target.path + "3")
      }
      #expect(refused?.code == .fileReadNoPermission)
      #expect(!manager.fileExists(atPath: target.path + "3"))
    }
  }

  @Test func `A folder is copied with the class of everything in it`() throws {
    try withInstance { instance in
      let folder = instance.mount.appending(path: "folder")
      try makeTree(folder)
      try manager.copyItem(at: folder, to: instance.mount.appending(path: "copy"))
      try expectTree(instance.mount.appending(path: "copy"))
    }
  }

  @Test func `A copy takes nobody's name, and does not go into itself`() throws {
    try withInstance { instance in
      let folder = instance.mount.appending(path: "folder")
      try makeTree(folder)
      let file = folder.appending(path: "secret")
      let exists = #expect(throws: CocoaError.self) {
        try manager.copyItem(at: file, to: folder.appending(path: "known"))
      }
      #expect(exists?.code == .fileWriteFileExists)
      #expect(throws: CocoaError.self) { try manager.copyItem(at: folder, to: folder.appending(path: "open")) }
      #expect(throws: CocoaError.self) { try manager.copyItem(at: folder, to: folder.appending(path: "open/copy")) }
      let absent = #expect(throws: CocoaError.self) {
        try manager.copyItem(at: folder.appending(path: "absent"), to: folder.appending(path: "copy"))
      }
      #expect(absent?.code == .fileReadNoSuchFile)
      try expectTree(folder)
    }
  }

  @Test func `Out of the mount goes what has no protection, and the rest is an error`() throws {
    try withInstance { instance in
      let folder = instance.mount.appending(path: "folder")
      try makeTree(folder)
      let copy = outside(instance, "copy")
      for name in ["folder", "folder/secret", "folder/open/inbox"] {
        let error = #expect(throws: CocoaError.self) {
          try manager.copyItem(at: instance.mount.appending(path: name), to: copy)
        }
        #expect(error?.code == .featureUnsupported)
        #expect(!manager.fileExists(atPath: copy.path))
        #expect(throws: CocoaError.self) {
          try manager.moveItem(at: instance.mount.appending(path: name), to: copy)
        }
        #expect(!manager.fileExists(atPath: copy.path))
      }
      try expectTree(folder)
      try manager.copyItem(at: folder.appending(path: "known"), to: copy)
      #expect(try Data(contentsOf: copy) == Data("known".utf8))
    }
  }

  @Test func `A folder in which a protected one is mounted is not copied without its protection`() throws {
    try withInstance { instance in
      try Data("secret".utf8).write(to: instance.mount.appending(path: "secret"))
      let copy = manager.temporaryDirectory.appending(path: "copy-\(UUID())")
      defer { try? manager.removeItem(at: copy) }
      let choosing = FileManager()
      let delegate = ChoosingDelegate(refusing: ["home"])
      choosing.delegate = delegate
      let error = #expect(throws: CocoaError.self) {
        try choosing.copyItem(at: instance.mount.deletingLastPathComponent(), to: copy)
      }
      #expect(error?.code == .featureUnsupported)
      #expect(!manager.fileExists(atPath: copy.appending(path: "mount").path))
    }
  }

  @Test func `Into the mount comes a new file of its folder`() throws {
    try withInstance { instance in
      let (plain, moved) = (outside(instance, "plain"), outside(instance, "moved"))
      try Data("plain".utf8).write(to: plain)
      try manager.copyItem(at: plain, to: moved)
      let folder = instance.mount.appending(path: "folder")
      try makeTree(folder)
      try manager.copyItem(at: plain, to: folder.appending(path: "plain"))
      try manager.moveItem(at: moved, to: folder.appending(path: "moved"))
      #expect(try protection(folder.appending(path: "plain")) == .complete)
      #expect(try protection(folder.appending(path: "moved")) == .complete)
    }
  }

  @Test func `A move keeps every class, in the mount and into another one`() throws {
    try withInstance { instance in
      let folder = instance.mount.appending(path: "folder")
      try makeTree(folder)
      try manager.moveItem(at: folder, to: instance.mount.appending(path: "moved"))
      try expectTree(instance.mount.appending(path: "moved"))
      try withInstance { other in
        let there = other.mount.appending(path: "there")
        try manager.moveItem(atPath: instance.mount.appending(path: "moved").path, toPath: there.path)
        try expectTree(there)
        #expect(try manager.contentsOfDirectory(atPath: instance.mount.path) == [])
        // A name that Foundation's listing passes over.
        let unlisted = instance.mount.appending(path: "unlisted")
        try manager.createDirectory(at: unlisted, withIntermediateDirectories: false)
        try Data("here".utf8).write(to: unlisted.appending(path: "._"))
        try manager.moveItem(at: unlisted, to: there.appending(path: "unlisted"))
        #expect(try Data(contentsOf: there.appending(path: "unlisted/._")) == Data("here".utf8))
        try manager.removeItem(at: there.appending(path: "unlisted"))
        let file = there.appending(path: "secret")
        try Data().write(to: instance.mount.appending(path: "secret"))
        let exists = #expect(throws: CocoaError.self) {
          try manager.moveItem(at: file, to: instance.mount.appending(path: "secret"))
        }
        #expect(exists?.code == .fileWriteFileExists)
        #expect(try Data(contentsOf: file) == Data("secret".utf8))
      }
    }
  }

  @Test func `A move that the disk does not take leaves the source`() throws {
    try withInstance { instance in
      let source = instance.mount.appending(path: "source")
      try Data("secret".utf8).write(to: source, options: .completeFileProtection)
      try withInstance { other in
        let target = other.mount.appending(path: "target")
        let plan = FaultPlan { $0.call == .fsync ? EIO : nil }
        #expect(throws: CocoaError.self) {
          try FaultPlan.$current.withValue(plan) { try manager.moveItem(at: source, to: target) }
        }
        let kept = try Data(contentsOf: source)
        #expect(kept == Data("secret".utf8))
        #expect(!manager.fileExists(atPath: target.path))
      }
    }
  }

  @Test func `The manager's delegate is asked of every item`() throws {
    try withInstance { instance in
      let folder = instance.mount.appending(path: "folder")
      try makeTree(folder)
      let manager = FileManager()
      let delegate = ChoosingDelegate(refusing: ["secret", "open"])
      manager.delegate = delegate
      try manager.copyItem(at: folder, to: instance.mount.appending(path: "copy"))
      let names = try manager.contentsOfDirectory(atPath: instance.mount.appending(path: "copy").path)
      #expect(Set(names) == ["known", "link"])
      try manager.moveItem(at: folder.appending(path: "open"), to: folder.appending(path: "moved"))
      #expect(manager.fileExists(atPath: folder.appending(path: "open").path))
    }
  }
}
