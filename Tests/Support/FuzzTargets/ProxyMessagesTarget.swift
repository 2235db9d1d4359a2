// SPDX-License-Identifier: Apache-2.0
import ProxyMessages

/// What the processes that are an app's network say to each other: what is read is written in the same bytes.
package enum ProxyMessagesTarget: FuzzTarget {
  package static let name = "ProxyMessages"

  package static func run(_ bytes: [UInt8]) {
    if let order = try? ProxyOrder(decoding: bytes.span) {
      // Exceptions are in no order.
      precondition((try? ProxyOrder(decoding: order.bytes.span)) == order && order.bytes.count == bytes.count)
    }
    if let report = try? ProxyReport(decoding: bytes.span) { precondition(report.bytes == bytes) }
    if let request = try? ConnectRequest(decoding: bytes.span) { precondition(request.bytes == bytes) }
    if let reply = try? ConnectReply(decoding: bytes.span) { precondition(reply.bytes == bytes) }
  }
}
