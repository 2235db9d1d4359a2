// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import LinuxSystem
import ProtectionModel

// The channels of a `bailey-fs` or `baileyd`, handed over by the supervisor one after the other: events, then keys.

extension EnclaveService {
  func adoptEvents(
    _ attached: consuming FileDescriptor?, _ connection: EnclaveConnection
  ) throws(EnclaveRefusal) {
    guard let descriptor = attached else { throw .descriptor }
    guard connections.values.filter({ $0.role == .events }).count < Self.mostObservers else { throw .tooManyRequests }
    if let adopted, !connections.values.contains(where: { $0.partner === adopted }) { close(adopted) }
    adopted = add(.events, PacketSocket(descriptor))
    reply(.done, to: connection)
  }

  func adoptKeys(
    _ role: EnclaveRole, _ attached: consuming FileDescriptor?, _ connection: EnclaveConnection
  ) throws(EnclaveRefusal) {
    guard let descriptor = attached else { throw .descriptor }
    guard let events = adopted else { throw .outOfOrder }
    guard connections.values.filter({ $0.partner === events && $0.role == role }).count < mostChannels(role) else {
      throw .tooManyRequests
    }
    add(role, PacketSocket(descriptor)).partner = events
    if let observer = events.observer { monitor.note(observer, is: role == .broker ? .broker : .files) }
    // More may follow for the same `baileyd`.
    if role == .files { adopted = nil }
    reply(.done, to: connection)
  }

  /// Who is refused its first part can do without: the socket stays.
  func shareMailbox(_ part: MailboxPart?, _ connection: EnclaveConnection) throws(EnclaveRefusal) {
    guard let part, connection.way == .socket else { throw .outOfOrder }
    if connection.mailbox == nil, part == .pages {
      guard let mailbox = try? EnclaveMailbox.make() else { throw .tooManyRequests }
      ignore(connection)
      connection.mailbox = .some(mailbox)
      hear(connection)
    }
    guard let descriptor = try connection.mailbox?.give(part) else { throw .outOfOrder }
    reply(.done, to: connection, attached: descriptor)
    connection.mailbox?.closeGiven()
  }

  /// One more takes the place of the one unused longest: whose that was asks `baileyd` again.
  func adoptSigner(
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
    (signer.partner, signer.key, signer.stage) = (connection.partner, key, .greeted)
    reply(.done, to: connection)
  }

  func dismissSigners() {
    for signer in connections.values where signer.role == .signer { close(signer) }
  }

  private func mostChannels(_ role: EnclaveRole) -> Int { role == .broker ? EnclaveProtocol.brokerChannels : 1 }
}
