// SPDX-License-Identifier: Apache-2.0

/// The notices to observers of the lock; times are how long from now.
package enum LockNotice: Sendable, Equatable {
  case willLock(epoch: UInt64, milliseconds: UInt64)
  case locking(epoch: UInt64, milliseconds: UInt64)
  case locked(epoch: UInt64)
  case unlocked(epoch: UInt64)
}

/// Someone who holds keys and gives them up before the class keys go.
package struct LockObserver: Sendable, Hashable {
  package let number: UInt64

  package init(number: UInt64) { self.number = number }
}
