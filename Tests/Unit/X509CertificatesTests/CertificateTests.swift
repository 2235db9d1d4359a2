// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import DERCoding
import KeyFormats
import TestCertificates
import Testing
import X509Certificates

@Suite struct CertificateTests {
  @Test func `Reads what OpenSSL wrote`() throws {
    let bytes = TestCertificates.leaf
    let leaf = try Certificate(bytes.span)
    #expect(leaf.encoded == bytes)
    #expect(leaf.version == 3)
    #expect(leaf.serialNumber == hex("00F1F2F3F4F5F6F7"))
    #expect(leaf.commonName == "example.com")
    #expect(leaf.emailAddresses == ["alt@example.com", "subject@example.com"])
    #expect(leaf.dnsNames == ["example.com", "*.example.org"])
    #expect(leaf.notBefore == DERTime(year: 2026, month: 11, day: 21, hour: 16, minute: 33, second: 55))
    #expect(leaf.notAfter.year == 2126)
    #expect(leaf.publicKeyBits == leaf.publicKey?.encoded)
    #expect(leaf.publicKey?.bits == 256)
    // The identifier OpenSSL makes is the hash of the same bytes the keychain hashes.
    #expect(leaf.subjectKeyIdentifier == DigestAlgorithm.sha1.hash(leaf.publicKeyBits.span))
  }

  /// OpenSSL and Apple read such certificates too.
  @Test func `A signature may have bits that are unused`() throws {
    var bytes = TestCertificates.leaf
    let signature = try #require(
      bytes.indices.dropLast(2).first { bytes[$0] == 3 && Int(bytes[$0 + 1]) == bytes.count - $0 - 2 })
    for unused: UInt8 in 0...7 {
      bytes[signature + 2] = unused
      #expect(throws: Never.self) { _ = try Certificate(bytes.span) }
    }
    bytes[signature + 2] = 8
    #expect(throws: DERError.badValue) { _ = try Certificate(bytes.span) }
  }

  @Test func `The issuer is the subject of the issuer`() throws {
    let bytes = TestCertificates.leaf
    let issuer = TestCertificates.intermediate
    #expect(try Certificate(bytes.span).issuer == Certificate(issuer.span).subject)
  }

  /// Quinn's example in "SecItem: Pitfalls and Best Practices".
  @Test func `Names are normalized as Apple's`() throws {
    let bytes = TestCertificates.mouse
    let name = try Certificate(bytes.span).subject
    let content = hex("3110300e06035504030c074d6f7573654341310b3009060355040613024742")
    #expect(name.normalizedContent == content)
    #expect(name.normalized == hex("301f") + content)
  }

  @Test func `Printable strings lose blanks and become capitals`() throws {
    let raw = hex("3022 310b300906035504061302 6762 3113 301106035504 0a 130a 2061 2020 6220 2063 2020")
    let name = try DistinguishedName(raw.span)
    #expect(name.normalizedContent == hex("310b3009060355040613024742 310e300c060355040a1305412042 2043"))
    let utf8 = hex("3012 3110300e06035504030c0720612020622063")
    #expect(try DistinguishedName(utf8.span).normalized == utf8)
  }

  @Test(arguments: [
    (TestCertificates.leaf, "example.com"), (TestCertificates.client, "Client (of tests)"),
    (TestCertificates.rsa, "Unit"), (TestCertificates.mouse, "MouseCA"),
  ])
  func `The summary is the best the subject has`(bytes: [UInt8], summary: String) throws {
    #expect(try Certificate(bytes.span).summary == summary)
  }

  @Test func `Bytes after the certificate are left out`() throws {
    let bytes = TestCertificates.root
    #expect(try Certificate((bytes + [1, 2, 3]).span).encoded == bytes)
  }

  @Test func `Refuses every cut`() {
    let bytes = TestCertificates.leaf
    for count in bytes.indices {
      #expect(throws: DERError.self) { _ = try Certificate(bytes.span.extracting(first: count)) }
    }
  }

  @Test func `Every text of a name is read`() throws {
    func name(_ value: String) throws -> String? {
      let octets = hex(value)
      var writer = DERWriter()
      writer.append(.sequence) { name in
        name.append(.set) { set in
          set.append(.sequence) { pair in
            pair.append(OID(2, 5, 4, 3))
            pair.append(encoded: octets.span)
          }
        }
      }
      return try DistinguishedName(writer.bytes().span).attributes.first?.text
    }
    #expect(try name("0c02c3a4") == "ä")
    #expect(try name("1e0400e40041") == "äA")
    #expect(try name("1c08000000e40001f600") == "ä😀")
    #expect(try name("1401e4") == "ä")
    #expect(try name("1303414243") == "ABC")
    #expect(try name("0c01ff") == nil)
    #expect(try name("1e03004100") == nil)
    #expect(try name("0401ff") == nil)
  }
}
