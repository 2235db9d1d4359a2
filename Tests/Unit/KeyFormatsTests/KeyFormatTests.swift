// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CryptoPrimitives
import DERCoding
import KeyFormats
import SecretMemory
import Testing

@Suite struct KeyFormatTests {
  @Test func `Rsa keys are read and written`() throws {
    let bytes = WycheproofKey.pkcs8
    let key = try PrivateKeyMaterial(pkcs8: bytes.span)
    #expect(try key.pkcs8().revealed == WycheproofKey.pkcs8)
    guard case .rsa(let rsa) = key else { return #expect(Bool(false), "another kind of key") }
    let pkcs1 = Array(WycheproofKey.pkcs8.suffix(0x4A7))
    #expect(try rsa.pkcs1().revealed == pkcs1)
    let publicKey = rsa.publicKey
    #expect(try RSAPublicKey(pkcs1: publicKey.pkcs1.span) == publicKey)
    #expect(publicKey.pkcs1.starts(with: hex("3082010a0282010100a2b451")))
    #expect(try PublicKeyMaterial(spki: key.publicKey.spki.span) == key.publicKey)
    #expect(key.publicKey.spki.starts(with: hex("30820122300d06092a864886f70d01010105000382010f00")))
    #expect(key.publicKey.bits == 2048)
  }

  @Test(arguments: Curve.allCases) func `Curve keys are read and written`(curve: Curve) throws {
    let key = try ECPrivateKey(curve)
    let material = PrivateKeyMaterial.ec(key)
    let again = try material.pkcs8().withBytes { try PrivateKeyMaterial(pkcs8: $0) }
    #expect(again.publicKey == material.publicKey)
    for parameters in [ECPrivateKey.SEC1Parameters.named, .withoutParameters] {
      let copy = try key.sec1(parameters).withBytes { try ECPrivateKey(sec1: $0, on: curve) }
      #expect(try copy.scalar().revealed == key.scalar().revealed)
    }
    #expect(try key.sec1(.named).withBytes { try ECPrivateKey(sec1: $0) }.publicKey == key.publicKey)
    #expect(throws: KeyFormatError.unsupported) {
      _ = try key.sec1(.withoutParameters).withBytes { try ECPrivateKey(sec1: $0) }
    }
    #expect(try PublicKeyMaterial(spki: material.publicKey.spki.span) == material.publicKey)
  }

  @Test(arguments: RawCurve.allCases) func `String keys are read and written`(curve: RawCurve) throws {
    let material = PrivateKeyMaterial.raw(try RawPrivateKey(curve))
    let again = try material.pkcs8().withBytes { try PrivateKeyMaterial(pkcs8: $0) }
    #expect(again.publicKey == material.publicKey)
    #expect(try PublicKeyMaterial(spki: material.publicKey.spki.span) == material.publicKey)
  }

  /// RFC 8410, 10.1 and 10.3.
  @Test func `Ed25519 as published`() throws {
    let key = try PrivateKeyMaterial(
      pkcs8: hex("302e020100300506032b657004220420D4EE72DBF913584AD5B6D8F1F769F8AD3AFE7C28CBF1D4FBE097A88F44755842")
        .span)
    let spki = hex("302a300506032b657003210019BF44096984CDFE8541BAC167DC3B96C85086AA30B6B6CB0C5C38AD703166E1")
    #expect(key.publicKey.spki == spki)
  }

  @Test func `Refuses what does not belong together`() throws {
    let one = try ECPrivateKey(.p256)
    let other = try ECPrivateKey(.p256)
    var mixed = try one.sec1(.named).revealed
    mixed.replaceSubrange(mixed.count - 65..<mixed.count, with: other.publicKey.x963)
    #expect(throws: KeyFormatError.key(.invalidPrivateKey)) { _ = try ECPrivateKey(sec1: mixed.span) }
    let sec1 = try one.sec1(.named)
    #expect(throws: KeyFormatError.unsupported) {
      _ = try sec1.withBytes { try ECPrivateKey(sec1: $0, on: .p384) }
    }
    var rsa = WycheproofKey.pkcs8
    rsa[rsa.count - 1] ^= 2
    #expect(throws: KeyFormatError.key(.invalidPrivateKey)) { _ = try PrivateKeyMaterial(pkcs8: rsa.span) }
  }

  @Test(arguments: ["", "30", "3000", "3003020100", "30060201000500", "02010130"])
  func `Refuses what is no key`(text: String) {
    let bytes = hex(text)
    #expect(throws: KeyFormatError.self) { _ = try PrivateKeyMaterial(pkcs8: bytes.span) }
    #expect(throws: KeyFormatError.self) { _ = try PublicKeyMaterial(spki: bytes.span) }
    #expect(throws: KeyFormatError.self) { _ = try RSAPublicKey(pkcs1: bytes.span) }
    #expect(throws: KeyFormatError.self) { _ = try RSAPrivateKey(pkcs1: bytes.span) }
    #expect(throws: KeyFormatError.self) { _ = try ECPrivateKey(sec1: bytes.span) }
  }

  @Test func `Refuses bytes after a key`() throws {
    let spki = try PrivateKeyMaterial.ec(ECPrivateKey(.p256)).publicKey.spki
    #expect(throws: KeyFormatError.encoding(.long)) { _ = try PublicKeyMaterial(spki: (spki + [0]).span) }
    #expect(throws: KeyFormatError.encoding(.long)) {
      _ = try PrivateKeyMaterial(pkcs8: (WycheproofKey.pkcs8 + [0]).span)
    }
  }

  @Test(arguments: ["0500", "020100", "0203010000"]) func `Refuses numbers no modulus is`(exponent: String) {
    let modulus = hex("0241 00") + [0x80] + [UInt8](repeating: 1, count: 63)
    let body = modulus + hex(exponent)
    let key = [0x30, UInt8(body.count)] + body
    #expect(throws: KeyFormatError.self) { _ = try RSAPublicKey(pkcs1: key.span) }
  }
}
