// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// Tells another process that there is something for it, at less than what a message costs.
///
/// Whoever made it rings it and nobody else can: the other process gets a `Listener`, with which it neither rings the bell
/// nor keeps it from being rung. (A counter itself, `eventfd(2)`, could be filled up by whoever has it, and made to wait.)
package struct Doorbell: ~Copyable, Sendable {
  private let event: FileDescriptor

  package init() throws(SystemError) { event = try .event() }

  package func ring() { event.signal() }

  /// Hears each ring from now on; for the other process.
  package func listener() throws(SystemError) -> FileDescriptor {
    let set = FileDescriptor(owning: try retrying(.epoll) { clinux_epoll() })
    let (raw, event) = (set.raw, event.raw)
    _ = try retrying(.epoll) { clinux_epoll_add_edge(raw, event, 0) }
    return set
  }
}

extension Doorbell {
  /// What a process that was given it waits on.
  package struct Listener: ~Copyable, Sendable {
    private let set: FileDescriptor
    private static let hangUp: UInt64 = 1

    package enum Heard: Sendable { case ring, nothing, end }

    /// `socket` is one whose other end is gone when nobody will ring any more.
    package init(_ set: consuming FileDescriptor, until socket: borrowing PacketSocket) throws(SystemError) {
      let (raw, other) = (set.raw, socket.raw)
      self.set = set
      _ = try retrying(.epoll) { clinux_epoll_add(raw, other, Self.hangUp) }
    }

    /// Waits for the next ring; one that nobody has waited for is heard at once.
    package func wait(within time: Duration?) throws(SystemError) -> Heard {
      let raw = set.raw
      var number: UInt64 = 0
      let limit = time.map(Poll.milliseconds) ?? -1
      let count = try retryingCount(.epoll) { Int(unsafe clinux_epoll_wait(raw, &number, 1, limit)) }
      if count == 0 { return .nothing }
      return number == Self.hangUp ? .end : .ring
    }
  }
}
