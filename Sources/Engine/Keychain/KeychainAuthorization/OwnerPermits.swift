// SPDX-License-Identifier: Apache-2.0
package import Clocks
import LockFollowing
import Threads

/// The processes in which the owner has given the passcode to see everybody's items: until a lock, and for a time. Another one that
/// has the number of one that ended has none.
package final class OwnerPermits: Sendable {
  package static let milliseconds: UInt64 = 5 * 60 * 1000

  private let clock: BootClock
  private let permits = Locked<[Int32: (end: BootInstant, isAlive: @Sendable () -> Bool)]>([:])

  package init(clock: BootClock = .system) { self.clock = clock }

  package func add(_ process: Int32, isAlive: @escaping @Sendable () -> Bool) {
    let now = clock.now()
    permits.withLock { permits in
      permits = permits.filter { now < $0.value.end && $0.value.isAlive() }
      permits[process] = (now.advanced(byMilliseconds: Self.milliseconds), isAlive)
    }
  }

  package func holds(_ process: Int32) -> Bool {
    let now = clock.now()
    return permits.withLock { $0[process].map { now < $0.end && $0.isAlive() } ?? false }
  }

  package func forget(_ process: Int32) { permits.withLock { $0[process] = nil } }
  package func forgetAll() { permits.withLock { $0 = [:] } }
}

extension OwnerPermits: LockFollower {
  package func keysWillGo() { forgetAll() }
}
