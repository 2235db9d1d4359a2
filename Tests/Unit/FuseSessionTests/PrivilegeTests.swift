// SPDX-License-Identifier: Apache-2.0
import CLinux
import Files
import FuseSession
import Glibc
import PlainFilesystems
import SystemCalls
import Testing

@Suite(.enabled(if: MountedFolder.isPossible, "there is no /dev/fuse here"))
struct PrivilegeTests {
  let filesystem = MemoryFilesystem()

  @Test(.enabled(if: geteuid() == 0, "only root can show what root keeps"))
  func `A write by another user clears set user ID`() throws {
    let folder = try MountedFolder(filesystem)
    let file = try fileWithAllBits(folder)
    try file.write([1].span, at: 0)
    #expect(try file.status().st_mode & 0o7777 == 0o6777)
    try asAnotherUser { try file.write([1].span, at: 0) }
    #expect(try file.status().st_mode & 0o7777 == 0o777)
    #expect(filesystem.observed.writes.map(\.privileges) == [.keep, .clear])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can show what root keeps"))
  func `So do truncation and a new owner`() throws {
    let folder = try MountedFolder(filesystem)
    let file = try fileWithAllBits(folder)
    try asAnotherUser { try file.truncate(to: 5) }
    #expect(try file.status().st_mode & 0o7777 == 0o777)

    try file.changeMode(to: 0o6777)
    try asAnotherUser { _ = try FileDescriptor.open(folder("file"), O_WRONLY | O_TRUNC) }
    #expect(try file.status().st_mode & 0o7777 == 0o777)

    try file.changeMode(to: 0o6777)
    try file.changeOwner(user: 1, group: 1)
    #expect(try file.status().st_mode & 0o7777 == 0o777)
  }

  @Test func `Writing asks for no extended attributes`() throws {
    let folder = try MountedFolder(filesystem)
    let file = try FileDescriptor.open(folder("file"), O_RDWR | O_CREAT, mode: 0o600)
    for offset in 0..<20 { try file.write([1].span, at: offset) }
    #expect(filesystem.observed.extendedAttributesAsked == 0)
  }

  @Test func `Set group ID without execution is no privilege`() {
    #expect(PrivilegeBits.clear.applied(to: 0o106755) == 0o100755)
    #expect(PrivilegeBits.clear.applied(to: 0o106745) == 0o102745)
    #expect(PrivilegeBits.keep.applied(to: 0o106755) == 0o106755)
  }

  private func fileWithAllBits(_ folder: MountedFolder) throws -> FileDescriptor {
    let file = try FileDescriptor.open(folder("file"), O_RDWR | O_CREAT, mode: 0o777)
    try file.changeMode(to: 0o6777)
    return file
  }
}

/// Runs the body as a user without privilege. Only this thread changes.
private func asAnotherUser<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
  #expect(clinux_set_fs_user(4711, 4711) == 0)
  defer { #expect(clinux_set_fs_user(0, 0) == 0) }
  try body()
}
