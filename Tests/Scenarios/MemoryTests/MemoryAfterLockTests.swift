// SPDX-License-Identifier: Apache-2.0
import FileSystemContract
import Foundation
import Glibc
import ProcessMemory
import ProtectionModel
import RunningInstance
import SystemCalls
import Testing

/// What the memory of Bailey's processes holds, and what it does not hold any more.
@Suite(.serialized, .enabled(if: InstanceMemory.isReadable, "only root may read such memory, and only with /dev/fuse"))
struct MemoryAfterLockTests {
  private static let plaintext = InstanceMemory.plaintext

  @Test func `The search finds keys while unlocked and nothing after the lock`() throws {
    try withInstance(environment: InstanceMemory.visiblePages) { instance in
      let memory = try InstanceMemory(of: instance)
      let url = try instance.makeSecretFile("secret", "complete")
      let file = try FileDescriptor.open(url.path, O_RDWR)
      file.forgetCachedPages()
      _ = try file.read(count: 100_000, at: 0)
      let gone = memory.classKeys(.whileUnlocked).merging(["file key": try memory.key(of: url)]) { $1 }
      let never = ["passcode": Data(RunningInstance.passcode.utf8), "plaintext": Self.plaintext]
      #expect(gone.keys.contains("fileComplete") && gone.keys.contains("keychainWhenUnlocked"))

      #expect(try memory.search(for: gone) == Set(gone.keys), "each where it should be")
      try instance.lock()
      let all = gone.merging(never) { $1 }
      let found = try memory.search(for: all)
      #expect(found == [])
      let foundInImages = try memory.searchImages(for: all)
      #expect(foundInImages == [])
      let staying = memory.classKeys(.afterFirstUnlock)
      #expect(try memory.search(for: staying) == Set(staying.keys), "what a lock does not take")

      try instance.unlock()
      #expect(try file.read(count: Self.plaintext.count, at: 0) == [UInt8](Self.plaintext))
    }
  }

  /// Class keys are in the enclave, the keys of open files in the file server; nothing of either is anywhere else.
  @Test func `While unlocked each program holds its own keys and no others`() throws {
    try withInstance(environment: InstanceMemory.visiblePages) { instance in
      let memory = try InstanceMemory(of: instance)
      let url = try instance.makeSecretFile("secret", "complete")
      let file = try FileDescriptor.open(url.path, O_RDWR)
      file.forgetCachedPages()
      _ = try file.read(count: 100_000, at: 0)
      try #require(ClientProgram("first", of: instance).run("add", "me", "hunter2").exitCode == 0)
      let classKeys = memory.classKeys(.whileUnlocked).merging(memory.classKeys(.afterFirstUnlock)) { $1 }
      let fileKey = ["file key": try memory.key(of: url)]
      let found = try memory.holdings(of: classKeys.merging(fileKey) { $1 })
      #expect(found["bailey-enclave"] == Set(classKeys.keys))
      #expect(found["bailey-fs"] == ["file key"])
      #expect(found["baileyd"] == [] && found["bailey"] == [])
    }
  }

  @Test func `Before the first unlock there are no keys that a passcode guards`() throws {
    try withInstance(environment: InstanceMemory.visiblePages) { instance in
      let memory = try InstanceMemory(of: instance)
      let url = try instance.makeSecretFile("secret", "completeUntilFirstUserAuthentication")
      let classKeys = memory.classKeys(.whileUnlocked).merging(memory.classKeys(.afterFirstUnlock)) { $1 }
      let keys = classKeys.merging(["file key": try memory.key(of: url)]) { $1 }
      #expect(keys.keys.contains("fileCompleteUntilFirstUserAuthentication"))
      try instance.restart()
      #expect(throws: SystemError.self) { try FileDescriptor.open(url.path, O_RDONLY).read(count: 1, at: 0) }
      #expect(try memory.search(for: keys.merging(["plaintext": Self.plaintext]) { $1 }) == [])

      try instance.unlock()
      let file = try FileDescriptor.open(url.path, O_RDONLY)
      _ = try file.read(count: 1, at: 0)
      #expect(try memory.search(for: keys) == Set(keys.keys))
    }
  }

  @Test func `The key of a closed file is gone`() throws {
    try withInstance(environment: InstanceMemory.visiblePages) { instance in
      let memory = try InstanceMemory(of: instance)
      let url = try instance.makeSecretFile("secret", "complete")
      let keys = ["file key": try memory.key(of: url)]
      do {
        let file = try FileDescriptor.open(url.path, O_RDONLY)
        _ = try file.read(count: 1, at: 0)
        #expect(try memory.search(for: keys) == ["file key"])
      }
      // The kernel tells of a close when it has time.
      var left = try memory.search(for: keys)
      for _ in 0..<600 where !left.isEmpty {
        usleep(100_000)
        left = try memory.search(for: keys)
      }
      #expect(left == [])
    }
  }

  /// File keys made ahead are nobody's yet; they are told by the wrapped keys that lie beside them.
  @Test func `Keys made ahead are gone too`() throws {
    try withInstance(environment: InstanceMemory.visiblePages) { instance in
      let memory = try InstanceMemory(of: instance)
      let folder = instance.mount.appending(path: "folder")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try instance.setClass("complete", of: folder)
      try Data("x".utf8).write(to: folder.appending(path: "file"))
      let server = try #require(instance.processes(named: "bailey-fs").first)
      let found = try ProcessMemory.wrappedKeys(in: server) { try? memory.keys.unwrap($0, .fileComplete) }
      #expect(found.count >= 10, "\(found.count) keys are wrapped in its memory")
      let keys = Dictionary(uniqueKeysWithValues: found.enumerated().map { ("key \($0.offset)", $0.element) })
      #expect(try memory.search(for: keys).count >= 10)
      try instance.lock()
      #expect(try memory.search(for: keys) == [])
    }
  }

  @Test func `Secret pages hide keys even while unlocked`() throws {
    try withInstance { instance in
      let memory = try InstanceMemory(of: instance)
      let url = try instance.makeSecretFile("secret", "complete")
      let file = try FileDescriptor.open(url.path, O_RDWR)
      _ = try file.read(count: 1, at: 0)
      let keys = memory.classKeys(.whileUnlocked).merging(["file key": try memory.key(of: url)]) { $1 }
      #expect(try memory.search(for: keys) == [])
    }
  }
}
