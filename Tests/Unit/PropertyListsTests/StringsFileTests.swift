// SPDX-License-Identifier: Apache-2.0
import PropertyLists
import Testing

@Suite struct StringsFileTests {
  private func read(_ text: String) throws -> [String: String] { try StringsFile.read(Array(text.utf8).span) }

  private func line(_ text: String) -> Int? {
    do throws(PropertyListError) { _ = try StringsFile.read(Array(text.utf8).span) } catch { return error.line }
    return nil
  }

  @Test func `Texts in Apple's older form are read`() throws {
    let text = """
      /* The name; "quoted" */
      CFBundleDisplayName = "Libro \\"mastro\\"";
      // Why
      "NSCameraUsageDescription" = "Per\\U00f2\\n// vedi";
      plain;
      """
    #expect(
      try read(text) == [
        "CFBundleDisplayName": "Libro \"mastro\"", "NSCameraUsageDescription": "Per\u{F2}\n// vedi", "plain": "plain",
      ])
    #expect(try read("") == [:])
    #expect(try read("a=b;") == ["a": "b"])
  }

  @Test func `Of a key that stands twice the last counts`() throws {
    #expect(try read("a = b;\na = c;") == ["a": "c"])
  }

  @Test func `The two orders of UTF-16 are read, and property lists`() throws {
    let units = Array("a = \"\u{6E}\u{4E2D}\";".utf16)
    let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let little: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try StringsFile.read(big.span) == ["a": "n\u{4E2D}"])
    #expect(try StringsFile.read(little.span) == ["a": "n\u{4E2D}"])
    #expect(try read("<plist><dict><key>a</key><string>b</string></dict></plist>") == ["a": "b"])
    #expect(throws: PropertyListError.self) { try StringsFile.read(Array(big.dropLast()).span) }
  }

  @Test(arguments: [
    ("a = \"b\"", 1), ("a = \"b", 1), ("\n/* never", 2), ("\n\na = ;", 3), ("a = b;\n= c;", 2), ("= b;", 1),
    ("a = \"\\Uz\";", 1), ("<plist>", 1),
  ])
  func `What is no such file is refused with its line`(text: String, expected: Int) {
    #expect(line(text) == expected)
  }
}
