// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls

/// The wait for descriptors.
package enum Poll {
  /// Waits until at least one descriptor can be read or its other end is closed, and returns which; none when the time
  /// is over. Without a time it waits for ever. Negative descriptors are never ready.
  package static func readable(_ descriptors: [Int32], within time: Duration? = nil) throws(SystemError) -> [Bool] {
    let clock = ContinuousClock()
    let deadline = time.map { clock.now.advanced(by: $0) }
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let rest = deadline.map { milliseconds(clock.now.duration(to: $0)) } ?? -1
      let count = unsafe poll(&entries, nfds_t(entries.count), rest)
      if count >= 0 { return entries.map { $0.revents != 0 } }
      if errno != EINTR { throw SystemError(.poll) }
    }
  }

  /// Rounded up, so that a deadline has passed when the wait is over.
  package static func milliseconds(_ duration: Duration) -> Int32 {
    let parts = duration.components
    guard parts.seconds >= 0, parts.attoseconds >= 0 else { return 0 }
    guard parts.seconds < 2_000_000 else { return 2_000_000_000 }
    return Int32(parts.seconds * 1000) + Int32((parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
