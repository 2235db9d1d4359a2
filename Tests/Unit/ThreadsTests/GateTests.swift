// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import Testing
import Threads

@Suite struct GateTests {
  @Test func `Lets through until it is closed`() {
    let gate = Gate()
    #expect(gate.pass { 1 } == 1)
    gate.close()
    #expect(gate.pass { 1 } == nil)
    gate.close()
  }

  @Test func `Closing waits for those inside`() {
    let passage = Passage()
    for _ in 0..<3 {
      Thread { while passage.gate.pass({ passage.enterAndLeave() }) != nil {} }.start()
    }
    while passage.passed.load(ordering: .relaxed) < 100 { usleep(1000) }
    passage.gate.close()
    #expect(passage.inside.load(ordering: .relaxed) == 0)
  }
}

private final class Passage: Sendable {
  let gate = Gate()
  let inside = Atomic<Int>(0)
  let passed = Atomic<Int>(0)

  func enterAndLeave() {
    inside.add(1, ordering: .relaxed)
    passed.add(1, ordering: .relaxed)
    inside.subtract(1, ordering: .relaxed)
  }
}
