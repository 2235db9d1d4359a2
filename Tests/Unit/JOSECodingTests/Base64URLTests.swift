// SPDX-License-Identifier: Apache-2.0
import JOSECoding
import Testing

@Suite struct Base64URLTests {
  @Test func `The example of RFC 7515, appendix C, is written and read`() {
    let bytes: [UInt8] = [3, 236, 255, 224, 193]
    #expect(Base64URL.encode(bytes) == "A-z_4ME")
    #expect(Base64URL.decode("A-z_4ME".utf8) == bytes)
  }

  @Test func `Every length comes back`() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      #expect(Base64URL.decode(Base64URL.encode(bytes).utf8) == bytes)
    }
  }

  @Test(arguments: [
    "A-z_4ME=", "A+z_4ME", "A/z_", "A-z_ 4ME", "A-z_4MF", "A", "AAAAA", "AB", "AAB", "A-z_4M\n", "Ä",
  ]) func `Padding, the plain alphabet, spaces and bits at the end are refused`(text: String) {
    #expect(Base64URL.decode(text.utf8) == nil)
  }
}
