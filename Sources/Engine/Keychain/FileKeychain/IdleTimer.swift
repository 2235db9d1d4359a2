// SPDX-License-Identifier: Apache-2.0
import Clocks
import Events
import SystemCalls
import Threads

/// A timer for the moment at which the next keychain may have to be locked.
final class IdleTimer: Sendable {
  private let timer: TimerDescriptor
  private let next = Locked<BootInstant?>(nil)

  init() throws(SystemError) { timer = try TimerDescriptor() }

  /// Becomes readable at that moment.
  var descriptor: Int32 { timer.descriptor.raw }

  /// Sets the timer to a moment, unless it is set to an earlier one. May fail silently: the keychain then locks when it is
  /// next used, because every use checks the time.
  func watch(_ instant: BootInstant) {
    next.withLock { next in
      if let known = next, known <= instant { return }
      next = instant
      try? timer.set(instant)
    }
  }

  /// Stops the timer until the next `watch`. If that fails it fires once too often, which does no harm.
  func disarm() {
    next.withLock { next in
      next = nil
      try? timer.set(nil)
    }
  }
}
