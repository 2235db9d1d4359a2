// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// What damage to the folder of encrypted files does, and what is said of it.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct StoreAttacks {
  /// What happens to an empty file's header of 512 bytes.
  enum Harm: CaseIterable, Sendable { case flipped, cutInHalf, cutInSecondCopy, cutToNothing, zeroed }

  @Test(arguments: Harm.allCases)
  func `A damaged empty file answers EIO, is named, and goes only by repair`(harm: Harm) throws {
    try withInstance(.absent) { instance in
      let file = instance.mount.appending(path: ".gitkeep").path
      try Data().write(to: URL(fileURLWithPath: file))
      try instance.succeed(["down"])
      let backing = try inflict(harm, instance)
      try instance.succeed(["up"])
      for _ in 0..<2 {
        #expect(throws: SystemError(.open, code: EIO)) { _ = try FileDescriptor.open(file, O_RDONLY) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: instance.mount.path) == [".gitkeep"])
      }
      let check = try instance.bailey(["files", "fsck"])
      #expect(check.exitCode == 1 && check.output.contains(".gitkeep: "), "\(check)")
      #expect(FileManager.default.fileExists(atPath: backing), "looking removes nothing")
      try instance.succeed(["files", "fsck", "--repair"])
      let after = try instance.succeed(["files", "fsck"])
      #expect(after.output.contains("nothing is damaged"))
    }
  }

  private func inflict(_ harm: Harm, _ instance: RunningInstance) throws -> String {
    let path = try onlyFile(instance)
    let file = try FileDescriptor.open(path, O_RDWR)
    #expect(try file.status().st_size == 512)
    switch harm {
    case .flipped:
      let byte = try file.read(count: 1, at: 30)[0]
      try file.write([byte ^ 0x10].span, at: 30)
    case .cutInHalf: try file.truncate(to: 100)
    case .cutInSecondCopy: try file.truncate(to: 300)
    case .cutToNothing: try file.truncate(to: 0)
    case .zeroed: try file.write([UInt8](repeating: 0, count: 512).span, at: 0)
    }
    return path
  }

  private func onlyFile(_ instance: RunningInstance) throws -> String {
    let folder = instance.home.appending(path: "files").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != ".bailey" }
    #expect(names.count == 1)
    return folder + "/" + (try #require(names.first))
  }

  @Test func `A block of zeros is damage in a file without holes, also in one that had some and was emptied`() throws {
    try withInstance(.absent) { instance in
      let path = instance.mount.appending(path: "database").path
      let file = try FileDescriptor.open(path, O_RDWR | O_CREAT, mode: 0o600)
      try file.truncate(to: 1 << 20)
      try file.truncate(to: 0)
      try file.write([UInt8](repeating: 7, count: 12_288).span, at: 0)
      try file.sync()
      _ = consume file
      try instance.succeed(["down"])
      let backing = try FileDescriptor.open(try onlyFile(instance), O_RDWR)
      try backing.write([UInt8](repeating: 0, count: 4124).span, at: 512 + 4124)
      try instance.succeed(["up"])
      let again = try FileDescriptor.open(path, O_RDONLY)
      #expect(throws: SystemError(.pread, code: EIO)) { try again.read(count: 1, at: 5000) }
      #expect(try again.read(count: 1, at: 9000) == [7])
      _ = consume again
      #expect(try instance.bailey(["files", "fsck"]).exitCode == 1)
    }
  }

  @Test func `A block of zeros is damage where something was written, also in a file with holes elsewhere`() throws {
    try withInstance(.absent) { instance in
      let path = instance.mount.appending(path: "disk image").path
      let file = try FileDescriptor.open(path, O_RDWR | O_CREAT, mode: 0o600)
      try file.truncate(to: 1 << 20)
      try file.write([UInt8](repeating: 7, count: 12_288).span, at: 65_536)
      _ = consume file
      try instance.succeed(["down"])
      let backing = try FileDescriptor.open(try onlyFile(instance), O_RDWR)
      try backing.write([UInt8](repeating: 0, count: 4124).span, at: 512 + 17 * 4124)
      try instance.succeed(["up"])
      let again = try FileDescriptor.open(path, O_RDONLY)
      #expect(throws: SystemError(.pread, code: EIO)) { try again.read(count: 1, at: 69_632) }
      #expect(try again.read(count: 1, at: 65_536) == [7])
      #expect(try again.read(count: 1, at: 600_000) == [0])
      _ = consume again
      #expect(try instance.bailey(["files", "fsck"]).exitCode == 1)
    }
  }

  @Test func `An undo log whose file is gone is no damage`() throws {
    try withInstance(.absent) { instance in
      try instance.succeed(["down"])
      let log = instance.home.appending(path: "files/.bailey/undo/0123456789abcdef0123456789abcdef").path
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: log))
      try instance.succeed(["up"])
      let check = try instance.succeed(["files", "fsck"])
      #expect(check.output.contains("an undo log whose file is gone; no file is damaged by that"))
      #expect(check.output.contains("0 files checked: nothing is damaged. 1 undo log of files that are gone"))
      let json = try instance.succeed(["files", "fsck", "--json"]).output.filter { $0 != " " }
      #expect(json.contains("\"problem\":\"log\""))
      try instance.succeed(["files", "fsck", "--repair"])
      #expect(!FileManager.default.fileExists(atPath: log))
    }
  }
}
