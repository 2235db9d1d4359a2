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

  @Test(arguments: ["Z", "Zg==", "Zh", "Zm9", "Zm+v", "Zm/v", "Zm9v\n", " Zm9v", "Zm9vA", "é"])
  func `Padding, other characters, impossible lengths and leftover bits are refused`(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}
