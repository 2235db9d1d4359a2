// SPDX-License-Identifier: Apache-2.0
import Clocks
import Threads

/// The processes in which the owner has given the passcode to see everybody's items: until a lock, and for a time.
final class OwnerPermits: Sendable {
  static let milliseconds: UInt64 = 5 * 60 * 1000

  private let clock: BootClock
  private let ends = Locked<[Int32: BootInstant]>([:])

  init(clock: BootClock = .system) { self.clock = clock }

  func add(_ process: Int32) {
    let now = clock.now()
    ends.withLock { ends in
      ends = ends.filter { now < $0.value }
      ends[process] = now.advanced(byMilliseconds: Self.milliseconds)
    }
  }

  func holds(_ process: Int32) -> Bool {
    let now = clock.now()
    return ends.withLock { $0[process].map { now < $0 } ?? false }
  }

  func forget(_ process: Int32) { ends.withLock { $0[process] = nil } }
  func forgetAll() { ends.withLock { $0 = [:] } }
}
