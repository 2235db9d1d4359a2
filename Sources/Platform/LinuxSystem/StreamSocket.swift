// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// A unix socket that carries bytes without boundaries (`SOCK_STREAM`): for messages larger than a packet may be.
package struct StreamSocket: LocalSocket, ~Copyable {
  package static let kind = LocalSocketKind.bytes
  package let descriptor: FileDescriptor

  package init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  package var raw: Int32 { descriptor.raw }

  /// The process that connected, held so that its number cannot come to mean another one.
  ///
  /// Where the kernel cannot name it directly (before 6.5) the number is looked up now, and may already belong to
  /// another process: the caller finds out by who sends, see `receive(into:sender:)`.
  package func peerProcess() throws(SystemError) -> ProcessHandle {
    let raw = self.raw
    let number = try peer().process
    let descriptor = clinux_peer_pidfd(raw)
    guard descriptor < 0 else { return ProcessHandle(process: number, FileDescriptor(owning: descriptor)) }
    guard errno == ENOPROTOOPT || errno == EINVAL else { throw SystemError(.getsockopt) }
    return try ProcessHandle(process: number)
  }

  /// From now on what arrives says which process sent it. Set on a listening socket it holds for what was sent before
  /// a connection is accepted, too.
  package func noteSenders() throws(SystemError) {
    let raw = self.raw
    _ = try retrying(.setsockopt) { clinux_note_senders(raw) }
  }

  /// Ends the connection for both sides, and wakes whoever waits on it.
  package func shutDown() { _ = Glibc.shutdown(raw, Int32(SHUT_RDWR)) }
}

// MARK: - Bytes

extension StreamSocket {
  /// Sends all of the bytes, or throws; a part may have been sent then. The other end gets a copy of `attached`, a
  /// descriptor, with the first of them.
  package func send(_ bytes: Span<UInt8>, attached: Int32 = -1) throws(SystemError) {
    try FaultPlan.check(.send, raw, count: bytes.count)
    unsafe try bytes.withUnsafeBytes { bytes throws(SystemError) in
      var done = 0
      while done < bytes.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
        done += try retryingCount(.send) {
          unsafe clinux_send(raw, rest.baseAddress, rest.count, done == 0 ? attached : -1, 0)
        }
      }
    }
  }

  /// Receives what is there, waiting for the first byte, and gives its size: 0 when the other end is gone.
  package func receive(into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Int {
    try FaultPlan.check(.receive, raw, count: buffer.count)
    return unsafe try buffer.withUnsafeMutableBytes { bytes throws(SystemError) in
      try retryingCount(.receive) { unsafe recv(raw, bytes.baseAddress, bytes.count, 0) }
    }
  }

  /// The same, keeping a descriptor that came along.
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
    if number >= 0 { attached = FileDescriptor(owning: number) }
    return count
  }

  /// The same on a socket that notes senders: all of the bytes come from one process. -1 where that is not known.
  package func receive(into buffer: inout MutableSpan<UInt8>, sender: inout Int32) throws(SystemError) -> Int {
    try FaultPlan.check(.receive, raw, count: buffer.count)
    return unsafe try buffer.withUnsafeMutableBytes { bytes throws(SystemError) in
      try retryingCount(.receive) { unsafe clinux_receive_noting(raw, bytes.baseAddress, bytes.count, &sender, 0) }
    }
  }
}
