// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import Events
package import SystemCalls

/// Tells another process that there is something for it, at less than what a message costs.
///
/// Only the process that made it can notify. The other process gets a `Listener`, which can neither notify nor block.
/// An `eventfd(2)` itself could be filled up by whoever has it, and its owner would wait then.
package struct Notifier: ~Copyable, Sendable {
  private let event: FileDescriptor

  package init() throws(SystemError) { event = try .event() }

  package func notify() { event.signal() }

  /// The other process's descriptor, which becomes ready at each notification from now on.
  package func listener() throws(SystemError) -> FileDescriptor {
    let set = FileDescriptor(owning: try retrying(.epoll) { clinux_epoll() })
    let (raw, event) = (set.raw, event.raw)
    _ = try retrying(.epoll) { clinux_epoll_add_edge(raw, event, 0) }
    return set
  }
}

extension Notifier {
  /// Waits for notifications, in the process that was given the listener.
  package struct Listener: ~Copyable, Sendable {
    private let set: FileDescriptor
    private static let hangUp: UInt64 = 1

    package enum Event: Sendable { case notification, nothing, end }

    /// `socket` is a connection whose other end closes when there will be no more notifications.
    package init(_ set: consuming FileDescriptor, until socket: borrowing PacketSocket) throws(SystemError) {
      let (raw, other) = (set.raw, socket.raw)
      self.set = set
      _ = try retrying(.epoll) { clinux_epoll_add(raw, other, Self.hangUp) }
    }

    /// Waits for the next notification. One that came since the last wait is reported at once.
    package func wait(within time: Duration?) throws(SystemError) -> Event {
      let raw = set.raw
      var number: UInt64 = 0
      let limit = time.map(Poll.milliseconds) ?? -1
      let count = try retryingCount(.epoll) { Int(unsafe clinux_epoll_wait(raw, &number, 1, limit)) }
      if count == 0 { return .nothing }
      return number == Self.hangUp ? .end : .notification
    }
  }
}
