// SPDX-License-Identifier: Apache-2.0
import DERCoding
import SecretMemory
import Testing

@Suite struct DERValueTests {
  @Test(arguments: [
    (0, "020100"), (127, "02017F"), (128, "02020080"), (256, "02020100"), (0x7FFF_FFFF, "02047FFFFFFF"),
  ])
  func `Numbers have one form`(value: Int, text: String) throws {
    #expect(try read(text) { (c, s) throws(DERError) in try c.smallInteger(in: s) } == value)
    #expect(written { $0.append(value) } == hex(text))
  }

  @Test(arguments: ["02020005", "0202FFFF", "0203000080"]) func `Refuses padded numbers`(text: String) {
    #expect(throws: DERError.notCanonical) { try read(text) { (c, s) throws(DERError) in _ = try c.integer(in: s) } }
  }

  @Test(arguments: ["0200", "0201FF", "02050100000000"]) func `Refuses numbers that are none`(text: String) {
    #expect(throws: DERError.badValue) { try read(text) { (c, s) throws(DERError) in _ = try c.smallInteger(in: s) } }
  }

  @Test func `Keeps the octets of large numbers`() throws {
    let text = "02090080000000000000FF"
    let unsigned = try octets(of: text) { (c, s) throws(DERError) in try c.unsignedInteger(in: s) }
    #expect(unsigned == hex("80000000000000FF"))
    let signed = try octets(of: text) { (c, s) throws(DERError) in try c.integer(in: s) }
    #expect(signed == hex("0080000000000000FF"))
    #expect(written { $0.append(unsigned: (hex("0000") + unsigned).span) } == hex(text))
  }

  @Test func `Booleans are all ones or all zeros`() throws {
    #expect(try read("0101FF") { (c, s) throws(DERError) in try c.boolean(in: s) })
    #expect(try !read("010100") { (c, s) throws(DERError) in try c.boolean(in: s) })
    #expect(throws: DERError.notCanonical) { try read("010101") { (c, s) throws(DERError) in try c.boolean(in: s) } }
    #expect(throws: DERError.badValue) { try read("0102FFFF") { (c, s) throws(DERError) in try c.boolean(in: s) } }
    #expect(written { $0.append(true) } == hex("0101FF"))
  }

  @Test func `Bit strings of keys have whole octets`() throws {
    #expect(try octets(of: "030300ABCD") { (c, s) throws(DERError) in try c.bitString(in: s) } == hex("ABCD"))
    #expect(throws: DERError.badValue) { try read("030204F0") { (c, s) throws(DERError) in try c.bitString(in: s) } }
    #expect(throws: DERError.badValue) { try read("0300") { (c, s) throws(DERError) in try c.bitString(in: s) } }
    #expect(written { $0.append(bits: hex("ABCD").span) } == hex("030300ABCD"))
  }

  @Test func `Named bits count from the most significant`() throws {
    let bits = try read("03020520") { (c, s) throws(DERError) in try c.namedBits(in: s) }
    #expect(bits == [false, false, true])
    #expect(try read("030100") { (c, s) throws(DERError) in try c.namedBits(in: s) }.isEmpty)
    #expect(throws: DERError.notCanonical) {
      try read("03020521") { (c, s) throws(DERError) in try c.namedBits(in: s) }
    }
    for bad in ["030101", "03020820", "0300"] {
      #expect(throws: DERError.badValue) { try read(bad) { (c, s) throws(DERError) in try c.namedBits(in: s) } }
    }
  }

  @Test func `Lengths grow as the content does`() throws {
    for count in [0, 127, 128, 255, 256, 65_535, 65_536] {
      let content = [UInt8](repeating: 7, count: count)
      let encoded = written { writer in writer.append(.sequence) { $0.append(octets: content.span) } }
      var cursor = DERCursor(encoded.span)
      let range = try cursor.inside(in: encoded.span) { (inner) throws(DERError) in
        try inner.octetString(in: encoded.span)
      }
      #expect(Array(encoded[range]) == content)
    }
  }

  @Test func `Strings can hold elements`() {
    #expect(written { $0.appendOctetString { $0.appendNull() } } == hex("04020500"))
  }

  @Test func `Secrets are written as other`() {
    var writer = DERWriter(capacity: 1)
    writer.append(.sequence) { $0.append(octets: hex("AABBCC").span) }
    #expect(writer.secret().withBytes { span in span.indices.map { span[$0] } } == hex("30050403AABBCC"))
  }
}

@Suite struct OIDTests {
  @Test(arguments: [
    (OID(1, 2, 840, 113549, 1, 1, 1), "2A864886F70D010101", "1.2.840.113549.1.1.1"),
    (OID(2, 5, 4, 3), "550403", "2.5.4.3"), (OID(2, 999, 3), "883703", "2.999.3"),
    (OID(0, 9, 2342), "099226", "0.9.2342"),
  ])
  func `Is written in base128`(identifier: OID, text: String, dotted: String) throws {
    #expect(identifier.content == hex(text))
    #expect(identifier.description == dotted)
    let encoded = written { $0.append(identifier) }
    var cursor = DERCursor(encoded.span)
    #expect(try cursor.objectIdentifier(in: encoded.span) == identifier)
  }

  @Test(arguments: ["", "80", "2A80", "2A8001", "2A86"]) func `Refuses what is no identifier`(text: String) {
    #expect(OID(content: hex(text)) == nil)
  }

  @Test func `Long numbers do not trap`() throws {
    let long = try #require(OID(content: [0x2A] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]))
    #expect(long.description == "1.2.?")
    let first = try #require(OID(content: [UInt8](repeating: 0xFF, count: 30) + [0x7F]))
    #expect(first.description == "2.?")
    #expect(OID(content: [UInt8](repeating: 1, count: 65)) == nil)
  }
}

@Suite struct DERTimeTests {
  @Test(arguments: [
    ("170D3730303130313030303030305A", 0), ("170D3439313233313233353935395A", 2_524_607_999),
    ("170D3530303130313030303030305A", -631_152_000), ("180F32303530303130313030303030305A", 2_524_608_000),
    ("180F39393939313233313233353935395A", 253_402_300_799), ("170D3234303232393132303030305A", 1_709_208_000),
  ])
  func `Is seconds since1970`(text: String, seconds: Int) throws {
    let time = try read(text) { (c, s) throws(DERError) in try c.time(in: s) }
    #expect(time.secondsSince1970 == seconds)
    #expect(written { $0.append(time) } == hex(text))
  }

  @Test(arguments: [
    "170D3233303232393132303030305A", "170D3234313330313132303030305A", "170B323430323239313230305A",
    "17113234303232393132303030302B30303030", "170D3234303232393132303036305A", "170D3234303232393132303030305B",
  ])
  func `Refuses other forms and days no calendar has`(text: String) {
    #expect(throws: DERError.badValue) { try read(text) { (c, s) throws(DERError) in _ = try c.time(in: s) } }
  }
}
