// SPDX-License-Identifier: Apache-2.0
import LinuxSystem

/// The processes in which the owner has given the passcode to see everybody's items: until a lock, and for a time. Another one that
/// has the number of one that ended has none.
final class OwnerPermits: Sendable {
  static let milliseconds: UInt64 = 5 * 60 * 1000

  private let clock: BootClock
  private let permits = Locked<[Int32: (end: BootInstant, isAlive: @Sendable () -> Bool)]>([:])

  init(clock: BootClock = .system) { self.clock = clock }

  func add(_ process: Int32, isAlive: @escaping @Sendable () -> Bool) {
    let now = clock.now()
    permits.withLock { permits in
      permits = permits.filter { now < $0.value.end && $0.value.isAlive() }
      permits[process] = (now.advanced(byMilliseconds: Self.milliseconds), isAlive)
    }
  }

  func holds(_ process: Int32) -> Bool {
    let now = clock.now()
    return permits.withLock { $0[process].map { now < $0.end && $0.isAlive() } ?? false }
  }

  func forget(_ process: Int32) { permits.withLock { $0[process] = nil } }
  func forgetAll() { permits.withLock { $0 = [:] } }
}
