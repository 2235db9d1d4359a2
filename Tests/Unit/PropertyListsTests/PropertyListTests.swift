// SPDX-License-Identifier: Apache-2.0
import Foundation
import PropertyLists
import Testing

/// The reader of all forms, held to what Foundation reads.
@Suite struct PropertyListTests {
  private func read(_ bytes: [UInt8]) -> [String: String]? {
    (try? PropertyList.read(bytes.span))?.dictionary?.compactMapValues(\.string)
  }

  private func foundation(_ bytes: [UInt8]) -> [String: String]? {
    let list = unsafe try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    return (list as? [String: Any])?.compactMapValues { $0 as? String }
  }

  private static let texts = [
    "<plist><dict><key>a</key><string>1</string><key>a</key><string>2</string></dict></plist>",
    "<dict><key>a</key><string>1</string></dict>", "a = \"1\";\n\"a\" = \"2\";", "a; b = c;", "{ a = 1; b = (x, y,); }",
    "a = { b = c; }; d = <0a 0B>; e = 'it\\'s';", "a = \"\\Ud83d\\Ude00 \\U00e9 \\n\\t\\a\";", "a = \"\\351\\101\\7\";",
    "a-b_c.d:e$f/g = h;", "/* c */ a /* d */ = // e\n b;", " \n ",
  ]

  @Test(arguments: texts) func `What Foundation reads is read as it reads it`(text: String) {
    let utf8 = Array(text.utf8)
    let utf16 = [0xFF, 0xFE] + text.utf16.flatMap { (unit) -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    for bytes in [utf8, [0xEF, 0xBB, 0xBF] + utf8, utf16] {
      #expect(read(bytes) != nil)
      #expect(read(bytes) == foundation(bytes))
    }
  }

  @Test(arguments: ["a = \"1\"", "a = ;", "a = \"1\"\nb = \"2\";", "{a = 1;} x", "a = <0a0>;", "é = h;", ""])
  func `What Foundation does not read is refused`(text: String) {
    #expect(read(Array(text.utf8)) == nil && foundation(Array(text.utf8)) == nil)
  }

  /// In the binary form the first of a key that stands twice counts.
  @Test func `A repeated key of the binary form is read as Foundation reads it`() {
    let bytes =
      Array("bplist00".utf8) + [0xD2, 1, 1, 2, 3, 0x51, 0x61, 0x51, 0x31, 0x51, 0x32] + [8, 13, 15, 17]
      + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 4] + [UInt8](repeating: 0, count: 8)
      + [0, 0, 0, 0, 0, 0, 0, 19]
    #expect(read(bytes) == ["a": "1"] && foundation(bytes) == ["a": "1"])
  }

  @Test func `Sizes of the older text are limited`() {
    func problem(_ text: String) -> PropertyListError.Problem? {
      do throws(PropertyListError) { _ = try PropertyList.read(Array(text.utf8).span) } catch { return error.problem }
      return nil
    }
    #expect(problem(String(repeating: "(", count: 100_000)) == .tooComplex)
    #expect(problem(String(repeating: "a;", count: 10_001)) == .tooComplex)
    #expect(problem(String(repeating: "a", count: 1 << 18) + ";") == .tooLarge)
  }
}
