// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import Glibc
import IPCTransport
import LinuxSystem
import SecretMemory
import WireFormat

/// The enclave's side of a mailbox: requests and replies in pages that a `baileyd` shares, and a bell each way.
///
/// The enclave makes all of it: nobody takes pages away under it, and it reads and writes nothing that somebody else could
/// have it wait with. To close a bell it may have to wait, for a `baileyd` that was taken over. It keeps no descriptor that
/// it has no use for once it has been given.
struct EnclaveMailbox: ~Copyable {
  private let pages: SecretMailbox
  private var memory: FileDescriptor?
  private let replyBell: Doorbell
  private var listener: FileDescriptor?
  /// Heard of whenever `baileyd` has signalled it; never read or written here.
  let requestBell: FileDescriptor
  private var given: MailboxPart?

  private init(
    pages: consuming SecretMailbox, memory: consuming FileDescriptor, replyBell: consuming Doorbell,
    listener: consuming FileDescriptor, requestBell: consuming FileDescriptor
  ) {
    self.pages = pages
    self.memory = .some(memory)
    self.replyBell = replyBell
    self.listener = .some(listener)
    self.requestBell = requestBell
  }

  static func make() throws(SystemError) -> EnclaveMailbox {
    let memory = try SecretMailbox.memory()
    let pages = try SecretMailbox(sharing: memory)
    let replyBell = try Doorbell()
    let listener = try replyBell.listener()
    return EnclaveMailbox(
      pages: pages, memory: memory, replyBell: replyBell, listener: listener, requestBell: try .event())
  }

  /// The descriptor of a part: each once, in their order.
  mutating func give(_ part: MailboxPart) throws(EnclaveRefusal) -> Int32 {
    guard part.rawValue == (given?.rawValue ?? 0) + 1 else { throw .outOfOrder }
    given = part
    return switch part {
    case .pages: memory?.raw ?? -1
    case .replyBell: listener?.raw ?? -1
    case .requestBell: requestBell.raw
    }
  }

  /// To be called when it has been sent.
  mutating func closeGiven() {
    if given != nil { memory = nil }
    if given != nil, given != .pages { listener = nil }
  }

  borrowing func receive(into buffer: inout WireBuffer) throws(SystemError) -> PacketArrival {
    try pages.receive(into: &buffer, .refuses)
  }

  borrowing func send(_ message: borrowing WireBuffer) {
    let asker = message.withBytes { pages.put($0, in: .replies) }
    if asker == .waits { replyBell.ring() }
  }
}

extension SecretMailbox {
  /// Takes a request. EAGAIN where nothing is there: whoever says so has done it for nothing, or nobody asked while it was
  /// watched.
  borrowing func receive(into buffer: inout WireBuffer, _ patience: Patience) throws(SystemError) -> PacketArrival {
    try buffer.fill { span throws(SystemError) in
      guard let count = try take(from: .requests, into: &span, patience) else {
        throw SystemError(.receive, code: EAGAIN)
      }
      return count
    }
    return .packet
  }
}
