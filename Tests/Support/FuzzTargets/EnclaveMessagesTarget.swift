// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import WireFormat

/// Anything may arrive as a message: what decodes encodes to the very bytes it came from, what does not says why, and
/// nothing traps.
package enum EnclaveMessagesTarget: FuzzTarget {
  package static let name = "EnclaveMessages"

  package static func run(_ packet: [UInt8]) {
    var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
    do throws(Malformation) {
      let request = try EnclaveRequest(decoding: packet.span)
      encode { buffer throws(WireError) in try request.encode(into: &buffer) }
    } catch {}
    do throws(Malformation) {
      let reply = try EnclaveReply(decoding: packet.span)
      encode { buffer throws(WireError) in try reply.encode(into: &buffer) }
    } catch {}
    if let event = try? EnclaveEvent(decoding: packet.span) {
      encode { buffer throws(WireError) in try event.encode(into: &buffer) }
    }

    func encode(_ body: (inout WireBuffer) throws(WireError) -> Void) {
      do { try body(&buffer) } catch { preconditionFailure("what decodes does not encode: \(error)") }
      let same = buffer.withBytes { bytes in
        bytes.count == packet.count && bytes.indices.allSatisfy { bytes[$0] == packet[$0] }
      }
      precondition(same, "a message has two encodings")
    }
  }
}
