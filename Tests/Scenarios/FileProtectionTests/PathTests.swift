// SPDX-License-Identifier: Apache-2.0
import AppleFoundation
import Foundation
import RunningInstance
import Testing

/// Paths that do not simply end in a name: the item that they lead to, or an error.
@Suite(.serialized, .enabled(if: FileManager.default.fileExists(atPath: "/dev/fuse")))
struct PathTests {
  private let manager = FileManager.default
  private let complete: [FileAttributeKey: Any] = [.protectionKey: FileProtectionType.complete]

  private func protection(_ path: String) throws -> FileProtectionType? {
    try manager.attributesOfItem(atPath: path)[.protectionKey] as? FileProtectionType
  }

  @Test func `What is written through a link that leads nowhere yet has its class, or is not written`() throws {
    try withInstance { instance in
      let mount = instance.mount
      let outside = mount.deletingLastPathComponent().appending(path: "outside")
      let (link, way) = (mount.appending(path: "link"), mount.appending(path: "way"))
      try manager.createSymbolicLink(atPath: link.path, withDestinationPath: "made")
      try Data("secret".utf8).write(to: link, options: .completeFileProtection)
      #expect(try protection(mount.appending(path: "made").path) == .complete)
      #expect(try manager.destinationOfSymbolicLink(atPath: link.path) == "made")
      try manager.createSymbolicLink(atPath: way.path, withDestinationPath: outside.path)
      for options: Data.WritingOptions in [.completeFileProtection, [.completeFileProtection, .atomic]] {
        let error = #expect(throws: CocoaError.self) { try Data("secret".utf8).write(to: way, options: options) }
        #expect(error?.code == .featureUnsupported)
      }
      #expect(!manager.createFile(atPath: way.path, contents: Data("secret".utf8), attributes: complete))
      #expect(!manager.fileExists(atPath: outside.path))
      try manager.removeItem(at: link)
      try manager.createSymbolicLink(atPath: link.path, withDestinationPath: "link")
      #expect(throws: CocoaError.self) { try Data().write(to: link, options: .completeFileProtection) }
    }
  }

  @Test func `Dots at the end are the folder that they lead to`() throws {
    try withInstance { instance in
      let mount = instance.mount.path
      try manager.createDirectory(atPath: mount + "/folder/inner", withIntermediateDirectories: true)
      try manager.setAttributes(complete, ofItemAtPath: mount + "/folder/inner/..")
      #expect(try protection(mount + "/folder") == .complete)
      #expect(try protection(mount) != .complete)
      #expect(try protection(mount + "/folder/inner") != .complete)
      try manager.setAttributes(complete, ofItemAtPath: mount + "/folder/inner/.")
      #expect(try protection(mount + "/folder/inner") == .complete)
      for end in ["/.", "/..", "/inner/.."] {
        let path = mount + "/folder" + end
        #expect(!manager.createFile(atPath: path, contents: Data(), attributes: complete))
        #expect(throws: CocoaError.self) {
          try Data().write(to: URL(fileURLWithPath: path), options: .completeFileProtection)
        }
        #expect(throws: CocoaError.self) { try manager.moveItem(atPath: path, toPath: mount + "/moved") }
        #expect(throws: CocoaError.self) { try manager.copyItem(atPath: mount + "/folder/inner", toPath: path) }
      }
      try Data("secret".utf8).write(to: URL(fileURLWithPath: mount + "/folder/file"))
      try manager.createSymbolicLink(atPath: mount + "/link", withDestinationPath: "folder")
      for path in ["/folder/inner/..", "/folder/.", "/link/"] {
        try manager.copyItem(atPath: mount + path, toPath: mount + "/copy")
        #expect(try protection(mount + "/copy/file") == .complete)
        try manager.removeItem(atPath: mount + "/copy")
      }
      let names = try manager.contentsOfDirectory(atPath: mount)
      #expect(Set(names) == ["folder", "link"])
    }
  }

  @Test func `A folder is made with those above it, all of the class`() throws {
    try withInstance { instance in
      let mount = instance.mount.path
      try manager.createDirectory(
        atPath: mount + "/one/two/three/.", withIntermediateDirectories: true, attributes: complete)
      for path in ["/one", "/one/two", "/one/two/three"] { #expect(try protection(mount + path) == .complete) }
      // Nothing is there that the dots could lead to, and what they stand in keeps its class.
      #expect(throws: CocoaError.self) {
        try manager.createDirectory(atPath: mount + "/new/..", withIntermediateDirectories: true, attributes: complete)
      }
      #expect(try protection(mount) != .complete)
      for path in [mount, mount + "/", mount + "/one/.."] {
        try manager.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: complete)
      }
      #expect(try protection(mount) != .complete)
      let exists = #expect(throws: CocoaError.self) {
        try manager.createDirectory(atPath: mount + "/one", withIntermediateDirectories: false, attributes: complete)
      }
      #expect(exists?.code == .fileWriteFileExists)
    }
  }

  @Test func `A path is not what stands before a zero`() throws {
    try withInstance { instance in
      let path = instance.mount.path + "/file\0name"
      #expect(!manager.createFile(atPath: path, contents: Data(), attributes: complete))
      let names = try manager.contentsOfDirectory(atPath: instance.mount.path)
      #expect(names.isEmpty)
    }
  }
}
