// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import Foundation
import RunningInstance
import SecretMemory
import TemporaryFolder
import TestCertificates
import Testing

/// Keys under a passphrase, written here and by OpenSSL's own tool, and read by the other.
@Suite struct EncryptedPrivateKeyTests {
  private static let passphrase = Array("geheim über alles".utf8)

  private func bytes(_ secret: borrowing SecretBytes) -> [UInt8] {
    secret.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  private func isOne(_ bytes: [UInt8]) -> Bool { EncryptedPrivateKey.isOne(bytes.span) }

  private func open(
    _ file: [UInt8], _ passphrase: [UInt8] = passphrase, rounds: Int = 5_000_000
  ) throws(PassphraseError) -> [UInt8] {
    bytes(try EncryptedPrivateKey(maximumRounds: rounds).open(file.span, passphrase: passphrase.span))
  }

  private func seal(_ key: [UInt8], _ passphrase: [UInt8] = passphrase) throws(PassphraseError) -> [UInt8] {
    try EncryptedPrivateKey.seal(SecretBytes(copying: key.span), passphrase: passphrase.span)
  }

  /// What the tool writes for this input: into a file, or to its output.
  private func openssl(_ words: [String], input: [UInt8]) throws -> [UInt8] {
    try withTemporaryFolder { folder in
      let (given, written) = (folder + "/in", folder + "/out")
      #expect(FileManager.default.createFile(atPath: given, contents: Data(input)))
      let out = words[0] == "asn1parse" ? [] : ["-out", written]
      let ended = try Program.run("openssl", words + ["-in", given] + out)
      try #require(ended.exitCode == 0, "\(ended.errors)")
      return try out.isEmpty ? Array(ended.output.utf8) : Array(Data(contentsOf: URL(fileURLWithPath: written)))
    }
  }

  private func key() throws -> [UInt8] {
    try openssl(["pkcs8", "-topk8", "-nocrypt", "-inform", "DER", "-outform", "DER"], input: TestCertificates.leafKey)
  }

  @Test func `A key comes back with its passphrase alone`() throws {
    let key = try key()
    for passphrase in [Self.passphrase, [], [1, 0, 2]] {
      let file = try seal(key, passphrase)
      let other = try seal(key, passphrase)
      #expect(isOne(file) && file != other)
      #expect(try open(file, passphrase) == key)
      for wrong in [passphrase + [0x20], [9]] {
        #expect(throws: PassphraseError.wrongPassphrase) { _ = try open(file, wrong) }
      }
    }
  }

  @Test func `OpenSSL reads what is written here, which is AES-256 after 600,000 rounds with 16 bytes of salt`() throws
  {
    let key = try key()
    let file = try seal(key)
    let text = String(decoding: Self.passphrase, as: UTF8.self)
    #expect(
      try openssl(
        ["pkcs8", "-topk8", "-nocrypt", "-inform", "DER", "-outform", "DER", "-passin", "pass:" + text], input: file)
        == key)
    let parsed = String(decoding: try openssl(["asn1parse", "-inform", "DER"], input: file), as: UTF8.self)
    for part in [":PBES2", ":PBKDF2", ":0927C0", ":hmacWithSHA256", ":aes-256-cbc"] { #expect(parsed.contains(part)) }
    #expect(parsed.contains(/l= +16 prim: OCTET STRING/))
  }

  @Test(arguments: [
    ["-v2", "aes-256-cbc"], ["-v2", "des3", "-v2prf", "hmacWithSHA1"], ["-scrypt"], ["-v1", "PBE-SHA1-3DES"],
    ["-v1", "PBE-SHA1-RC4-40", "-provider", "legacy", "-provider", "default"],
  ])
  func `What OpenSSL writes is read here`(words: [String]) throws {
    let text = String(decoding: Self.passphrase, as: UTF8.self)
    let process = ["pkcs8", "-topk8", "-inform", "DER", "-outform", "DER", "-passout", "pass:" + text] + words
    let file = try openssl(process, input: TestCertificates.leafKey)
    #expect(try open(file) == key())
    #expect(throws: PassphraseError.wrongPassphrase) { _ = try open(file, [1]) }
  }

  @Test(arguments: [["-iter", "5000001"], ["-scrypt", "-scrypt_N", "16384", "-scrypt_r", "8", "-scrypt_p", "40"]])
  func `A file may not ask for more work than it may`(words: [String]) throws {
    let file = try openssl(
      ["pkcs8", "-topk8", "-inform", "DER", "-outform", "DER", "-passout", "pass:x"] + words,
      input: TestCertificates.leafKey)
    let began = ContinuousClock.now
    #expect(throws: PassphraseError.tooExpensive) { _ = try open(file, [0x78]) }
    #expect(ContinuousClock.now - began < .seconds(1))
  }

  @Test func `Changed and shortened files give no key but the right one`() throws {
    let key = try key()
    let words = ["pkcs8", "-topk8", "-inform", "DER", "-outform", "DER", "-passout", "pass:x", "-iter", "1000"]
    let file = try openssl(words, input: TestCertificates.leafKey)
    #expect(try open(file, [0x78], rounds: 1000) == key)
    for index in stride(from: 0, to: file.count, by: 5) {
      var changed = file
      changed[index] ^= 1
      // In the cipher's mode a change may pass, and the key is another one: nothing here authenticates it.
      _ = try? open(changed, [0x78], rounds: 1000)
      #expect(throws: PassphraseError.malformed) { _ = try open(Array(file.prefix(index))) }
    }
    #expect(throws: PassphraseError.malformed) { _ = try open(file + [0]) }
    for other in [key, TestCertificates.modernPKCS12, TestCertificates.leaf, []] { #expect(!isOne(other)) }
  }
}
