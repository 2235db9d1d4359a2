// SPDX-License-Identifier: Apache-2.0

extension DERWriter {
  package mutating func append(_ value: Bool) {
    let octets: [UInt8] = [value ? 0xFF : 0x00]
    append(.boolean, octets.span)
  }

  /// Appends a small number.
  package mutating func append(_ value: Int) {
    precondition(value >= 0)
    let octets = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    append(unsigned: octets.span)
  }

  /// Appends a number that is not negative, of any size. Leading zeros are removed.
  package mutating func append(unsigned octets: Span<UInt8>) {
    var start = 0
    while start < octets.count - 1 && octets[start] == 0 { start += 1 }
    let significant = octets.extracting(start..<octets.count)
    append(.integer) { content in
      if significant.isEmpty || significant[0] >= 0x80 { content.append(octet: 0) }
      content.append(encoded: significant)
    }
  }

  package mutating func append(octets: Span<UInt8>) {
    append(.octetString, octets)
  }

  /// An octet string around elements.
  package mutating func appendOctetString<Failure: Error>(
    containing body: (inout DERWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try append(.octetString, containing: body)
  }

  package mutating func append(bits octets: Span<UInt8>, tag: DERTag = .bitString) {
    append(tag) { content in
      content.append(octet: 0)
      content.append(encoded: octets)
    }
  }

  package mutating func appendNull() {
    append(.null) { _ in }
  }

  package mutating func append(_ identifier: OID) {
    append(.objectIdentifier, identifier.content.span)
  }

  package mutating func append(_ time: DERTime) {
    let text = time.text
    append(time.tag, text.span)
  }

  package mutating func append(_ text: String, as tag: DERTag = .utf8String) {
    let octets = Array(text.utf8)
    append(tag, octets.span)
  }
}
