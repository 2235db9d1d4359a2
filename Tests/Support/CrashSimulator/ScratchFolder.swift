// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
package import SystemCalls

/// A folder that is there for one test: in memory where extended attributes work there, else on the disk.
package final class ScratchFolder: Sendable {
  package let path: String

  package init() throws {
    let parent = Self.attributesWorkInMemory ? "/dev/shm" : FileManager.default.temporaryDirectory.path
    path = parent + "/bailey-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func open() throws(SystemError) -> FileDescriptor {
    try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
  }

  package func open(_ name: String, _ flags: Int32) throws(SystemError) -> FileDescriptor {
    try FileDescriptor.open(path + "/" + name, flags, mode: 0o700)
  }

  /// Since Linux 6.6.
  private static let attributesWorkInMemory: Bool = {
    let path = "/dev/shm/bailey-test-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard let file = try? FileDescriptor.open(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600) else { return false }
    return (try? file.setExtendedAttribute("user.bailey", to: [1].span)) != nil
  }()
}

extension Wreck {
  /// Lays the wreck out in a folder of its own and looks at it.
  package func inspect(_ body: (ScratchFolder) throws -> Void) throws {
    let folder = try ScratchFolder()
    try image.write(into: folder.open())
    try body(folder)
  }
}
