// SPDX-License-Identifier: Apache-2.0
import Glibc
import IPCTransport
import LinuxSystem
import SecretMemory
import WireFormat

/// The asker's side of a mailbox with the enclave: one request at a time, then its reply.
struct Mailbox: ~Copyable {
  private let pages: SecretMailbox
  private let replies: Doorbell.Listener
  private let requestBell: FileDescriptor
  private let patience: Duration?

  /// From what the enclave has given; `socket` is that of the same channel.
  init(
    pages memory: borrowing FileDescriptor, replyBell: consuming FileDescriptor, requestBell: consuming FileDescriptor,
    socket: borrowing PacketSocket, patience: Duration?
  ) throws(SystemError) {
    let pages = try SecretMailbox(sharing: memory)
    let replies = try Doorbell.Listener(replyBell, until: socket)
    self.init(pages, replies, requestBell, patience)
  }

  private init(
    _ pages: consuming SecretMailbox, _ replies: consuming Doorbell.Listener, _ requestBell: consuming FileDescriptor,
    _ patience: Duration?
  ) {
    self.pages = pages
    self.replies = replies
    self.requestBell = requestBell
    self.patience = patience
  }

  borrowing func send(_ message: borrowing WireBuffer) {
    let enclave = message.withBytes { pages.put($0, in: .requests) }
    if enclave == .waits { requestBell.signal() }
  }

  /// Throws EAGAIN when no reply comes in time.
  borrowing func receive(into buffer: inout WireBuffer, _ waiting: Patience) throws(SystemError) -> PacketArrival {
    try buffer.fill { span throws(SystemError) in
      if let count = try pages.take(from: .replies, into: &span, waiting) { return count }
      while true {
        switch try replies.wait(within: patience) {
        case .ring: if let count = try pages.take(from: .replies, into: &span) { return count }
        case .nothing: throw SystemError(.epoll, code: EAGAIN)
        // Its last word may be there.
        case .end: return try pages.take(from: .replies, into: &span) ?? 0
        }
      }
    }
    return buffer.count == 0 ? .end : .packet
  }
}
