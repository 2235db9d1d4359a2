// SPDX-License-Identifier: Apache-2.0
import DERCoding
import Testing

@Suite struct DERCursorTests {
  @Test func `Reads elements in order`() throws {
    let bytes = hex("30 06 02 01 05 04 01 AA 05 00")
    var cursor = DERCursor(bytes.span)
    let pair = try cursor.inside(in: bytes.span) { (inner) throws(DERError) in
      (try inner.smallInteger(in: bytes.span), try inner.octetString(in: bytes.span))
    }
    #expect(pair.0 == 5)
    #expect(pair.1 == 7..<8)
    #expect(cursor.nextTag(in: bytes.span) == .null)
    try cursor.null(in: bytes.span)
    try cursor.finish()
    #expect(cursor.nextTag(in: bytes.span) == nil)
  }

  @Test func `Leaves an element of another tag where it is`() throws {
    let bytes = hex("020105")
    var cursor = DERCursor(bytes.span)
    #expect(try cursor.optional(.octetString, in: bytes.span) == nil)
    #expect(throws: DERError.unexpectedTag(.integer)) { try cursor.next(.sequence, in: bytes.span) }
    #expect(try cursor.smallInteger(in: bytes.span) == 5)
  }

  @Test func `Refuses what is left inside and after`() {
    #expect(throws: DERError.long) { try read("020105 00") { (c, s) throws(DERError) in try c.smallInteger(in: s) } }
    #expect(throws: DERError.long) {
      try read("3003020105") { (c, s) throws(DERError) in try c.inside(in: s) { (_) throws(DERError) in } }
    }
  }

  @Test(arguments: ["", "30", "3003", "300302", "30030201", "3082", "308201", "30820100", "02850000000001", "0401"])
  func `Refuses every cut`(text: String) {
    #expect(throws: DERError.short) { try read(text) { (c, s) throws(DERError) in _ = try walk(&c, s) } }
  }

  @Test(arguments: [
    ("3080020105 0000", "an indefinite length"), ("30810100", "a long form for a short length"),
    ("3082000100", "a padded length"), ("2403040100", "a string in pieces"), ("1000", "a sequence of no elements"),
    ("0000", "an end of contents"), ("2000", "a constructed end of contents"),
  ])
  func `Refuses what only BER allows`(text: String, what: String) {
    #expect(throws: DERError.notCanonical) { try read(text) { (c, s) throws(DERError) in _ = try walk(&c, s) } }
  }

  @Test func `Refuses tag numbers of several octets`() {
    #expect(throws: DERError.unsupportedTag) { try read("1F2100") { (c, s) throws(DERError) in _ = try c.next(in: s) } }
  }

  @Test func `Depth is bounded`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      (0..<depth).reduce([]) { inner, _ in
        written { writer in writer.append(.sequence) { $0.append(encoded: inner.span) } }
      }
    }
    let deep = nested(DERCursor.greatestDepth + 1)
    var cursor = DERCursor(deep.span)
    #expect(try walk(&cursor, deep.span) == DERCursor.greatestDepth + 1)
    let deeper = nested(DERCursor.greatestDepth + 2)
    #expect(throws: DERError.tooDeep) {
      var cursor = DERCursor(deeper.span)
      _ = try walk(&cursor, deeper.span)
    }
  }
}

/// The number of elements.
private func walk(_ cursor: inout DERCursor, _ span: Span<UInt8>) throws(DERError) -> Int {
  var count = 0
  repeat {
    let element = try cursor.next(in: span)
    count += 1
    guard element.tag.isConstructed, !element.content.isEmpty else { continue }
    var inner = try DERCursor(inside: element)
    count += try walk(&inner, span)
  } while !cursor.isAtEnd
  return count
}
