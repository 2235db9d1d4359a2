// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import PromptModel
package import WireFormat

extension AskingPage {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(text: origin, atMost: Self.longestOrigin)
    try buffer.append(optional: top) { (buffer, top) throws(WireError) in
      try buffer.append(text: top, atMost: Self.longestOrigin)
    }
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let origin = try cursor.text(atMost: Self.longestOrigin, in: message)
    let top = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try cursor.text(atMost: Self.longestOrigin, in: message)
    }
    self.init(origin, inside: top)
  }
}
