// SPDX-License-Identifier: Apache-2.0
import AppleFoundation
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing
import Threads

/// Who else works in the same folders loses nothing, and sees nothing that is not for them.
@Suite(.serialized, .enabled(if: FileManager.default.fileExists(atPath: "/dev/fuse")))
struct MeanwhileTests {
  private let manager = FileManager.default
  private let complete: [FileAttributeKey: Any] = [.protectionKey: FileProtectionType.complete]

  @Test func `A move leaves a source that was written or replaced after it was read`() throws {
    try withInstance { instance in
      let source = instance.mount.appending(path: "source")
      try withInstance { there in
        for options: Data.WritingOptions in [[], .atomic] {
          let target = there.mount.appending(path: "target")
          try Data("old".utf8).write(to: source, options: .completeFileProtection)
          let plan = FaultPlan { call in
            // By Foundation's own, which asks no plan.
            if call.call == .fsync { try? Data("newer".utf8).write(to: source, options: options) }
            return nil
          }
          #expect(throws: CocoaError.self) {
            try FaultPlan.$current.withValue(plan) { try manager.moveItem(at: source, to: target) }
          }
          let kept = try? Data(contentsOf: source)
          #expect(kept == Data("newer".utf8))
          let copied = try Data(contentsOf: target)
          #expect(copied == Data("old".utf8))
          try manager.removeItem(at: target)
        }
      }
    }
  }

  @Test func `A move whose names the disk does not take leaves the source`() throws {
    try withInstance { instance in
      let folder = instance.mount.appending(path: "folder")
      try manager.createDirectory(at: folder, withIntermediateDirectories: false)
      try withInstance { there in
        let target = there.mount.appending(path: "target")
        for last in [1, 2] {
          let count = Locked(0)
          let plan = FaultPlan { call in
            guard call.call == .fsync else { return nil }
            let number = count.withLock { count in
              count += 1
              return count
            }
            return number == last ? EIO : nil
          }
          #expect(throws: CocoaError.self) {
            try FaultPlan.$current.withValue(plan) { try manager.moveItem(at: folder, to: target) }
          }
          #expect(manager.fileExists(atPath: folder.path))
          #expect(!manager.fileExists(atPath: target.path))
        }
      }
    }
  }

  @Test func `A folder that somebody else makes meanwhile is there`() throws {
    try withInstance { instance in
      let path = instance.mount.path + "/one/two"
      var (step, calls) = (1, 1)
      while calls >= step {
        try? manager.removeItem(atPath: instance.mount.path + "/one")
        let (count, last) = (Locked(0), step)
        let plan = FaultPlan { _ in
          let number = count.withLock { count in
            count += 1
            return count
          }
          if number == last {
            _ = unsafe mkdir(instance.mount.path + "/one", 0o700)
            _ = unsafe mkdir(path, 0o700)
          }
          return nil
        }
        try FaultPlan.$current.withValue(plan) {
          try manager.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: complete)
        }
        #expect(manager.fileExists(atPath: path))
        calls = count.withLock { $0 }
        step += 1
      }
      #expect(step > 5)
    }
  }

  @Test func `A folder that does not get its class is not made`() throws {
    try withInstance { instance in
      let path = instance.mount.path + "/folder"
      let plan = FaultPlan { $0.call == .setxattr ? EIO : nil }
      #expect(throws: CocoaError.self) {
        try FaultPlan.$current.withValue(plan) {
          try manager.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: complete)
        }
      }
      #expect(!manager.fileExists(atPath: path))
    }
  }

  @Test func `What replaces a file is for nobody else while it is written either`() throws {
    try withInstance { instance in
      // Few characters, and many bytes.
      let url = instance.mount.appending(path: String(repeating: "👨‍👩‍👧‍👦", count: 9))
      try Data("old".utf8).write(to: url, options: .completeFileProtection)
      try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
      let modes = Locked<[mode_t]>([])
      let plan = FaultPlan { call in
        guard call.call == .setxattr || call.call == .pwrite else { return nil }
        var status = stat()
        _ = unsafe fstat(call.descriptor, &status)
        modes.withLock { $0.append(status.st_mode & 0o777) }
        return nil
      }
      try FaultPlan.$current.withValue(plan) {
        try Data("new".utf8).write(to: url, options: [.completeFileProtection, .atomic])
      }
      #expect(modes.withLock { $0 } == [0o600, 0o600])
      let contents = try Data(contentsOf: url)
      #expect(contents == Data("new".utf8))
    }
  }
}
