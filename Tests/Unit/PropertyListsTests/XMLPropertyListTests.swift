// SPDX-License-Identifier: Apache-2.0
import PropertyLists
import Testing

@Suite struct XMLPropertyListTests {
  private func read(_ text: String) throws(PropertyListError) -> PropertyListValue {
    try XMLPropertyList.read(Array(text.utf8).span)
  }

  private func problem(_ text: String) -> PropertyListError.Problem? {
    do throws(PropertyListError) {
      _ = try read(text)
      return nil
    } catch {
      return error.problem
    }
  }

  @Test func `What xcode writes is read`() throws {
    let list = try read(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- of the app -->
      <plist version="1.0">
      <dict>
      \t<key>application-identifier</key>
      \t<string>TEAM.com.example.app</string>
      \t<key>keychain-access-groups</key>
      \t<array>
      \t\t<string>TEAM.a &amp; b</string>
      \t\t<string><![CDATA[<c>]]></string>
      \t\t<string/>
      \t</array>
      \t<key>get-task-allow</key>
      \t<true/>
      \t<key>count</key>
      \t<integer>-7</integer>
      \t<key>empty</key>
      \t<dict/>
      </dict>
      </plist>

      """)
    #expect(
      list
        == .dictionary([
          "application-identifier": .string("TEAM.com.example.app"),
          "keychain-access-groups": .array([.string("TEAM.a & b"), .string("<c>"), .string("")]),
          "get-task-allow": .boolean(true), "count": .integer(-7), "empty": .dictionary([:]),
        ]))
  }

  @Test(arguments: [("&lt;&gt;&quot;&apos;&amp;", "<>\"'&"), ("&#65;&#x1F600;é", "A😀é"), ("a<!-- b -->c", "ac")])
  func `Characters are resolved`(text: String, result: String) throws {
    #expect(try read("<plist><string>\(text)</string></plist>") == .string(result))
  }

  @Test(
    arguments: [
      ("bplist00\u{1}", .binary), ("", .endsEarly), ("<dict/>", .expected(.plist)), ("<plist>", .endsEarly),
      ("<plist></plist>", .expected(.value)), ("<plist><true/>", .endsEarly),
      ("<plist><true/><true/></plist>", .expected(.closingTag("plist"))), ("<plist><true/></plist>x", .expected(.end)),
      ("<plist><string>a</strin></plist>", .expected(.closingTag("string"))),
      ("<plist><array><true/></dict></plist>", .expected(.closingTag("array"))),
      ("<plist><dict><true/></dict></plist>", .expected(.key)),
      ("<plist><dict><key>a</key></dict></plist>", .expected(.value)),
      ("<plist><dict><key>a</key><true/><key>a</key><false/></dict></plist>", .repeatedKey("a")),
      ("<plist><date>2024-01-01T00:00:00Z</date></plist>", .unknownElement("date")),
      ("<plist><integer>1.5</integer></plist>", .notAnInteger("1.5")),
      ("<plist><string>&nbsp;</string></plist>", .unknownEntity("nbsp")),
      ("<plist><string>&#xD800;</string></plist>", .unknownEntity("#xD800")),
      ("<plist><string>&#0;</string></plist>", .unknownEntity("#0")),
      ("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><true/></plist>", .internalSubset),
      ("<plist><string>\u{0}</string></plist>", .notText),
    ] as [(String, PropertyListError.Problem)])
  func `What is no property list is refused`(text: String, problem: PropertyListError.Problem) {
    #expect(self.problem(text) == problem)
  }

  @Test func `UTF-16 is read in both orders, and Latin-1 where the declaration says so`() throws {
    let text = "<plist><string>né中</string></plist>"
    for (mark, shifts) in [([0xFE, 0xFF] as [UInt8], [8, 0] as [UInt16]), ([0xFF, 0xFE], [0, 8])] {
      let bytes = mark + text.utf16.flatMap { unit in shifts.map { UInt8(truncatingIfNeeded: unit >> $0) } }
      #expect(try XMLPropertyList.read(bytes.span) == .string("né中"))
      #expect(throws: PropertyListError(line: 1, problem: .notText)) {
        _ = try XMLPropertyList.read(Array(bytes.dropLast()).span)
      }
    }
    let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><plist><string>".utf8) + [0xE9]
    #expect(try XMLPropertyList.read((latin + Array("</string></plist>".utf8)).span) == .string("é"))
  }

  @Test func `What is no text is refused with its line`() {
    let bytes = Array("<plist>\n<string>".utf8) + [0xFF] + Array("</string></plist>".utf8)
    #expect(throws: PropertyListError(line: 2, problem: .notText)) { _ = try XMLPropertyList.read(bytes.span) }
    #expect(throws: PropertyListError(line: 3, problem: .notText)) { _ = try read("<plist>\n\n\u{0}</plist>") }
  }

  @Test func `Sizes are limited`() {
    let deep = String(repeating: "<array>", count: 40) + String(repeating: "</array>", count: 40)
    #expect(problem("<plist>\(deep)</plist>") == .tooComplex)
    let many = String(repeating: "<true/>", count: 10_001)
    #expect(problem("<plist><array>\(many)</array></plist>") == .tooComplex)
    #expect(problem("<plist><string>\(String(repeating: "a", count: 1 << 18))</string></plist>") == .tooLarge)
  }

  @Test func `The line of a problem is told`() {
    #expect(throws: PropertyListError(line: 3, problem: .unknownElement("real"))) {
      _ = try read("<plist>\n<array>\n<real>1</real></array></plist>")
    }
  }
}
