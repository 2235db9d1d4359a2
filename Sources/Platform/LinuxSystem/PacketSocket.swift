// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// A unix socket that keeps messages whole (`SOCK_SEQPACKET`): one send is one receive, so there is nothing to frame.
package struct PacketSocket: LocalSocket, ~Copyable {
  package static let kind = LocalSocketKind.packets
  package let descriptor: FileDescriptor

  package init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  package var raw: Int32 { descriptor.raw }
}

// MARK: - Messages

/// What `send` and `receive` do when they cannot go on at once.
package enum Patience: Sendable {
  case waits
  /// Throws EAGAIN.
  case refuses
  /// Looks for what is about to come for a moment, giving way to whoever wants the processor, before it waits: to be woken
  /// costs more than most answers take.
  case watches
  /// The same, but throws EAGAIN rather than to wait.
  case looks

  fileprivate var flags: Int32 { self == .refuses || self == .looks ? Int32(MSG_DONTWAIT) : 0 }
  /// Longer than it takes to wake an idle processor: two who watch for less than that put each other to sleep. A time, not
  /// a number of looks: on a busy processor each of them may last as long as another's turn.
  fileprivate var watch: Duration { self == .watches || self == .looks ? .microseconds(200) : .zero }
}

extension PacketSocket {
  /// Sends one message; the other end gets a copy of `attached`, a descriptor.
  package func send(
    _ message: Span<UInt8>, attached: Int32 = -1, _ patience: Patience = .waits
  ) throws(SystemError) {
    try FaultPlan.check(.send, raw, count: message.count)
    unsafe try message.withUnsafeBytes { bytes throws(SystemError) in
      _ = try retryingCount(.send) { unsafe clinux_send(raw, bytes.baseAddress, bytes.count, attached, patience.flags) }
    }
  }

  /// Receives one message and gives its size: 0 when the other end is gone. One that is larger than the buffer
  /// throws EMSGSIZE and is lost; a descriptor that came along is closed.
  package func receive(
    into buffer: inout MutableSpan<UInt8>, _ patience: Patience = .waits
  ) throws(SystemError) -> Int {
    var attached: FileDescriptor?
    return try receive(into: &buffer, attached: &attached, patience)
  }

  /// The same, keeping the descriptor that came along.
  package func receive(
    into buffer: inout MutableSpan<UInt8>, attached: inout FileDescriptor?, _ patience: Patience = .waits
  ) throws(SystemError) -> Int {
    try FaultPlan.check(.receive, raw, count: buffer.count)
    var number: Int32 = -1
    let count = unsafe try buffer.withUnsafeMutableBytes { bytes throws(SystemError) in
      try retryingCount(.receive) {
        let end = patience.watch > .zero ? ContinuousClock.now.advanced(by: patience.watch) : nil
        while let end, ContinuousClock.now < end {
          let count = unsafe clinux_receive(raw, bytes.baseAddress, bytes.count, &number, Int32(MSG_DONTWAIT))
          if count >= 0 || errno != EAGAIN { return count }
          sched_yield()
        }
        return unsafe clinux_receive(raw, bytes.baseAddress, bytes.count, &number, patience.flags)
      }
    }
    attached = number >= 0 ? FileDescriptor(owning: number) : nil
    return count
  }
}
