// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import LinuxSystem

// The two channels of a `bailey-fs` or `baileyd`, handed over by the supervisor one after the other.

extension EnclaveService {
  func adoptEvents(
    _ attached: consuming FileDescriptor?, _ connection: EnclaveConnection
  ) throws(EnclaveRefusal) {
    guard let descriptor = attached else { throw .descriptor }
    guard connections.values.filter({ $0.role == .events }).count < Self.mostObservers else { throw .tooManyRequests }
    if let adopted { close(adopted) }
    adopted = add(.events, PacketSocket(descriptor))
    reply(.done, to: connection)
  }

  func adoptKeys(
    _ role: EnclaveRole, _ attached: consuming FileDescriptor?, _ connection: EnclaveConnection
  ) throws(EnclaveRefusal) {
    guard let descriptor = attached else { throw .descriptor }
    guard let events = adopted else { throw .outOfOrder }
    let keys = add(role, PacketSocket(descriptor))
    keys.partner = events
    events.partner = keys
    adopted = nil
    reply(.done, to: connection)
  }
}
