// SPDX-License-Identifier: Apache-2.0

extension DERCursor {
  package mutating func boolean(in span: Span<UInt8>) throws(DERError) -> Bool {
    let content = try next(.boolean, in: span).content
    guard content.count == 1 else { throw .badValue }
    switch span[content.lowerBound] {
    case 0x00: return false
    case 0xFF: return true
    default: throw .notCanonical
    }
  }

  /// The octets of a number in two's complement. Unneeded octets are refused (X.690, 8.3.2).
  package mutating func integer(_ tag: DERTag = .integer, in span: Span<UInt8>) throws(DERError) -> Range<Int> {
    let content = try next(tag, in: span).content
    guard let first = content.first else { throw .badValue }
    if content.count > 1 {
      let leading = UInt16(span[first]) << 1 | UInt16(span[first + 1] >> 7)
      guard leading != 0, leading != 0x1FF else { throw .notCanonical }
    }
    return content
  }

  /// The octets of a number that is not negative, without the leading zero its sign may need.
  package mutating func unsignedInteger(in span: Span<UInt8>) throws(DERError) -> Range<Int> {
    let content = try integer(in: span)
    guard span[content.lowerBound] < 0x80 else { throw .badValue }
    guard content.count > 1, span[content.lowerBound] == 0 else { return content }
    return content.dropFirst()
  }

  /// A small number, such as a version or a count of iterations.
  package mutating func smallInteger(in span: Span<UInt8>) throws(DERError) -> Int {
    let content = try unsignedInteger(in: span)
    guard content.count <= 4 else { throw .badValue }
    return content.reduce(0) { $0 << 8 | Int(span[$1]) }
  }

  package mutating func octetString(
    _ tag: DERTag = .octetString, in span: Span<UInt8>
  ) throws(DERError) -> Range<Int> {
    try next(tag, in: span).content
  }

  /// The octets of a bit string that has whole octets, as keys and signatures do.
  package mutating func bitString(_ tag: DERTag = .bitString, in span: Span<UInt8>) throws(DERError) -> Range<Int> {
    let content = try next(tag, in: span).content
    guard let unused = content.first else { throw .badValue }
    guard span[unused] == 0 else { throw .badValue }
    return content.dropFirst()
  }

  /// The octets of a bit string of any number of bits. OpenSSL and Apple read certificates whose signature is such a one.
  package mutating func bits(in span: Span<UInt8>) throws(DERError) -> Range<Int> {
    let content = try next(.bitString, in: span).content
    guard let unused = content.first, span[unused] < 8, span[unused] == 0 || content.count > 1 else { throw .badValue }
    return content.dropFirst()
  }

  /// A bit string of named bits: the first bit is the most significant one of the first octet.
  package mutating func namedBits(in span: Span<UInt8>) throws(DERError) -> [Bool] {
    let content = try next(.bitString, in: span).content
    guard let first = content.first else { throw .badValue }
    let octets = content.dropFirst()
    let unused = Int(span[first])
    guard unused < 8, !octets.isEmpty || unused == 0, octets.count <= 16 else { throw .badValue }
    var bits: [Bool] = []
    for octet in octets {
      for bit: UInt8 in 0..<8 { bits.append(span[octet] & 0x80 >> bit != 0) }
    }
    guard !bits.suffix(unused).contains(true) else { throw .notCanonical }
    return Array(bits.dropLast(unused))
  }

  package mutating func null(in span: Span<UInt8>) throws(DERError) {
    guard try next(.null, in: span).content.isEmpty else { throw .badValue }
  }

  package mutating func objectIdentifier(in span: Span<UInt8>) throws(DERError) -> OID {
    let content = try next(.objectIdentifier, in: span).content
    guard let identifier = OID(content: content.map { span[$0] }) else { throw .badValue }
    return identifier
  }

  /// A time in one of the two forms of certificates (RFC 5280, 4.1.2.5): with seconds, in UTC.
  package mutating func time(in span: Span<UInt8>) throws(DERError) -> DERTime {
    let element = try next(in: span)
    guard element.tag == .utcTime || element.tag == .generalizedTime else { throw .unexpectedTag(element.tag) }
    guard element.content.count <= 15,
      let time = DERTime(text: element.content.map { span[$0] }, tag: element.tag)
    else { throw .badValue }
    return time
  }
}
