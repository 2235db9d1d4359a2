// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// A file-based keychain opens with a password of its own, on a locked screen too. The next lock closes it.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct LockAgainAttacks {
  @Test func `A lock of a screen that is locked closes what was opened meanwhile`() throws {
    try withInstance { instance in
      #expect(try instance.security("create-keychain", "-p", "pw", "a").exitCode == 0)
      let added = try instance.security("add-generic-password", "-a", "me", "-s", "s", "-w", "hidden", "a")
      #expect(added.exitCode == 0)
      for before in [["lock", "--now"], ["restart"]] {
        try instance.unlock()
        try instance.succeed(before)
        #expect(try instance.security("find-generic-password", "-w", "a").exitCode == 36, "\(before)")
        let state = try state(of: instance)
        for again in [["lock", "--now"], ["lock"], ["lock", "--now"]] {
          #expect(try instance.security("unlock-keychain", "-p", "pw", "a").exitCode == 0)
          #expect(try instance.security("find-generic-password", "-w", "a").output == "hidden\n")
          try instance.succeed(again)
          try finishLock(instance, again)
          #expect(try instance.security("find-generic-password", "-w", "a").exitCode == 36, "\(before) \(again)")
          #expect(try self.state(of: instance) == state)
        }
      }
      try instance.unlock()
      #expect(try state(of: instance) == "unlocked")
    }
  }

  /// `lock` alone returns before the lock has been carried out; what is asked for after it waits.
  private func finishLock(_ instance: RunningInstance, _ lock: [String]) throws {
    guard lock == ["lock"] else { return }
    while try instance.security("find-generic-password", "-w", "a").exitCode == 0 {}
  }

  private func state(of instance: RunningInstance) throws -> String? {
    let report = try JSONSerialization.jsonObject(with: Data(instance.status().utf8)) as? [String: Any]
    return report?["state"] as? String
  }
}
