// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// A store on a disk that fills up: programs hear of it, and lose nothing they had.
@Suite(
  .serialized, .enabled(if: Program.canMount, "nothing can be mounted here"),
  .enabled(if: geteuid() == 0, "only root can make a disk of 12 MiB"))
struct FullDiskScenarios {
  @Test func `A full disk is an error and costs nothing`() throws {
    let disk = FileManager.default.temporaryDirectory.appending(path: "disk-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: disk) }
    try #require(try Program.run("mount", ["-t", "tmpfs", "-o", "size=12m", "tmpfs", disk.path]).exitCode == 0)
    defer { _ = try? Program.run("umount", ["-l", disk.path]) }
    let instance = try RunningInstance(below: disk)
    defer { instance.stop() }

    let kept = instance.mount.appending(path: "kept")
    let contents = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 * 31) })
    try contents.write(to: kept)
    let short = try FileDescriptor.open(
      instance.mount.appending(path: "short").path, O_CREAT | O_RDWR, mode: 0o600)
    try short.write([UInt8](repeating: 3, count: 100).span, at: 0)
    try short.sync()
    let filling = try FileDescriptor.open(
      instance.mount.appending(path: "filling").path, O_CREAT | O_RDWR, mode: 0o600)
    let piece = [UInt8](repeating: 7, count: 100_000)
    var written = 0
    let refusal = #expect(throws: SystemError.self) {
      while true {
        try filling.write(piece.span, at: written)
        written += piece.count
      }
    }
    #expect(refusal?.code == ENOSPC)
    #expect(written > 1 << 20)
    #expect(try filling.read(count: piece.count, at: written - piece.count) == piece)
    #expect(try Data(contentsOf: kept) == contents)

    // Not one page is left, and it can be started like that, to make room.
    let ballast = try FileDescriptor.open(disk.appending(path: "ballast").path, O_CREAT | O_RDWR, mode: 0o600)
    var weight = 0
    while (try? ballast.write([UInt8](repeating: 1, count: 4096).span, at: weight)) != nil { weight += 4096 }
    // What there is room for only in part leaves what was there before.
    let longer = #expect(throws: SystemError.self) {
      try short.write([UInt8](repeating: 4, count: 4096).span, at: 0)
      try short.sync()
    }
    #expect(longer?.code == ENOSPC)
    #expect(try short.read(count: 200, at: 0) == [UInt8](repeating: 3, count: 100))
    // What needs no more room is done.
    try short.write([UInt8](repeating: 5, count: 100).span, at: 0)
    try short.sync()
    try instance.restart()
    try instance.unlock()
    #expect(try Data(contentsOf: kept) == contents)
    let again = try FileDescriptor.open(instance.mount.appending(path: "filling").path, O_RDWR)

    // A change of passcode writes where there is space already, and what is removed makes room again.
    let new = "another one 43"
    try instance.succeed(["passcode", "change"], input: "\(RunningInstance.passcode)\n\(new)\n")
    try FileManager.default.removeItem(at: instance.mount.appending(path: "filling"))
    try again.truncate(to: 0)
    try contents.write(to: instance.mount.appending(path: "after"))
    try instance.restart()
    try instance.succeed(["unlock"], input: "\(new)\n")
    #expect(try Data(contentsOf: kept) == contents)
    #expect(try instance.bailey(["files", "fsck"]).exitCode == 0)
  }
}
