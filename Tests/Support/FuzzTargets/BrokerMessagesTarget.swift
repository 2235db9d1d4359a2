// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import WireFormat

/// Anything may arrive from a program, or at one: what decodes encodes to the very bytes it came from, and nothing traps.
package enum BrokerMessagesTarget: FuzzTarget {
  package static let name = "BrokerMessages"

  package static func run(_ message: [UInt8]) {
    if let request = try? BrokerRequest(decoding: message.span) {
      encode { buffer throws(WireError) in try request.encode(into: &buffer) }
    }
    if let reply = try? BrokerReply(decoding: message.span) {
      encode { buffer throws(WireError) in try reply.encode(into: &buffer) }
    }

    func encode(_ body: (inout WireBuffer) throws(WireError) -> Void) {
      var buffer = WireBuffer(smallest: 256, capacity: 4 + BrokerProtocol.largestMessage)
      do { try body(&buffer) } catch { preconditionFailure("what decodes does not encode: \(error)") }
      let same = buffer.withBytes { bytes in
        bytes.count == message.count + 4 && message.indices.allSatisfy { bytes[$0 + 4] == message[$0] }
      }
      precondition(same, "a message has two encodings")
    }
  }
}
