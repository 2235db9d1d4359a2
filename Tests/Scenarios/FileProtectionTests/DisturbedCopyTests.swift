// SPDX-License-Identifier: Apache-2.0
import AppleFoundation
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing
import Threads

/// Copies, moves and writes while others change what they work on, past mounts that are dead, on disks that fail.
@Suite(.serialized, .enabled(if: FileManager.default.fileExists(atPath: "/dev/fuse")))
struct DisturbedCopyTests {
  private let manager = FileManager.default

  /// Copies, once for each of its calls on files, with the disturbance before that call.
  private func copy(
    _ source: URL, to target: URL, prepare: () throws -> Void, disturb: @escaping @Sendable () -> Void,
    check: () throws -> Void
  ) throws {
    var (step, calls) = (1, 1)
    while calls >= step {
      try prepare()
      let (count, last) = (Locked(0), step)
      let plan = FaultPlan { _ in
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number == last { disturb() }
        return nil
      }
      try? FaultPlan.$current.withValue(plan) { try manager.copyItem(at: source, to: target) }
      try check()
      try? manager.removeItem(at: target)
      calls = count.withLock { $0 }
      step += 1
    }
    #expect(step > 5, "the copy made its calls where nobody could disturb them")
  }

  @Test func `Contents go with the class of the file that they are read from, whatever takes its name`() throws {
    try withInstance { instance in
      let (source, secret) = (instance.mount.appending(path: "source"), instance.mount.appending(path: "secret"))
      let outside = instance.mount.deletingLastPathComponent().appending(path: "copy")
      for target in [instance.mount.appending(path: "copy"), outside] {
        try copy(source, to: target) {
          try Data("known".utf8).write(to: source, options: [.noFileProtection, .atomic])
          try Data("secret".utf8).write(to: secret, options: .completeFileProtection)
        } disturb: {
          _ = unsafe rename(secret.path, source.path)
        } check: {
          guard let contents = try? Data(contentsOf: target), contents != Data("known".utf8), !contents.isEmpty else {
            return
          }
          #expect(target != outside)
          let attributes = try manager.attributesOfItem(atPath: target.path)
          #expect(attributes[.protectionKey] as? FileProtectionType == .complete)
        }
      }
    }
  }

  @Test func `What is put in a folder's place leads nowhere else`() throws {
    try withInstance { instance in
      let folder = instance.mount.appending(path: "folder")
      let inner = folder.appending(path: "inner")
      let (copy, aside) = (instance.mount.appending(path: "copy"), instance.mount.appending(path: "aside"))
      let other = instance.mount.appending(path: "other")
      try self.copy(folder, to: copy) {
        for url in [folder, aside, other] { try? manager.removeItem(at: url) }
        try manager.createDirectory(at: inner, withIntermediateDirectories: true)
        try manager.createDirectory(at: other, withIntermediateDirectories: true)
        try Data("secret".utf8).write(to: inner.appending(path: "secret"), options: .completeFileProtection)
      } disturb: {
        // Where the copy goes, and where it comes from.
        for url in [copy.appending(path: "inner"), inner] where unsafe rename(url.path, aside.path) == 0 {
          _ = unsafe symlink(other.path, url.path)
          return
        }
      } check: {
        let names = try manager.contentsOfDirectory(atPath: other.path)
        #expect(names.isEmpty)
      }
    }
  }

  @Test func `A write that the disk does not take is an error`() throws {
    try withInstance { instance in
      let url = instance.mount.appending(path: "file")
      let plan = FaultPlan { $0.call == .fsync ? EIO : nil }
      for options: Data.WritingOptions in [.completeFileProtection, [.completeFileProtection, .atomic]] {
        #expect(throws: CocoaError.self) {
          try FaultPlan.$current.withValue(plan) { try Data("secret".utf8).write(to: url, options: options) }
        }
        let names = try manager.contentsOfDirectory(atPath: instance.mount.path)
        #expect(names.isEmpty)
      }
    }
  }

  @Test func `A folder with a dead mount below it moves as any other`() throws {
    try withInstance { instance in
      let folder = instance.mount.deletingLastPathComponent()
      let moved = folder.deletingLastPathComponent().appending(path: folder.lastPathComponent + "-moved")
      let all = ["bailey", "bailey-enclave", "bailey-fs", "baileyd"].flatMap { instance.processes(named: $0) }
      for process in all { kill(process, SIGSTOP) }
      for process in all { kill(process, SIGKILL) }
      while all.contains(where: { kill($0, 0) == 0 }) { usleep(10_000) }
      #expect(!manager.fileExists(atPath: instance.mount.appending(path: "any").path))
      try manager.moveItem(at: folder, to: moved)
      try manager.moveItem(at: moved, to: folder)
      try instance.succeed(["up", "--passcode-stdin"], input: RunningInstance.passcode + "\n")
    }
  }
}
