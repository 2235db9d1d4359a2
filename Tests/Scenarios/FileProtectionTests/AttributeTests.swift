// SPDX-License-Identifier: Apache-2.0
import AppleFoundation
import Foundation
import RunningInstance
import Testing

/// Attributes as code for Apple's systems reads and passes them on, on a real mount.
@Suite(.serialized, .enabled(if: FileManager.default.fileExists(atPath: "/dev/fuse"), "there is no /dev/fuse"))
struct AttributeTests {
  @Test func `The protection among attributes is a string and a FileProtectionType`() throws {
    try withInstance { instance in
      let url = instance.mount.appending(path: "file")
      try Data().write(to: url, options: .completeFileProtectionWhenUserInactive)
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      #expect(attributes[.protectionKey] as? FileProtectionType == .complete)
      #expect(attributes[.protectionKey] as? String == "NSFileProtectionComplete")
      let other = instance.mount.appending(path: "other")
      #expect(
        FileManager.default.createFile(
          atPath: other.path, contents: nil, attributes: [.protectionKey: attributes[.protectionKey] as Any]))
      let protection = try FileManager.default.attributesOfItem(atPath: other.path)[.protectionKey]
      #expect(protection as? FileProtectionType == .complete)
    }
  }

  @Test func `A folder that exists in the mount keeps its class`() throws {
    try withInstance { instance in
      let folder = instance.mount.appending(path: "folder")
      for type in [FileProtectionType.complete, .none] {
        try FileManager.default.createDirectory(
          at: folder, withIntermediateDirectories: true, attributes: [.protectionKey: type])
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
      #expect(attributes[.protectionKey] as? FileProtectionType == .complete)
    }
  }
}
