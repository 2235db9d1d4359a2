// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import SystemCalls
package import Threads

extension PacketSocket {
  /// Sends one message; the other end gets a copy of `attached`, a descriptor.
  package func send(
    _ message: Span<UInt8>, attached: Int32 = -1, _ strategy: WaitStrategy = .waits
  ) throws(SystemError) {
    try FaultPlan.check(.send, raw, count: message.count)
    unsafe try message.withUnsafeBytes { bytes throws(SystemError) in
      _ = try retryingCount(.send) { unsafe clinux_send(raw, bytes.baseAddress, bytes.count, attached, strategy.flags) }
    }
  }

  /// Receives one message and gives its size: 0 when the other end is gone. One that is larger than the buffer
  /// throws EMSGSIZE and is lost; a descriptor that came along is closed.
  package func receive(
    into buffer: inout MutableSpan<UInt8>, _ strategy: WaitStrategy = .waits
  ) throws(SystemError) -> Int {
    try FaultPlan.check(.receive, raw, count: buffer.count)
    return unsafe try buffer.withUnsafeMutableBytes { bytes throws(SystemError) in
      try receiving {
        strategy.attempt { flags in unsafe clinux_receive(raw, bytes.baseAddress, bytes.count, nil, flags) }
      }
    }
  }

  /// The same, with the descriptor that came along.
  package func receive(
    into buffer: inout MutableSpan<UInt8>, attached: inout FileDescriptor?, _ strategy: WaitStrategy = .waits
  ) throws(SystemError) -> Int {
    try FaultPlan.check(.receive, raw, count: buffer.count)
    var number: Int32 = -1
    let count = unsafe try buffer.withUnsafeMutableBytes { bytes throws(SystemError) in
      try receiving {
        strategy.attempt { flags in unsafe clinux_receive(raw, bytes.baseAddress, bytes.count, &number, flags) }
      }
    }
    if number >= 0 { attached = FileDescriptor(owning: number) }
    return count
  }

  /// Receives on a socket that notes senders: which process sent the message, or -1 where that is not known.
  package func receive(into buffer: inout MutableSpan<UInt8>, sender: inout Int32) throws(SystemError) -> Int {
    try FaultPlan.check(.receive, raw, count: buffer.count)
    return unsafe try buffer.withUnsafeMutableBytes { bytes throws(SystemError) in
      try receiving { unsafe clinux_receive_noting(raw, bytes.baseAddress, bytes.count, &sender, 0) }
    }
  }
  /// Receives once more where the other end has closed without reading everything: the kernel reports that once, before
  /// it gives what was sent from there. What follows that report is the last message of the other end, or its end.
  private func receiving(_ call: () -> Int) throws(SystemError) -> Int {
    do { return try retryingCount(.receive, call) } catch {
      guard error.code == ECONNRESET else { throw error }
      return try retryingCount(.receive, call)
    }
  }
}
