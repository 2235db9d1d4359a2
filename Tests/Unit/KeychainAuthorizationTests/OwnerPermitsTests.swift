// SPDX-License-Identifier: Apache-2.0
import LockFollowing
import Testing

@testable import KeychainAuthorization
import Clocks
import Threads

/// How long the passcode that was given in the console lets it see everybody's items.
@Suite struct OwnerPermitsTests {
  private let milliseconds = Locked<UInt64>(0)
  private let permits: OwnerPermits

  init() {
    let time = milliseconds
    permits = OwnerPermits(clock: BootClock { BootInstant(milliseconds: time.withLock { $0 }) })
  }

  @Test func `A permit is one process's`() {
    #expect(!permits.holds(7))
    permits.add(7) { true }
    #expect(permits.holds(7) && !permits.holds(8))
    permits.forget(7)
    #expect(!permits.holds(7))
  }

  /// The kernel gives the number of a process that ended to another one.
  @Test func `A permit ends with its process, and is not the next one's with that number`() {
    let isAlive = Locked(true)
    permits.add(7) { isAlive.withLock { $0 } }
    #expect(permits.holds(7))
    isAlive.withLock { $0 = false }
    #expect(!permits.holds(7))
    permits.add(7) { true }
    #expect(permits.holds(7))
  }

  @Test func `A permit ends after five minutes`() {
    permits.add(7) { true }
    milliseconds.withLock { $0 = 299_999 }
    #expect(permits.holds(7))
    milliseconds.withLock { $0 = 300_000 }
    #expect(!permits.holds(7))
  }

  @Test func `A lock takes every permit back`() {
    permits.add(7) { true }
    permits.add(8) { true }
    permits.keysWillGo()
    #expect(!permits.holds(7) && !permits.holds(8))
  }
}
