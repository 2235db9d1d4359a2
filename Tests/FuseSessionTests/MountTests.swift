// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc
import LinuxSystem
import PlainFilesystems
import Testing

@Suite(.enabled(if: MountedFolder.isPossible, "there is no /dev/fuse here"), .serialized)
struct MountTests {
  let filesystem = MemoryFilesystem()

  @Test func whatIsWrittenIsReadBack() throws {
    let folder = try MountedFolder(filesystem)
    let file = try FileDescriptor.open(folder("file"), O_RDWR | O_CREAT, mode: 0o640)
    try file.write([1, 2, 3].span, at: 5000)
    #expect(try file.read(count: 10, at: 4999) == [0, 1, 2, 3])
    #expect(try file.status().st_size == 5003)
    #expect(try file.status().st_mode & 0o7777 == 0o640)
  }
}
