// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Testing
import Threads

@Suite struct LockedTests {
  @Test func `A lock releases what it holds`() {
    let end = End()
    do {
      let locked = Locked(Held(end))
      let isHeld = locked.withLock { !$0.end.wasReached }
      #expect(isHeld)
    }
    #expect(end.wasReached)
  }

  @Test func `A shared lock releases what it holds`() {
    let end = End()
    do {
      let locked = SharedLocked(Held(end))
      let isHeld = locked.reading { !$0.end.wasReached }
      #expect(isHeld)
    }
    #expect(end.wasReached)
  }

  @Test func `Changes stay`() {
    let (locked, shared) = (Locked([1]), SharedLocked([1]))
    locked.withLock { $0.append(2) }
    shared.changing { $0.append(2) }
    #expect(locked.withLock { $0 } == [1, 2])
    #expect(shared.reading { $0 } == [1, 2])
  }
}

private final class End: Sendable {
  private let reached = Atomic(false)

  var wasReached: Bool { reached.load(ordering: .acquiring) }
  func reach() { reached.store(true, ordering: .releasing) }
}

private final class Held: Sendable {
  let end: End

  init(_ end: End) { self.end = end }
  deinit { end.reach() }
}
