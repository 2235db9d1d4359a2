// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

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
    try FaultPlan.check(.receive, raw, count: buffer.count)
    return unsafe try buffer.withUnsafeMutableBytes { bytes throws(SystemError) in
      try receiving {
        patience.attempt { flags in unsafe clinux_receive(raw, bytes.baseAddress, bytes.count, nil, flags) }
      }
    }
  }

  /// The same, keeping the descriptor that came along.
  package func receive(
    into buffer: inout MutableSpan<UInt8>, attached: inout FileDescriptor?, _ patience: Patience = .waits
  ) throws(SystemError) -> Int {
    try FaultPlan.check(.receive, raw, count: buffer.count)
    var number: Int32 = -1
    let count = unsafe try buffer.withUnsafeMutableBytes { bytes throws(SystemError) in
      try receiving {
        patience.attempt { flags in unsafe clinux_receive(raw, bytes.baseAddress, bytes.count, &number, flags) }
      }
    }
    if number >= 0 { attached = FileDescriptor(owning: number) }
    return count
  }

  /// On a socket that notes senders: which process sent the message, -1 where that is not known.
  package func receive(into buffer: inout MutableSpan<UInt8>, sender: inout Int32) throws(SystemError) -> Int {
    try FaultPlan.check(.receive, raw, count: buffer.count)
    return unsafe try buffer.withUnsafeMutableBytes { bytes throws(SystemError) in
      try receiving { unsafe clinux_receive_noting(raw, bytes.baseAddress, bytes.count, &sender, 0) }
    }
  }
  /// The kernel says that the other end has gone without having read everything before it gives what was sent from
  /// there, and says so once: what comes after that is the end's last word, or its end.
  private func receiving(_ call: () -> Int) throws(SystemError) -> Int {
    do { return try retryingCount(.receive, call) } catch {
      guard error.code == ECONNRESET else { throw error }
      return try retryingCount(.receive, call)
    }
  }
}
