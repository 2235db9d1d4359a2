// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import LinuxSystem

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
    guard connections.values.filter({ $0.partner === events }).count < mostChannels(role) else {
      throw .tooManyRequests
    }
    add(role, PacketSocket(descriptor)).partner = events
    if let observer = events.observer { monitor.note(observer, is: role == .broker ? .broker : .files) }
    // More may follow for the same `baileyd`.
    if role == .files { adopted = nil }
    reply(.done, to: connection)
  }

  private func mostChannels(_ role: EnclaveRole) -> Int { role == .broker ? EnclaveProtocol.brokerChannels : 1 }
}
