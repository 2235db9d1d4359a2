// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import Testing

@Suite struct PurposeStringTests {
  @Test func `Plain words stay as they are`() {
    #expect(
      PurposeString("The app records während der Nacht, 日本語 too.")?.text
        == "The app records während der Nacht, 日本語 too.")
  }

  @Test(arguments: [
    ("one\ntwo\r\n\u{2028}three\u{85}four", "one two three four"),
    ("\u{1B}[2Jred\u{1B}[31m\u{7}", "[2Jred[31m"),
    ("abc\u{202E}fed\u{2066}x\u{200F}", "abcfedx"),
    ("zero\u{200B}width\u{FEFF}\u{AD}", "zerowidth"),
    ("  \t padded \u{3000} ", "padded"),
    ("tag\u{E0041}s and \u{E000}private", "tags and private"),
  ])
  func `Nothing is left that could make another line or turn one around`(raw: String, shown: String) {
    #expect(PurposeString(raw)?.text == shown)
  }

  @Test(arguments: ["", " \n\t", "\u{202E}\u{200B}", "\u{301}\u{302}"])
  func `Where nothing can be seen there is no purpose`(raw: String) { #expect(PurposeString(raw) == nil) }

  @Test func `10,000 characters are cut`() throws {
    let cut = try #require(PurposeString(String(repeating: "word ", count: 2000))).text
    #expect(cut.count <= PurposeString.longest && cut.hasSuffix("…"))
    let wide = try #require(PurposeString(String(repeating: "𝔘", count: 10_000))).text
    #expect(wide.utf8.count <= PurposeString.longestBytes)
  }

  @Test func `Marks do not pile up into the lines above`() throws {
    let pile = try #require(PurposeString("Z" + String(repeating: "\u{310}", count: 500) + "algo"))
    #expect(pile.text.unicodeScalars.count <= 8)
  }
}
