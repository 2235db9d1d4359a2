// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import SecretMemory
import TestCertificates
import Testing

@Suite struct PKCS12FileTests {
  private func open(
    _ bytes: [UInt8], _ passphrase: String, rounds: Int = 5_000_000
  ) throws(PassphraseError) -> PKCS12Contents {
    let passphrase = Array(passphrase.utf8)
    return try PKCS12File(maximumRounds: rounds).open(bytes.span, passphrase: passphrase.span)
  }

  @Test func `Opens modern files`() throws {
    let contents = try open(TestCertificates.modernPKCS12, "secret")
    #expect(contents.keys.count == 1)
    #expect(contents.keys[0].label == "A Leaf")
    #expect(contents.keys[0].localID?.count == 20)
    let leaf = contents.certificates.first { $0.localID == contents.keys[0].localID }
    #expect(leaf?.encoded == TestCertificates.leaf)
    #expect(leaf?.label == "A Leaf")
    let others = contents.certificates.filter { $0.localID == nil }.map { $0.encoded }
    #expect(others == [TestCertificates.intermediate, TestCertificates.root])
  }

  @Test func `Opens files with ciphers of old times`() throws {
    let contents = try open(TestCertificates.legacyPKCS12, "secret")
    #expect(contents.keys.count == 1 && contents.keys[0].label == "Old RSA")
    #expect(contents.certificates.map { $0.encoded }.contains(TestCertificates.rsa))
  }

  @Test func `Opens files without a passphrase and without a key`() throws {
    let empty = try open(TestCertificates.emptyPKCS12, "")
    #expect(empty.keys.count == 1 && empty.certificates.map { $0.encoded } == [TestCertificates.client])
    let certificate = try open(TestCertificates.certificatePKCS12, "secret")
    #expect(certificate.keys.isEmpty && certificate.certificates.map { $0.encoded } == [TestCertificates.root])
  }

  @Test func `Many keys may not ask together for what one may not`() throws {
    var der: [UInt8] = []
    let key = try open(TestCertificates.modernPKCS12, "secret").keys[0]
    key.encoded.withBytes { bytes in der = bytes.indices.map { bytes[$0] } }
    let keys = (0..<10).map { _ in PKCS12Writer.Key(pkcs8: SecretBytes(copying: der.span), label: nil, localID: nil) }
    let file = try PKCS12Writer.write(certificates: [], keys: keys, passphrase: Array("x".utf8).span)
    // Each key, and the code over all, takes 100,000 rounds.
    #expect(throws: PassphraseError.tooExpensive) { try open(file, "x", rounds: 100_000) }
    #expect(try open(file, "x", rounds: 110_000).keys.count == 10)
  }

  @Test(arguments: [
    TestCertificates.modernPKCS12, TestCertificates.legacyPKCS12, TestCertificates.emptyPKCS12,
    TestCertificates.certificatePKCS12,
  ])
  func `A wrong passphrase opens nothing`(bytes: [UInt8]) {
    for passphrase in ["wrong", "Secret", "secret "] {
      #expect(throws: PassphraseError.wrongPassphrase) { _ = try open(bytes, passphrase) }
    }
  }

  /// The characters' last ones have one to four bytes in UTF-8.
  @Test(arguments: ["Test", "Testé", "Test™", "™", "Test🔑", ""]) func `Labels come back whole`(label: String) throws {
    let certificate = PKCS12Writer.Certificate(TestCertificates.leaf, label: label, localID: nil)
    let file = try PKCS12Writer.write(certificates: [certificate], keys: [], passphrase: Array("x".utf8).span)
    #expect(try open(file, "x").certificates.map(\.label) == [label])
  }

  @Test func `Refuses what is no file`() {
    for bytes: [UInt8] in [[], [0x30], [0x30, 0], TestCertificates.leaf, TestCertificates.modernPKCS12.dropLast()] {
      #expect(throws: PassphraseError.malformed) { _ = try open(bytes, "secret") }
    }
  }

  @Test func `A file may not ask for more work than it may`() {
    #expect(throws: PassphraseError.tooExpensive) { _ = try open(TestCertificates.modernPKCS12, "secret", rounds: 100) }
  }

  @Test func `Changed files are noticed`() {
    let bytes = TestCertificates.modernPKCS12
    for index in stride(from: 0, to: bytes.count, by: 37) {
      var changed = bytes
      changed[index] ^= 1
      let contents = try? open(changed, "secret", rounds: 10_000)
      #expect(contents?.keys.count ?? 0 <= 1)
    }
  }
}
