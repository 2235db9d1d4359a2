// SPDX-License-Identifier: Apache-2.0
import Clocks
import LockFollowing
import Testing
import Threads

@testable import BrokerService

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
    permits.add(7)
    #expect(permits.holds(7) && !permits.holds(8))
    permits.forget(7)
    #expect(!permits.holds(7))
  }

  @Test func `A permit ends after five minutes`() {
    permits.add(7)
    milliseconds.withLock { $0 = 299_999 }
    #expect(permits.holds(7))
    milliseconds.withLock { $0 = 300_000 }
    #expect(!permits.holds(7))
  }

  @Test func `A lock takes every permit back`() {
    permits.add(7)
    permits.add(8)
    permits.keysWillGo()
    #expect(!permits.holds(7) && !permits.holds(8))
  }
}
