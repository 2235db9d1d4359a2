// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import SystemCalls

/// Descriptors that are waited for together (`epoll(7)`): what a wait costs depends on how many are ready, not on how
/// many there are.
package struct ReadinessSet: ~Copyable, Sendable {
  /// The maximum that one wait reports; the next wait reports more.
  private static let maximum = 64

  private let descriptor: FileDescriptor

  package init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try retrying(.epoll) { clinux_epoll() })
  }

  /// Adds a descriptor, so that `wait` gives this number whenever it can be read or its other end is gone.
  package func add(_ member: Int32, as number: UInt64) throws(SystemError) {
    let raw = descriptor.raw
    _ = try retrying(.epoll) { clinux_epoll_add(raw, member, number) }
  }

  /// The same for an event that nobody clears: each signal is reported once.
  package func add(event: Int32, as number: UInt64) throws(SystemError) {
    let raw = descriptor.raw
    _ = try retrying(.epoll) { clinux_epoll_add_edge(raw, event, number) }
  }

  /// Removes a descriptor before it is closed: where another process has a copy of it, it would stay in the set.
  package func remove(_ member: Int32) {
    // Fails only for a descriptor that is not in the set.
    _ = clinux_epoll_remove(descriptor.raw, member)
  }

  /// Waits until at least one is ready, and gives the numbers of those that are; none when the time is over. Without a
  /// time it waits for ever.
  package func wait(within time: Duration? = nil) throws(SystemError) -> [UInt64] {
    let clock = ContinuousClock()
    let deadline = time.map { clock.now.advanced(by: $0) }
    let raw = descriptor.raw
    while true {
      let rest = deadline.map { Poll.milliseconds(clock.now.duration(to: $0)) } ?? -1
      var failed = false
      let ready = unsafe [UInt64](unsafeUninitializedCapacity: Self.maximum) { numbers, count in
        let found = unsafe clinux_epoll_wait(raw, numbers.baseAddress, Int32(Self.maximum), rest)
        failed = found < 0
        count = Int(max(found, 0))
      }
      guard failed else { return ready }
      if errno != EINTR { throw SystemError(.epoll) }
    }
  }
}
