// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import ProtectedFiles
import SystemCalls

/// A folder for one run, in memory where that can be.
struct FuzzFolder: ~Copyable {
  let path: String
  let descriptor: FileDescriptor

  init() throws {
    let parent = try FileDescriptor.open(Self.parent, O_RDONLY | O_DIRECTORY)
    let name = "bailey-fuzz-" + FileID().hexadecimal
    try parent.makeDirectory(name, mode: 0o700)
    let path = Self.parent + "/" + name
    let descriptor = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
    self.path = path
    self.descriptor = descriptor
  }

  /// In memory, where attributes work there (since Linux 6.6).
  private static let parent: String = {
    let file = try? FileDescriptor.open("/dev/shm", OpenFlag.temporary | O_RDWR, mode: 0o600)
    return (try? file?.setExtendedAttribute("user.bailey", to: [1].span)) == nil ? "/tmp" : "/dev/shm"
  }()

  func open() throws(SystemError) -> FileDescriptor { try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY) }

  borrowing func remove() {
    var names: [String] = []
    try? descriptor.forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    for name in names { try? descriptor.unlink(name) }
    _ = unsafe rmdir(path)
  }
}
