// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import Testing

/// The table of conversions: one test for a type, one argument for a row.
@Suite struct AttributeTypeTests {
  static let control = AttributeValue.accessControl(AccessControl(.whenUnlocked))

  @Test(arguments: ["text", .data([1]), 7] as [AttributeValue])
  func `A blob keeps strings data and numbers as given`(value: AttributeValue) {
    #expect(AttributeType.blob.converting(value) == value)
  }

  @Test(arguments: [true, .date(0), control] as [AttributeValue])
  func `A blob is nothing else`(value: AttributeValue) {
    #expect(AttributeType.blob.converting(value) == nil)
  }

  @Test(
    arguments: [
      (.data([1, 2]), [1, 2]), ("abc", [0x61, 0x62, 0x63]), (258, [2, 1, 0, 0]), (-1, [255, 255, 255, 255]),
      (.number(1 << 32), [0, 0, 0, 0, 1, 0, 0, 0]), ("", []),
    ] as [(AttributeValue, [UInt8])])
  func `Data is made of strings and numbers`(value: AttributeValue, bytes: [UInt8]) {
    #expect(AttributeType.data.converting(value) == .data(bytes))
  }

  @Test func `A string is made of data in UTF8`() {
    #expect(AttributeType.string.converting("é") == "é")
    #expect(AttributeType.string.converting(.data([0xC3, 0xA9])) == "é")
    #expect(AttributeType.string.converting(.data([0xC3])) == nil)
    #expect(AttributeType.string.converting(1) == nil)
    #expect(AttributeType.string.converting(true) == nil)
  }

  @Test(
    arguments: [
      (443, 443), (true, 1), (false, 0), ("80", 80), ("-1", -1), ("http", "http"), ("", ""), ("+1", "+1"),
      ("8 0", "8 0"), ("99999999999999999999", "99999999999999999999"),
    ] as [(AttributeValue, AttributeValue)])
  func `A number is made of booleans and digits and other text stays`(value: AttributeValue, expected: AttributeValue) {
    #expect(AttributeType.number.converting(value) == expected)
  }

  @Test(arguments: [.data([1]), .date(1), control] as [AttributeValue])
  func `A number is nothing else`(value: AttributeValue) {
    #expect(AttributeType.number.converting(value) == nil)
  }

  @Test func `A date is a date`() {
    #expect(AttributeType.date.converting(.date(1.5)) == .date(1.5))
    for value in [.date(.nan), .date(.infinity), 1, "2001-01-01"] as [AttributeValue] {
      #expect(AttributeType.date.converting(value) == nil)
    }
  }

  @Test func `An access control is nothing else`() {
    #expect(AttributeType.accessControl.converting(Self.control) == Self.control)
    #expect(AttributeType.accessControl.converting("ak") == nil)
  }

  @Test func `Comparison is by bytes without normalisation`() {
    let composed = AttributeValue.string("\u{E9}"), decomposed = AttributeValue.string("e\u{301}")
    #expect(composed != decomposed)
    #expect(composed.comparedBytes != decomposed.comparedBytes)
    #expect(AttributeValue.string("abc").comparedBytes == AttributeValue.data([0x61, 0x62, 0x63]).comparedBytes)
    #expect(AttributeValue.string("a").comparedBytes != AttributeValue.string("A").comparedBytes)
  }
}
