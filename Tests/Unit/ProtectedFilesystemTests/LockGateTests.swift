// SPDX-License-Identifier: Apache-2.0
import ProtectedFilesystem
import ProtectionModel
import Testing
import Threads

@Suite struct LockGateTests {
  @Test func `An unlock is noticed before its notice arrives`() {
    let unlocked = Locked(false)
    let gate = LockGate(.locked) { unlocked.withLock { $0 } }
    #expect(gate.phase == .closed)
    unlocked.withLock { $0 = true }
    #expect(gate.phase == .open)
  }

  @Test func `While a lock is under way nobody is asked`() {
    let gate = LockGate(.unlocked) { true }
    gate.move(to: .closing)
    #expect(gate.phase == .closing)
  }

  /// A request asks the enclave, hears "unlocked", and is overtaken by a lock and its purge before it goes on.
  @Test func `An answer from before a lock does not open the gate after it`() {
    let overtaking = Overtaking()
    let gate = LockGate(.locked) { overtaking.answer() }
    overtaking.gate.withLock { $0 = gate }
    #expect(gate.phase == .closing)
  }

  private final class Overtaking: Sendable {
    let gate = Locked<LockGate?>(nil)

    func answer() -> Bool {
      let gate = gate.withLock { $0 }
      gate?.move(to: .open)
      gate?.move(to: .closing)
      return true
    }
  }
}
