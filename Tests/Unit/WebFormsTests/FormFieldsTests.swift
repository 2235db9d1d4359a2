// SPDX-License-Identifier: Apache-2.0
import SecretMemory
import Testing
import WebForms

@Suite struct FormFieldsTests {
  @Test func `Fields come in their order, decoded, and go back`() throws {
    let form = try FormFields(decoding: "a=1&b=x+y%2B&&c&a=%C3%A9".utf8)
    #expect(form.fields == [.init("a", "1"), .init("b", "x y+"), .init("c", ""), .init("a", "é")])
    #expect(form.repeated == ["a"])
    #expect(try FormFields(decoding: form.encoded.utf8) == form)
    #expect(FormFields([.init("s", "a b&=+é")]).encoded == "s=a%20b%26%3D%2B%C3%A9")
  }

  @Test(arguments: [
    ("a=x y", 3), ("a=%", 2), ("a=%4", 2), ("a=%4g", 2), ("b=1&a=\u{E9}", 6), ("a=\"", 2), ("a=<b>", 2), ("a=\n", 2),
  ]) func `What ought to be encoded is refused, and where it stands is said`(text: String, offset: Int) {
    #expect(throws: FormError.notEncoded(offset: offset)) { try FormFields(decoding: text.utf8) }
  }

  @Test func `Bytes that are no text, too many fields and too many bytes are refused`() {
    #expect(throws: FormError.notText(offset: 2)) { try FormFields(decoding: "a=%FF".utf8) }
    #expect(throws: FormError.tooManyFields) {
      try FormFields(decoding: String(repeating: "a=1&", count: 65).utf8)
    }
    #expect(throws: FormError.tooLarge) { try FormFields(decoding: String(repeating: "a", count: 65_537).utf8) }
  }

  @Test func `A secret field is decoded apart, and is no field like others`() throws {
    let body = Array("mail=a%40b.c&password=x%20%2B+%C3%A9%26&seal=1".utf8)
    let form = try SecretForm(decoding: body.span, secretField: "password")
    let fields = form.fields
    #expect(fields.fields == [.init("mail", "a@b.c"), .init("seal", "1")])
    guard let secret = form.takeSecret() else {
      Issue.record("there is no secret")
      return
    }
    #expect(secret.withBytes { bytes in bytes.indices.map { bytes[$0] } } == Array("x + é&".utf8))
  }

  @Test func `A secret that comes twice is refused, and one that is not encoded is none`() throws {
    let twice = Array("password=a&password=b".utf8)
    #expect(throws: FormError.notEncoded(offset: 11)) {
      _ = try SecretForm(decoding: twice.span, secretField: "password")
    }
    let empty = Array("password=&a=1".utf8)
    if try SecretForm(decoding: empty.span, secretField: "password").takeSecret() != nil {
      Issue.record("nothing is a secret")
    }
    let broken = Array("password=a%2".utf8)
    if try SecretForm(decoding: broken.span, secretField: "password").takeSecret() != nil {
      Issue.record("half an escape is a secret")
    }
  }
}
