// SPDX-License-Identifier: Apache-2.0
import FileSystemContract
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// Files that programs have mapped, cached and changed when the lock comes, with all of Bailey's processes.
@Suite(.serialized, .enabled(if: InstanceMemory.isReadable, "only root may read such memory, and only with /dev/fuse"))
struct MappedFilesAfterLockTests {
  private static let plaintext = [UInt8](InstanceMemory.plaintext)
  private static let size = plaintext.count * 4000
  /// Changed by programs and not synced: through a mapping, and by writing.
  private static let stored = plaintext.count * 1000
  private static let written = plaintext.count * 3000

  @Test func `Nothing stays in memory and nothing is lost`() throws {
    try withInstance(environment: InstanceMemory.visiblePages) { instance in
      let memory = try InstanceMemory(of: instance)
      let mapped = try instance.makeSecretFile("mapped", "complete")
      let cached = try instance.makeSecretFile("cached", "complete")
      let shared = try ForeignMapping(mapped.path, count: Self.size)
      let own = try ForeignMapping(mapped.path, count: Self.size, .private)
      let late = try ForeignMapping(mapped.path, count: Self.size, .shared, .opened)
      let file = try FileDescriptor.open(cached.path, O_RDWR)
      _ = try file.read(count: Self.size, at: 0)
      try shared.hold()
      // Not held: that would make copies of its own of all pages.
      for offset in stride(from: 0, to: Self.size, by: 4096) { #expect(own[offset] != nil) }
      let needles = [
        "plaintext": InstanceMemory.plaintext, "key of the mapped file": try memory.key(of: mapped),
        "key of the cached file": try memory.key(of: cached),
      ]
      #expect(
        try memory.search(for: needles, alsoIn: [shared.process, own.process]) == Set(needles.keys),
        "the search sees mapped pages, and keys of files that are mapped only")

      shared.store(0xEE, at: Self.stored)
      try file.write([0xDD].span, at: Self.written)
      try instance.lock()

      #expect(shared.residentPages == 0)
      #expect(own.residentPages == 0)
      let isMapped = late.map()
      #expect(isMapped, "the kernel does not ask")
      for offset in stride(from: 0, to: Self.size, by: 4096) {
        #expect(shared[offset] == nil)
        #expect(own[offset] == nil)
        #expect(late[offset] == nil)
      }
      #expect(throws: SystemError(.pread, code: EPERM)) { try file.read(count: 1, at: 0) }
      #expect(throws: SystemError(.open, code: EPERM)) { _ = try FileDescriptor.open(cached.path, O_RDONLY) }
      #expect(try memory.search(for: needles, alsoIn: [shared.process, own.process, late.process]) == [])

      try instance.unlock()
      #expect(shared[Self.stored] == 0xEE)
      #expect(own[Self.stored] == 0xEE)
      #expect(late[Self.stored] == 0xEE)
      #expect(try file.read(count: 2, at: Self.written) == [0xDD, Self.plaintext[1]])
      try instance.restart()
      try instance.unlock()
      let again = try [UInt8](Data(contentsOf: mapped))
      #expect(again[Self.stored] == 0xEE && again[Self.stored + 1] == Self.plaintext[1])
      #expect(try [UInt8](Data(contentsOf: cached))[Self.written] == 0xDD)
    }
  }
}
