// SPDX-License-Identifier: Apache-2.0
import Events
import Glibc
import IPCTransport
import SecretMemory
import Sockets
import SystemCalls
import Threads
import WireFormat

/// The requester's side of a shared-memory channel with the enclave: one request at a time, then its reply.
struct ClientMemoryChannel: ~Copyable {
  private let pages: SharedMemoryChannel
  private let replies: Notifier.Listener
  private let requestNotifier: FileDescriptor
  private let timeout: Duration?

  /// Opens the channel from what the enclave has given; `socket` is that of the same channel.
  init(
    pages memory: borrowing FileDescriptor, replyNotifier: consuming FileDescriptor,
    requestNotifier: consuming FileDescriptor,
    socket: borrowing PacketSocket, timeout: Duration?
  ) throws(SystemError) {
    let pages = try SharedMemoryChannel(sharing: memory)
    let replies = try Notifier.Listener(replyNotifier, until: socket)
    self.init(pages, replies, requestNotifier, timeout)
  }

  private init(
    _ pages: consuming SharedMemoryChannel, _ replies: consuming Notifier.Listener,
    _ requestNotifier: consuming FileDescriptor,
    _ timeout: Duration?
  ) {
    self.pages = pages
    self.replies = replies
    self.requestNotifier = requestNotifier
    self.timeout = timeout
  }

  borrowing func send(_ message: borrowing WireBuffer) {
    let enclave = message.withBytes { pages.put($0, in: .requests) }
    if enclave == .waits { requestNotifier.signal() }
  }

  /// Throws EAGAIN when no reply comes in time.
  borrowing func receive(into buffer: inout WireBuffer, _ waiting: WaitStrategy) throws(SystemError) -> PacketArrival {
    try buffer.fill { span throws(SystemError) in
      if let count = try pages.take(from: .replies, into: &span, waiting) { return count }
      while true {
        switch try replies.wait(within: timeout) {
        case .notification: if let count = try pages.take(from: .replies, into: &span) { return count }
        case .nothing: throw SystemError(.epoll, code: EAGAIN)
        // The enclave has closed the channel, but a last reply may be in the page.
        case .end: return try pages.take(from: .replies, into: &span) ?? 0
        }
      }
    }
    return buffer.count == 0 ? .end : .packet
  }
}
