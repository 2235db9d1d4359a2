// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSONCoding
import Testing

@Suite struct JSONReaderTests {
  private static let limits = JSONLimits(bytes: 4096, depth: 4, values: 100)

  private func read(_ text: String) throws(JSONError) -> JSONValue { try read(Array(text.utf8)) }
  private func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue { try JSONReader.read(bytes, Self.limits) }

  private static let valid: [(String, JSONValue)] = [
    ("null", .null), (" true\r\n", .bool(true)), ("\tfalse ", .bool(false)), ("[]", .array([])), ("{ }", .object([])),
    ("0", .number(0)), ("-0", .number(0)), ("-17", .number(-17)), ("9223372036854775807", .number(.max)),
    ("-9223372036854775808", .number(.min)), ("9223372036854775808", .fraction(9_223_372_036_854_775_808)),
    ("0.5", .fraction(0.5)), ("-0.0", .fraction(0)), ("1e2", .fraction(100)), ("1E+2", .fraction(100)),
    ("125e-2", .fraction(1.25)), ("0e5", .fraction(0)), ("1e-400", .fraction(0)),
    (#""""#, .string("")), (#""a/b""#, .string("a/b")), (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
    (#""a\nb\n""#, .string("a\nb\n")), (#""\na\n\nb""#, .string("\na\n\nb")), (#""\n\u00e9c""#, .string("\néc")),
    (#""\u0000\u00E9\u00e9\uffff""#, .string("\u{0}éé\u{FFFF}")), (#""\ud83d\ude00😀""#, .string("😀😀")),
    ("\"\u{7F}\u{2028}\"", .string("\u{7F}\u{2028}")),
    (
      #"{"b":[1,{"c":null}],"a":"x","":{}}"#,
      .object([
        .init("b", .array([.number(1), .object([.init("c", .null)])])), .init("a", .string("x")),
        .init("", .object([])),
      ])
    ),
    ("{\"\u{E9}\":1,\"e\u{301}\":2}", .object([.init("\u{E9}", .number(1)), .init("e\u{301}", .number(2))])),
  ]

  @Test func `What could steer a terminal is written as numbers, and read as it was`() throws {
    let value = JSONValue.string("a\u{9B}b\u{202E}c\u{2028}é\u{1B}")
    #expect(value.text == #""a\u009bb\u202ec\u2028é\u001b""#)
    #expect(try read(value.text) == value)
  }

  @Test(arguments: valid) func `a text of the grammar is read as its value`(text: String, value: JSONValue) throws {
    #expect(try read(text) == value)
    let foundation = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    #expect(foundation != nil)
  }

  @Test(arguments: valid) func `a value is written as a text that reads as the same value`(
    _: String, value: JSONValue
  ) throws {
    #expect(try read(value.text) == value)
  }

  @Test(
    arguments: [
      "", " ", "nul", "True", "nan", "Infinity", "'a'", "+1", "01", "-01", "-", "1.", ".5", "1.e2", "1e", "1e+", "0x10",
      "1_000", "--1", "01e5", "[", "]", "[1", "[1,]", "[,1]", "[1 2]", "{", "{]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#,
      #"{,"a":1}"#, "{a:1}", "{1:1}", #"{"a" 1}"#, #"{"a":1 "b":2}"#, "[] []", "1 x", "truefalse", "// x\n1", #"""#,
      #""\""#, #""\x41""#, #""\u12""#, #""\u+123""#, #""\U0041""#, "\"\n\"", "\"\t\"", "\"\0\"", "\u{FEFF}1",
      "\u{A0}1", "\u{B}1",
    ])
  func `what is not of the grammar is refused`(text: String) {
    #expect(throws: JSONError.malformed(line: 1)) { try read(text) }
  }

  @Test(
    arguments: [
      #""\ud83d""#, #""\ud83dx""#, #""\ud83d\n""#, #""\ud83d\u0041""#, #""\ud83d\ud83d""#, #""\ude00""#, "1e309",
      "-1e309",
    ])
  func `what the standard leaves open and no string or number holds is refused`(text: String) {
    #expect(throws: JSONError.malformed(line: 1)) { try read(text) }
  }

  @Test(arguments: [
    [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0xFE, 0xFF, 0, 0x31],
  ])
  func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
    #expect(throws: JSONError.malformed(line: 1)) { try read(bytes) }
  }

  @Test func `the line of the first wrong byte is told`() {
    #expect(throws: JSONError.malformed(line: 3)) { try read("{\n\"a\": 1,\n}") }
    #expect(throws: JSONError.malformed(line: 2)) { try read("[1,\n\"a\nb\"]") }
    #expect(throws: JSONError.malformed(line: 4)) { try read("1\n\n\nx") }
  }

  @Test func `a name that an object has twice is refused`() throws {
    #expect(throws: JSONError.repeatedName("a")) { try read(#"{"a":1,"\u0061":2}"#) }
    #expect(try read(#"[{"a":1},{"a":2}]"#) != .null)
    // In objects of many members, too.
    let many = (0..<40).map { "\"\($0)\":1" }
    for repeated in ["0", "15", "16", "39"] {
      let text = "{" + (many + ["\"\(repeated)\":2"]).joined(separator: ",") + "}"
      #expect(throws: JSONError.repeatedName(repeated)) { try read(text) }
    }
    let composed = ["\"\u{E9}\":1", "\"e\u{301}\":2"]
    #expect(try read("{" + (many + composed).joined(separator: ",") + "}") != .null)
  }

  @Test func `a text beyond a limit is refused before more of it is read`() throws {
    #expect(try read("[[[[1]]]]") != .null)
    #expect(throws: JSONError.tooComplex) { try read("[[[[[1]]]]]") }
    #expect(throws: JSONError.tooComplex) { try read(String(repeating: "[", count: 4000)) }
    #expect(throws: JSONError.tooComplex) { try read(String(repeating: #"{"a":"#, count: 600)) }
    let numbers = Array(repeating: "1", count: 99)
    #expect(try read("[" + numbers.joined(separator: ",") + "]") != .null)
    #expect(throws: JSONError.tooComplex) { try read("[1," + numbers.joined(separator: ",") + "]") }
    #expect(try read(String(repeating: " ", count: 4095) + "1") == .number(1))
    #expect(throws: JSONError.tooLarge) { try read(String(repeating: " ", count: 4096) + "1") }
  }

  @Test func `a value is written on one line with its members in their order`() {
    let value = JSONValue.members([
      "z": .array([.null, .bool(true), .number(-1), .fraction(1.5)]), "a\"": .string("\\\n\t\r\u{1}ä\u{7F}"),
    ])
    #expect(value.text == #"{"z":[null,true,-1,1.5],"a\"":"\\\n\t\r\u0001ä\u007f"}"#)
  }

  @Test func `a number that is none is written as null`() {
    #expect(JSONValue.array([.fraction(.infinity), .fraction(.nan)]).text == "[null,null]")
  }
}
