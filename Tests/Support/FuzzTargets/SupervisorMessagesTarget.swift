// SPDX-License-Identifier: Apache-2.0
import SupervisorMessages
import WireFormat

/// What a command line sends to the supervisor, or a daemon to a command line: what decodes encodes to the same bytes.
package enum SupervisorMessagesTarget: FuzzTarget {
  package static let name = "SupervisorMessages"

  package static func run(_ packet: [UInt8]) {
    check(SupervisorRequest.self, packet)
    check(SupervisorReply.self, packet)
    check(StartReport.self, packet)
    check(CheckReport.self, packet)
  }

  private static func check<Message: SupervisorMessage>(_ type: Message.Type, _ packet: [UInt8]) {
    guard let message = try? Message(decoding: packet.span) else { return }
    var buffer = WireBuffer(capacity: SupervisorProtocol.largestMessage)
    do {
      try message.encode(into: &buffer)
    } catch {
      // Only what is longer than any message: the limit is on the packet, not on the decoder.
      precondition(packet.count > SupervisorProtocol.largestMessage - 128)
      return
    }
    // Text that is no UTF-8 comes back repaired; what is then encoded must be stable.
    let again = buffer.withBytes { try? Message(decoding: $0) }
    precondition(again != nil, "what encodes does not decode")
  }
}
