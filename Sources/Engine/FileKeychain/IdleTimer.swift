// SPDX-License-Identifier: Apache-2.0
import LinuxSystem

/// Says when the next keychain may have to be locked.
final class IdleTimer: Sendable {
  private let timer: TimerDescriptor
  private let next = Locked<BootInstant?>(nil)

  init() throws(SystemError) { timer = try TimerDescriptor() }

  /// Can be read when it is time.
  var descriptor: Int32 { timer.descriptor.raw }

  /// Not later than this. Where that cannot be set, the keychain still locks when it is used next.
  func watch(_ instant: BootInstant) {
    next.withLock { next in
      if let known = next, known <= instant { return }
      next = instant
      try? timer.set(instant)
    }
  }

  /// Until somebody watches again.
  func disarm() {
    next.withLock { next in
      next = nil
      try? timer.set(nil)
    }
  }
}
