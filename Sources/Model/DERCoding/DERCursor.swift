// SPDX-License-Identifier: Apache-2.0

/// A position in untrusted DER. Every read is checked, work is linear in the bytes, and depth is bounded.
///
/// The same bytes are passed to each call, because a `Span` cannot be stored. Elements are returned as ranges, so that a
/// private key can be parsed without copying it.
package struct DERCursor: Sendable {
  package static let greatestDepth = 24

  private var offset: Int
  private let end: Int
  private let depth: Int

  package init(_ span: Span<UInt8>) {
    offset = 0
    end = span.count
    depth = 0
  }

  /// A cursor for the contents of an element.
  package init(inside element: DERElement) throws(DERError) {
    guard element.depth < Self.greatestDepth else { throw .tooDeep }
    offset = element.content.lowerBound
    end = element.content.upperBound
    depth = element.depth + 1
  }

  package var isAtEnd: Bool { offset == end }

  /// The offset at which the next element begins.
  package var position: Int { offset }

  /// The tag of the next element, if there is one.
  package func nextTag(in span: Span<UInt8>) -> DERTag? {
    isAtEnd ? nil : DERTag(rawValue: span[offset])
  }

  /// The next element, whatever it is.
  package mutating func next(in span: Span<UInt8>) throws(DERError) -> DERElement {
    precondition(end <= span.count, "other bytes than before")
    let start = offset
    var reading = self
    let tag = DERTag(rawValue: try reading.byte(in: span))
    guard tag.rawValue & 0x1F != 0x1F else { throw .unsupportedTag }
    guard tag.isCanonical else { throw .notCanonical }
    let count = try reading.length(in: span)
    guard count <= end - reading.offset else { throw .short }
    offset = reading.offset + count
    return DERElement(tag: tag, encoded: start..<offset, content: reading.offset..<offset, depth: depth)
  }

  /// The next element, which must have this tag; the position stays where it is if it has another.
  package mutating func next(_ tag: DERTag, in span: Span<UInt8>) throws(DERError) -> DERElement {
    guard let found = nextTag(in: span) else { throw .short }
    guard found == tag else { throw .unexpectedTag(found) }
    return try next(in: span)
  }

  /// The next element if it has this tag.
  package mutating func optional(_ tag: DERTag, in span: Span<UInt8>) throws(DERError) -> DERElement? {
    nextTag(in: span) == tag ? try next(in: span) : nil
  }

  /// Reads the next element, whose contents the body reads to their end.
  package mutating func inside<Result: ~Copyable>(
    _ tag: DERTag = .sequence, in span: Span<UInt8>, _ body: (inout DERCursor) throws(DERError) -> Result
  ) throws(DERError) -> Result {
    var inner = try DERCursor(inside: try next(tag, in: span))
    let result = try body(&inner)
    try inner.finish()
    return result
  }

  /// Refuses bytes after the last element.
  package func finish() throws(DERError) {
    guard isAtEnd else { throw .long }
  }

  private mutating func byte(in span: Span<UInt8>) throws(DERError) -> UInt8 {
    guard offset < end else { throw .short }
    defer { offset += 1 }
    return span[offset]
  }

  /// The definite form with the fewest octets (X.690, 10.1), of four at most.
  private mutating func length(in span: Span<UInt8>) throws(DERError) -> Int {
    let first = try byte(in: span)
    guard first >= 0x80 else { return Int(first) }
    guard first != 0x80 else { throw .notCanonical }
    guard first <= 0x84 else { throw .short }
    var length = 0
    for index in 0..<first & 0x7F {
      let next = try byte(in: span)
      guard index > 0 || next != 0 else { throw .notCanonical }
      length = length << 8 | Int(next)
    }
    guard length >= 0x80 else { throw .notCanonical }
    return length
  }
}
