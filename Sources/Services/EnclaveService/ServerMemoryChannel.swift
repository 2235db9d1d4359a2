// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import Events
import Glibc
import IPCTransport
import SecretMemory
import Sockets
import SystemCalls
import Threads
import WireFormat

/// The enclave's side of a shared-memory channel: requests and replies in pages that `baileyd` shares, and a notifier for
/// each direction.
///
/// The enclave makes all parts. So nobody can take pages away from it, and no read or write of it can be made to wait. Only
/// closing a notifier may block, if `baileyd` has been taken over by an attacker. The enclave closes every descriptor that
/// it needs no longer once it has been sent.
struct ServerMemoryChannel: ~Copyable {
  private let pages: SharedMemoryChannel
  private var memory: FileDescriptor?
  private let replyNotifier: Notifier
  private var listener: FileDescriptor?
  /// Reported by `epoll` whenever `baileyd` has signalled it; never read or written here.
  let requestNotifier: FileDescriptor
  private var given: MemoryChannelPart?

  private init(
    pages: consuming SharedMemoryChannel, memory: consuming FileDescriptor, replyNotifier: consuming Notifier,
    listener: consuming FileDescriptor, requestNotifier: consuming FileDescriptor
  ) {
    self.pages = pages
    self.memory = .some(memory)
    self.replyNotifier = replyNotifier
    self.listener = .some(listener)
    self.requestNotifier = requestNotifier
  }

  static func make() throws(SystemError) -> ServerMemoryChannel {
    let memory = try SharedMemoryChannel.memory()
    let pages = try SharedMemoryChannel(sharing: memory)
    let replyNotifier = try Notifier()
    let listener = try replyNotifier.listener()
    return ServerMemoryChannel(
      pages: pages, memory: memory, replyNotifier: replyNotifier, listener: listener, requestNotifier: try .event())
  }

  /// The descriptor of a part: each once, in their order.
  mutating func give(_ part: MemoryChannelPart) throws(EnclaveRefusal) -> Int32 {
    guard part.rawValue == (given?.rawValue ?? 0) + 1 else { throw .outOfOrder }
    given = part
    return switch part {
    case .pages: memory?.raw ?? -1
    case .replyNotifier: listener?.raw ?? -1
    case .requestNotifier: requestNotifier.raw
    }
  }

  /// Closes the given descriptor. To be called when it has been sent.
  mutating func closeGiven() {
    if given != nil { memory = nil }
    if given != nil, given != .pages { listener = nil }
  }

  borrowing func receive(into buffer: inout WireBuffer) throws(SystemError) -> PacketArrival {
    try pages.receive(into: &buffer, .refuses)
  }

  borrowing func send(_ message: borrowing WireBuffer) {
    let requester = message.withBytes { pages.put($0, in: .replies) }
    if requester == .waits { replyNotifier.notify() }
  }
}

extension SharedMemoryChannel {
  /// Takes a request. Throws EAGAIN if the page is empty: the peer notified without a request, or none came while the page
  /// was watched.
  borrowing func receive(into buffer: inout WireBuffer, _ strategy: WaitStrategy) throws(SystemError) -> PacketArrival {
    try buffer.fill { span throws(SystemError) in
      guard let count = try take(from: .requests, into: &span, strategy) else {
        throw SystemError(.receive, code: EAGAIN)
      }
      return count
    }
    return .packet
  }
}
