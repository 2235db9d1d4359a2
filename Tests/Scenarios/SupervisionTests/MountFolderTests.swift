// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import FuseSession
import Glibc
import PlainFilesystems
import TemporaryFolder
import Testing

@testable import Supervision
import Threads
import Mounts
import Files
import SystemCalls

/// The folder that is mounted on, before, below and after the mount.
@Suite struct MountFolderTests {
  @Test func `A mount point is made and is unwritable while nothing is mounted`() throws {
    try withTemporaryFolder { path in
      let point = MountFolder(path: path + "/deep/Protected")
      // Only root can mount on a folder it cannot write to.
      let whileMounting: mode_t = geteuid() == 0 ? 0o500 : 0o700
      try point.open(for: .person)
      #expect(try mode(of: point.path) == whileMounting)
      point.close()
      #expect(try mode(of: point.path) == 0o500)
      #expect(!FileManager.default.createFile(atPath: point.path + "/plain", contents: nil), "not even by root")
      try point.open(for: .supervisor)
      #expect(try mode(of: point.path) == whileMounting)
      point.giveUp()
      try FileManager.default.removeItem(atPath: point.path)
    }
  }

  @Test func `Files in the way are told to a person`() throws {
    try withTemporaryFolder { path in
      let point = MountFolder(path: path)
      try "x".write(toFile: point.path + "/file", atomically: false, encoding: .utf8)
      let refusal = #expect(throws: (any Error).self) { try point.open(for: .person) }
      #expect("\(String(describing: refusal))".contains("mountNotEmpty"))
      try point.open(for: .supervisor)
      point.giveUp()
    }
  }

  @Test func `A file is no mount point`() throws {
    try withTemporaryFolder { path in
      let path = path + "/file"
      try "x".write(toFile: path, atomically: false, encoding: .utf8)
      let refusal = #expect(throws: (any Error).self) { try MountFolder(path: path).open(for: .person) }
      #expect("\(String(describing: refusal))".contains("mountUnusable"))
    }
  }

  @Test func `What is not Bailey's mount is not cut off`() {
    #expect(MountFolder(path: "/proc").cutOff() == .notPermitted)
    #expect(MountFolder(path: "/").cutOff() == .notPermitted)
    #expect(!MountFolder(path: "/proc").hangs)
  }

  @Test func `What is mounted on is in use`() {
    let refusal = #expect(throws: (any Error).self) { try MountFolder(path: "/proc").open(for: .person) }
    #expect("\(String(describing: refusal))".contains("mountInUse"))
  }

  @Test(.enabled(if: unsafe access("/dev/fuse", R_OK | W_OK) == 0))
  func `A mount that hangs is in use and holds nobody`() throws {
    try withTemporaryFolder { path in
      let filesystem = MemoryFilesystem()
      let mount = try Mount(at: path, filesystem, MountOptions(name: "hangs"))
      let hanging = Gate()
      filesystem.observe { observed in
        observed.whenStatusAsked = { while hanging.pass({ usleep(1000) }) != nil {} }
      }
      let refusal = #expect(throws: (any Error).self) { try MountFolder(path: path).open(for: .supervisor) }
      #expect("\(String(describing: refusal))".contains("mountInUse"))
      let folder = MountFolder(path: path)
      #expect(folder.hangs)
      let outcome = folder.cutOff()
      #expect(outcome == .cutOff)
      // The thread that asked before gets its answer now, and is waited for by nobody.
      try eventually { !folder.hangs }
      hanging.close()
      mount.unmount()
    }
  }

  private func mode(of path: String) throws -> mode_t {
    try FileDescriptor.open(path, OpenFlag.path | O_DIRECTORY).status().st_mode & 0o777
  }
}
