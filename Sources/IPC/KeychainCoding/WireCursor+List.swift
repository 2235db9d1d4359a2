// SPDX-License-Identifier: Apache-2.0
package import WireFormat

extension WireCursor {
  /// A list of as many elements as the count before them says. Room is made for elements that have arrived, not for the
  /// count.
  package mutating func list<Element>(
    in message: Span<UInt8>, _ body: (inout WireCursor) throws(WireError) -> Element
  ) throws(WireError) -> [Element] {
    let count = try integer(UInt32.self, in: message)
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try body(&self)) }
    return elements
  }
}
