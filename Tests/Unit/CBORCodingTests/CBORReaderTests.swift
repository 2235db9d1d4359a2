// SPDX-License-Identifier: Apache-2.0
import CBORCoding
import Testing

@Suite struct CBORReaderTests {
  private static let limits = CBORLimits(bytes: 4096, depth: 4, items: 64)

  private func read(_ hex: String) throws(CBORError) -> CBORValue { try CBORReader.read(bytes(hex), Self.limits) }

  /// RFC 8949, appendix A, as far as the kinds go that CTAP2 and COSE use.
  private static let published: [(String, CBORValue)] = [
    ("00", .unsigned(0)), ("01", .unsigned(1)), ("0a", .unsigned(10)), ("17", .unsigned(23)), ("1818", .unsigned(24)),
    ("1864", .unsigned(100)), ("1903e8", .unsigned(1000)), ("1a000f4240", .unsigned(1_000_000)),
    ("1b000000e8d4a51000", .unsigned(1_000_000_000_000)), ("1bffffffffffffffff", .unsigned(.max)),
    ("3bffffffffffffffff", .negative(.max)), ("20", CBORValue(-1)), ("29", CBORValue(-10)), ("3863", CBORValue(-100)),
    ("3903e7", CBORValue(-1000)), ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null), ("40", .bytes([])),
    ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")), ("6161", .text("a")), ("6449455446", .text("IETF")),
    ("62225c", .text("\"\\")), ("62c3bc", .text("ü")), ("63e6b0b4", .text("水")), ("64f0908591", .text("𐅑")),
    ("80", .array([])), ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
    (
      "8301820203820405",
      .array([
        .unsigned(1), .array([.unsigned(2), .unsigned(3)]), .array([.unsigned(4), .unsigned(5)]),
      ])
    ),
    ("a0", .map([:])), ("a201020304", .map([.unsigned(1): .unsigned(2), .unsigned(3): .unsigned(4)])),
    ("a26161016162820203", .map([.text("a"): .unsigned(1), .text("b"): .array([.unsigned(2), .unsigned(3)])])),
    ("826161a161626163", .array([.text("a"), .map([.text("b"): .text("c")])])),
  ]

  @Test(arguments: published) func `The examples of RFC 8949 are read as their values`(
    hex: String, value: CBORValue
  ) throws {
    #expect(try read(hex) == value)
  }

  @Test(arguments: published) func `The values of RFC 8949 are written as its examples`(hex: String, value: CBORValue) {
    #expect(value.encoded == bytes(hex))
  }

  @Test(arguments: [
    ("1817", CBORError.notShortest), ("190018", .notShortest), ("1a0000ffff", .notShortest),
    ("1b00000000ffffffff", .notShortest), ("5800", .notShortest), ("780161", .notShortest), ("9800", .notShortest),
    ("b80101", .notShortest), ("5f42010243030405ff", .indefiniteLength),
    ("7f657374726561646d696e67ff", .indefiniteLength),
    ("9fff", .indefiniteLength), ("bfff", .indefiniteLength), ("ff", .indefiniteLength), ("1c", .unsupported),
    ("3d", .unsupported), ("c074323031332d30332d32315432303a30343a30305a", .unsupported), ("f90000", .unsupported),
    ("fa47c35000", .unsupported), ("fb3ff199999999999a", .unsupported), ("f7", .unsupported), ("f0", .unsupported),
    ("f8ff", .unsupported), ("61ff", .badText), ("62c080", .badText), ("63eda080", .badText), ("0000", .long),
    ("a2010201ff", .indefiniteLength), ("a201020103", .repeatedKey), ("a2616101616102", .repeatedKey),
    ("a14000", .unsupportedKey), ("a18000", .unsupportedKey), ("a1f500", .unsupportedKey),
  ])
  func `Other encodings and kinds are refused by name`(hex: String, error: CBORError) {
    #expect(throws: error) { try read(hex) }
  }

  @Test func `Keys are read in any order and written in one`() throws {
    let sorted = "a30a01390257046161f5"
    let value = try read("a3616 1f5390257040a01".filter { $0 != " " })
    #expect(value == (try read(sorted)))
    #expect(value.encoded == bytes(sorted))
  }

  /// Two spellings of é, which Swift calls equal, are two keys, and none is found for the other.
  @Test func `Keys are told apart by their bytes`() throws {
    let map = try #require(try read("a262c3a90163 65cc8102".filter { $0 != " " }).members)
    #expect(map.count == 2)
    #expect(map["\u{E9}"] == .unsigned(1))
    #expect(map["e\u{301}"] == .unsigned(2))
  }

  @Test(arguments: published) func `What ends early is refused`(hex: String, value: CBORValue) {
    let whole = bytes(hex)
    for count in whole.indices {
      #expect(throws: CBORError.short) { try CBORReader.read(Array(whole.prefix(count)), Self.limits) }
    }
  }

  /// 4 GiB and more that are only claimed, of bytes, of text, of elements and of members.
  @Test(arguments: ["5affffffff", "7bffffffffffffffff", "9affffffff", "bb7fffffffffffffff", "5b8000000000000000"])
  func `What is only claimed is refused before anything is reserved for it`(hex: String) {
    #expect(throws: CBORError.short) { try read(hex) }
    #expect(throws: CBORError.short) { try read(hex + "0102030405") }
  }

  @Test func `Depth, number and size are limited`() {
    let deep = [UInt8](repeating: 0x81, count: 10_000) + [0]
    #expect(throws: CBORError.tooComplex) { try CBORReader.read(deep, Self.limits) }
    #expect(throws: CBORError.tooComplex) {
      try CBORReader.read([0x98, 64] + [UInt8](repeating: 0, count: 64), Self.limits)
    }
    #expect(throws: Never.self) { try CBORReader.read([0x98, 63] + [UInt8](repeating: 0, count: 63), Self.limits) }
    let long = CBORValue.bytes([UInt8](repeating: 0, count: 4094)).encoded
    #expect(throws: CBORError.tooLarge) { try CBORReader.read(long, Self.limits) }
    // What lies beyond the limit is not looked at: this text is none.
    let unread = [0x79, 0x10, 0x00] + [UInt8](repeating: 0xFF, count: 4096)
    #expect(throws: CBORError.tooLarge) { try CBORReader.read(unread, Self.limits) }
    #expect(throws: CBORError.tooComplex) { try read("8181818181f6") }
    #expect(throws: Never.self) { try read("81818181f6") }
  }

  @Test func `The first item's length is that of the item alone`() throws {
    let two = bytes("ff" + "a201020304" + "a16161f6" + "00")
    #expect(try CBORReader.lengthOfFirstItem(in: two, from: 1, Self.limits) == 5)
    let (value, end) = try CBORReader.first(in: two, from: 6, Self.limits)
    #expect(value == .map([.text("a"): .null]))
    #expect(end == 10)
    #expect(throws: CBORError.short) { try CBORReader.lengthOfFirstItem(in: two, from: 11, Self.limits) }
  }

  @Test func `Integers beyond Int are numbers still`() throws {
    #expect(CBORValue.unsigned(.max).integer == nil)
    #expect(CBORValue(.min).integer == .min)
    #expect(CBORValue(.max).integer == .max)
    #expect(CBORValue(.min).encoded == bytes("3b7fffffffffffffff"))
  }
}

private func bytes(_ hex: String) -> [UInt8] {
  let digits = hex.compactMap { $0.hexDigitValue.map { UInt8($0) } }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
