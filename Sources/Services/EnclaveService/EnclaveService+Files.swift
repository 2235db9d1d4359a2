// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import LinuxSystem

// The two channels of a `bailey-fs`, handed over by the supervisor one after the other.

extension EnclaveService {
  func adoptEvents(
    _ attached: consuming FileDescriptor?, _ connection: EnclaveConnection
  ) throws(EnclaveRefusal) {
    guard let descriptor = attached else { throw .descriptor }
    guard connections.values.filter({ $0.role == .events }).count < Self.mostFiles else { throw .tooManyRequests }
    if let adopted { close(adopted) }
    adopted = add(.events, PacketSocket(descriptor))
    reply(.done, to: connection)
  }

  func adoptFiles(
    _ attached: consuming FileDescriptor?, _ connection: EnclaveConnection
  ) throws(EnclaveRefusal) {
    guard let descriptor = attached else { throw .descriptor }
    guard let events = adopted else { throw .outOfOrder }
    let files = add(.files, PacketSocket(descriptor))
    files.partner = events
    events.partner = files
    adopted = nil
    reply(.done, to: connection)
  }
}
