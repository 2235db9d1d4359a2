// SPDX-License-Identifier: Apache-2.0
import PropertyLists
import QueryDiagnosis
import Testing

@Suite struct WrittenCallTests {
  private func read(_ text: String, as kind: CallKind? = nil) throws(WrittenTextError) -> [WrittenCall] {
    try WrittenCall.read(Array(text.utf8), as: kind)
  }

  @Test func `A dictionary is a query`() throws {
    let calls = try read(
      #"{"class": "genp", "acct": "é\u00e9\ud83d\ude00\n", "port": -7, "r_Data": true, "labl": null}"#)
    #expect(calls.count == 1)
    #expect(calls[0].kind == .find)
    #expect(
      calls[0].query.map(\.value) == [.string("genp"), .string("éé😀\n"), .number(-7), .boolean(true), .null])
  }

  @Test func `Data and dates`() throws {
    let calls = try read(
      #"{"a": {"base64": "AQI="}, "b": {"hex": "00ff"}, "c": {"date": "2001-01-02T00:00:01Z"}, "d": [1.5, {}]}"#)
    #expect(
      calls[0].query.map(\.value) == [
        .data([1, 2]), .data([0, 255]), .date(86401), .array([.fraction(1.5), .dictionary([])]),
      ])
  }

  @Test func `A property list says the same`() throws {
    let list = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>a</key><data>
        AQ
        I=
      </data><key>b</key><date>2000-02-29T23:59:59Z</date><key>c</key><real>0.5</real><key>d</key><integer>1</integer>
      </dict></plist>
      """
    #expect(
      try read(list)[0].query.map(\.value) == [.data([1, 2]), .date(-26_438_401), .fraction(0.5), .number(1)])
  }

  @Test func `Calls in their order`() throws {
    let calls = try read(
      """
      [{"call": "SecItemCopyMatching", "query": {"class": "genp"}, "status": -25308},
       {"query": {"class": "genp"}, "attributesToUpdate": {"labl": "x"}},
       {"query": {"class": "genp", "v_Data": "x"}}, {"call": "delete", "query": {}}]
      """)
    #expect(calls.map(\.kind) == [.find, .update, .add, .delete])
    #expect(calls[0].status == -25308)
    #expect(calls[1].changes?.count == 1)
    #expect(try read(#"{"class": "genp"}"#, as: .delete)[0].kind == .delete)
  }

  @Test(
    arguments: [
      ("", .json(line: 1)), ("[]", .noDictionary), ("7", .noDictionary), ("[7]", .noDictionary),
      ("{\"a\":\n1,}", .json(line: 2)), ("{'a':1}", .json(line: 1)), ("{\"a\":01}", .json(line: 1)),
      ("{\"a\":1} x", .json(line: 1)), ("{\"a\":\"\\ud800\"}", .json(line: 1)), ("{\"a\":+1}", .json(line: 1)),
      ("{\"a\":{\"hex\":\"0\"}}", .badText("hex")), ("{\"a\":{\"date\":\"2023-02-29T00:00:00Z\"}}", .badText("date")),
      ("{\"a\":1,\"a\":2}", .repeatedKey("a")),
      ("{\"query\":{},\"call\":\"SecItemFind\"}", .unknownCall("SecItemFind")),
      ("{\"query\":{},\"limit\":1}", .badMember("limit")), ("{\"query\":7}", .badMember("query")),
      (String(repeating: "[", count: 50), .tooComplex), (String(repeating: " ", count: 300_000), .tooLarge),
    ] as [(String, WrittenTextError)])
  func `What is no call`(text: String, error: WrittenTextError) {
    #expect(throws: error) { try read(text) }
  }

  @Test func `A binary property list is named`() {
    #expect { try read("bplist00") } throws: { error in
      guard case .propertyList(let error)? = error as? WrittenTextError else { return false }
      return error.problem == .binary
    }
  }
}
