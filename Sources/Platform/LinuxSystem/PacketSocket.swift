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
      try retryingCount(.receive) {
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
      try retryingCount(.receive) {
        patience.attempt { flags in unsafe clinux_receive(raw, bytes.baseAddress, bytes.count, &number, flags) }
      }
    }
    attached = number >= 0 ? FileDescriptor(owning: number) : nil
    return count
  }
}
