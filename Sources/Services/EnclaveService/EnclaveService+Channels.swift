// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import ProtectionModel
import SecretMemory
import Sockets
import SystemCalls

// The channels of a `bailey-fs` or `baileyd`, handed over by the supervisor one after the other: events, then keys.

extension EnclaveService {
  func adoptEvents(
    _ attached: consuming FileDescriptor?, _ connection: EnclaveConnection
  ) throws(EnclaveRefusal) {
    guard let descriptor = attached else { throw .descriptor }
    guard connections.values.filter({ $0.role == .events }).count < Self.maximumObservers else {
      throw .tooManyRequests
    }
    if let adopted, !connections.values.contains(where: { $0.partner === adopted }) { close(adopted) }
    adopted = add(.events, PacketSocket(descriptor))
    reply(.done, to: connection)
  }

  func adoptKeys(
    _ role: EnclaveRole, _ attached: consuming FileDescriptor?, _ connection: EnclaveConnection
  ) throws(EnclaveRefusal) {
    guard let descriptor = attached else { throw .descriptor }
    guard let events = adopted else { throw .outOfOrder }
    guard connections.values.filter({ $0.partner === events && $0.role == role }).count < maximumChannels(role) else {
      throw .tooManyRequests
    }
    add(role, PacketSocket(descriptor)).partner = events
    if let observer = events.observer { monitor.note(observer, is: role == .broker ? .broker : .files) }
    // More may follow for the same `baileyd`.
    if role == .files { adopted = nil }
    reply(.done, to: connection)
  }

  /// Adopts the locker's channel. There is one at a time: the one before belongs to a process that has ended.
  func adoptLocker(
    _ attached: consuming FileDescriptor?, _ connection: EnclaveConnection
  ) throws(EnclaveRefusal) {
    guard let descriptor = attached else { throw .descriptor }
    for before in connections.values where before.role == .locker { close(before) }
    add(.locker, PacketSocket(descriptor))
    reply(.done, to: connection)
  }

  /// Shares memory for a channel. On any error, the first part is refused: the peer goes on with the socket alone.
  func shareMemoryChannel(_ part: MemoryChannelPart?, _ connection: EnclaveConnection) throws(EnclaveRefusal) {
    guard let part, connection.way == .socket else { throw .outOfOrder }
    if connection.role == .signer { return try sharePages(part, connection) }
    if connection.memoryChannel == nil, part == .pages {
      guard let memoryChannel = try? ServerMemoryChannel.make() else { throw .tooManyRequests }
      ignore(connection)
      connection.memoryChannel = .some(memoryChannel)
      hear(connection)
    }
    guard let descriptor = try connection.memoryChannel?.give(part) else { throw .outOfOrder }
    reply(.done, to: connection, attached: descriptor)
    connection.memoryChannel?.closeGiven()
  }

  /// A program gets pages without notifiers: closing a descriptor that a program polls could block the enclave as long as
  /// the program likes.
  private func sharePages(_ part: MemoryChannelPart, _ signer: EnclaveConnection) throws(EnclaveRefusal) {
    guard part == .pages, signer.pages == nil else { throw .outOfOrder }
    guard programsMayShare, let memory = try? SharedMemoryChannel.memory(),
      let pages = try? SharedMemoryChannel(sharing: memory)
    else { throw .tooManyRequests }
    signer.pages = .some(pages)
    reply(.done, to: signer, attached: memory.raw)
  }

  func serveSigners(
    _ request: consuming EnclaveRequest, _ attached: consuming FileDescriptor?, _ connection: EnclaveConnection
  ) throws(EnclaveRefusal) {
    switch request {
    case .adoptSigner(let key): try adoptSigner(key, attached, connection)
    case .signHere(let digest):
      guard let key = connection.key, case .reply(let answer) = monitor.signature(of: digest, with: key) else {
        throw .outOfOrder
      }
      reply(answer, to: connection)
    case .look:
      guard connection.way == .socket, connection.pages != nil else { throw .outOfOrder }
      serve(connection, .pages)
    case .dismissSigners:
      dismissSigners()
      reply(.done, to: connection)
    default: throw .outOfOrder
    }
  }

  /// Adopts a channel for signatures. At the limit, the channel unused longest is closed for the new one: its program
  /// asks `baileyd` again.
  private func adoptSigner(
    _ key: EnclaveKey, _ attached: consuming FileDescriptor?, _ connection: EnclaveConnection
  ) throws(EnclaveRefusal) {
    guard let descriptor = attached else { throw .descriptor }
    guard RequestPolicy.classes(for: .signer).contains(key.keyClass) else { throw .notPermitted }
    let signers = connections.values.filter { $0.role == .signer }
    if signers.count >= EnclaveProtocol.signers,
      let oldest = signers.min(by: { ($0.lastUse, $0.number) < ($1.lastUse, $1.number) })
    {
      close(oldest)
    }
    let signer = add(.signer, PacketSocket(descriptor))
    (signer.partner, signer.key, signer.stage) = (connection.partner, key, .established)
    reply(.done, to: connection)
  }

  func dismissSigners() {
    for signer in connections.values where signer.role == .signer { close(signer) }
  }

  private func maximumChannels(_ role: EnclaveRole) -> Int { role == .broker ? EnclaveProtocol.brokerChannels : 1 }
}
