// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// A real instance and an app that never asks for the application.
@Suite(.serialized, .enabled(if: FileManager.default.fileExists(atPath: "/dev/fuse"), "there is no /dev/fuse"))
struct NotificationTests {
  @Test func `Who only observes hears of the lock and of the unlock`() throws {
    try withInstance { instance in
      let observer = try Background(
        Program.locate("lock-observer").path, [], environment: instance.variables)
      defer { observer.kill() }
      try observer.waitForLine("observing")
      // The first state it hears of is no change, and may be either.
      let lock = "UIApplicationProtectedDataWillBecomeUnavailable"
      func told() -> ArraySlice<String> { observer.lines().drop { $0 != lock } }
      for _ in 0..<50 where told().count < 2 {
        try instance.lock()
        try instance.unlock()
      }
      #expect(told().prefix(2) == [lock, "UIApplicationProtectedDataDidBecomeAvailable"])
    }
  }
}
