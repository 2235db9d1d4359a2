// SPDX-License-Identifier: Apache-2.0
package import EnclaveMessages
import IPCTransport
package import Sockets
import Threads
import WireFormat

/// The events that the enclave sends to an observer, in order. Events that fall due while one is handled wait.
package final class EnclaveEvents: Sendable {
  private struct Incoming: ~Copyable {
    var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
  }
  private struct Outgoing: ~Copyable {
    var buffer = WireBuffer(capacity: EnclaveProtocol.largestRequest)
  }

  private let socket: PacketSocket
  private let incoming = Locked(Incoming())
  private let outgoing = Locked(Outgoing())

  /// Registers as an observer. If a lock is under way its event comes first.
  package init(adopting socket: consuming PacketSocket) throws(EnclaveClientError) {
    self.socket = socket
    try send(.hello(lowest: EnclaveProtocol.version, highest: EnclaveProtocol.version))
    let version = try receive { bytes throws(Malformation) in
      switch try EnclaveReply(decoding: bytes) {
      case .welcome(let version): Welcome.version(version)
      case .refused(let refusal): Welcome.refused(refusal)
      default: Welcome.other
      }
    }
    if case .refused(let refusal) = version { throw .refused(refusal) }
    guard version == .version(EnclaveProtocol.version) else { throw .unexpectedReply }
  }

  /// The descriptor to wait on; never to read from.
  package var descriptor: Int32 { socket.raw }

  /// Waits for the next event. `closed` means the enclave is gone: nothing it gave may be used any longer.
  package func next() throws(EnclaveClientError) -> EnclaveEvent {
    try receive { bytes throws(Malformation) in try EnclaveEvent(decoding: bytes) }
  }

  /// Says that what `locking` of this epoch asks has been done, and how many files have lost changes by it.
  package func acknowledge(epoch: UInt64, lost: Int = 0) throws(EnclaveClientError) {
    try send(.acknowledge(epoch: epoch, lost: UInt32(clamping: lost)))
  }

  // MARK: - Parts

  private enum Welcome: Equatable, Sendable { case version(UInt8), refused(EnclaveRefusal), other }

  private func send(_ request: borrowing EnclaveRequest) throws(EnclaveClientError) {
    try outgoing.withLock { outgoing throws(EnclaveClientError) in
      do { try request.encode(into: &outgoing.buffer) } catch { throw .passcodeLength }
      do { try socket.send(outgoing.buffer) } catch { throw .closed }
    }
  }

  private func receive<Message: Sendable>(
    _ decode: (Span<UInt8>) throws(Malformation) -> Message
  ) throws(EnclaveClientError) -> Message {
    try incoming.withLock { incoming throws(EnclaveClientError) in
      do {
        guard try socket.receive(into: &incoming.buffer) == .packet else { throw EnclaveClientError.closed }
      } catch {
        throw .closed
      }
      do { return try incoming.buffer.withBytes(decode) } catch { throw .unexpectedReply }
    }
  }
}
