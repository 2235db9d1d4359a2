// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import Testing

@Suite struct Base64URLTests {
  /// RFC 4648, section 10, without the padding, and the two characters of the other alphabet.
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
    ("foobar", "Zm9vYmFy"), ("\u{3FF}\u{3FE}", "z7_Pvg"), (">>>", "Pj4-"),
  ])
  func `The texts of RFC 4648 come out, and are read back`(plain: String, text: String) {
    #expect(Base64URL.encode(Array(plain.utf8)) == text)
    #expect(Base64URL.decode(text) == Array(plain.utf8))
  }

  @Test func `The example of RFC 7515, appendix C, is written and read`() {
    let bytes: [UInt8] = [3, 236, 255, 224, 193]
    #expect(Base64URL.encode(bytes) == "A-z_4ME")
    #expect(Base64URL.decode("A-z_4ME".utf8) == bytes)
  }

  @Test func `Every length comes back, and has the count that was said before`() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      let text = Base64URL.encode(bytes)
      #expect(Base64URL.decode(text.utf8) == bytes)
      #expect(Base64URL.encodedCount(count) == text.utf8.count)
      #expect(Base64URL.decodedCount(text.utf8.count) == count)
    }
  }

  @Test(arguments: [
    "Z", "Zg==", "Zh", "Zm9", "Zm+v", "Zm/v", "Zm9v\n", " Zm9v", "Zm9vA", "é", "A-z_ 4ME", "AAAAA", "AB", "A-z_4MF",
  ])
  func `Padding, other characters, impossible lengths and leftover bits are refused`(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}
