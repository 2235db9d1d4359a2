// SPDX-License-Identifier: Apache-2.0
import CryptoKit
import Foundation
import Testing

@Suite struct CryptoKitCurveKeyTests {
  private let message = Data("sample".utf8)

  /// RFC 6979, A.2.5: the signature of "sample" with SHA-256.
  @Test func `P-256 verifies as published`() throws {
    let key = try P256.Signing.PrivateKey(
      rawRepresentation: hex("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721"))
    let x = hex("60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6")
    let y = hex("7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299")
    #expect(key.publicKey.rawRepresentation == x + y)
    #expect(key.publicKey.x963Representation == [4] + x + y)
    #expect(key.publicKey.compressedRepresentation == [3] + x)
    let signature = try P256.Signing.ECDSASignature(
      rawRepresentation: hex(
        """
        EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716
        F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8
        """))
    #expect(key.publicKey.isValidSignature(signature, for: message))
    #expect(key.publicKey.isValidSignature(signature, for: SHA256.hash(data: message)))
    #expect(!key.publicKey.isValidSignature(signature, for: message + [0]))
    let again = try P256.Signing.ECDSASignature(derRepresentation: signature.derRepresentation)
    #expect(again.rawRepresentation == signature.rawRepresentation)
  }

  @Test func `P-256 signs and agrees`() throws {
    let key = P256.Signing.PrivateKey()
    let signature = try key.signature(for: message)
    #expect(key.publicKey.isValidSignature(signature, for: message))
    #expect(!P256.Signing.PrivateKey().publicKey.isValidSignature(signature, for: message))
    let one = P256.KeyAgreement.PrivateKey()
    let other = P256.KeyAgreement.PrivateKey()
    let secret = try one.sharedSecretFromKeyAgreement(with: other.publicKey)
    #expect(try secret == other.sharedSecretFromKeyAgreement(with: one.publicKey))
    let derived = secret.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: Data("salt".utf8), sharedInfo: Data(), outputByteCount: 32)
    #expect(derived.bitCount == 256)
    #expect(secret.description == "SharedSecret")
  }

  @Test func `P384 signs and agrees`() throws {
    let key = P384.Signing.PrivateKey()
    let signature = try key.signature(for: message)
    #expect(signature.rawRepresentation.count == 96)
    #expect(key.publicKey.isValidSignature(signature, for: message))
    #expect(key.publicKey.isValidSignature(signature, for: SHA384.hash(data: message)))
    let one = P384.KeyAgreement.PrivateKey()
    let other = P384.KeyAgreement.PrivateKey()
    #expect(
      try one.sharedSecretFromKeyAgreement(with: other.publicKey)
        == other.sharedSecretFromKeyAgreement(with: one.publicKey))
  }

  @Test func `P521 signs and agrees`() throws {
    let key = P521.Signing.PrivateKey()
    let signature = try key.signature(for: message)
    #expect(signature.rawRepresentation.count == 132)
    #expect(key.publicKey.isValidSignature(signature, for: message))
    #expect(key.publicKey.isValidSignature(signature, for: SHA512.hash(data: message)))
    let one = P521.KeyAgreement.PrivateKey()
    let other = P521.KeyAgreement.PrivateKey()
    #expect(
      try one.sharedSecretFromKeyAgreement(with: other.publicKey)
        == other.sharedSecretFromKeyAgreement(with: one.publicKey))
  }

  @Test func `Private keys go through every format`() throws {
    for _ in 0..<20 {
      let key = P256.Signing.PrivateKey(compactRepresentable: false)
      let raw = key.rawRepresentation
      #expect(try P256.Signing.PrivateKey(rawRepresentation: raw).rawRepresentation == raw)
      #expect(try P256.Signing.PrivateKey(x963Representation: key.x963Representation).rawRepresentation == raw)
      #expect(try P256.Signing.PrivateKey(derRepresentation: key.derRepresentation).rawRepresentation == raw)
      #expect(try P256.Signing.PrivateKey(pemRepresentation: key.pemRepresentation).rawRepresentation == raw)
    }
  }

  @Test func `Public keys go through every format`() throws {
    for _ in 0..<20 {
      let key = P384.KeyAgreement.PrivateKey(compactRepresentable: false).publicKey
      let raw = key.rawRepresentation
      typealias Key = P384.KeyAgreement.PublicKey
      #expect(try Key(rawRepresentation: raw).rawRepresentation == raw)
      #expect(try Key(x963Representation: key.x963Representation).rawRepresentation == raw)
      #expect(try Key(compressedRepresentation: key.compressedRepresentation).rawRepresentation == raw)
      #expect(try Key(derRepresentation: key.derRepresentation).rawRepresentation == raw)
      #expect(try Key(pemRepresentation: key.pemRepresentation).rawRepresentation == raw)
      if let compact = key.compactRepresentation {
        #expect(try Key(compactRepresentation: compact).rawRepresentation == raw)
      }
    }
  }

  @Test func `Keys are made to be compact`() throws {
    for _ in 0..<20 {
      let key = P521.Signing.PrivateKey().publicKey
      let compact = try #require(key.compactRepresentation)
      #expect(try P521.Signing.PublicKey(compactRepresentation: compact).rawRepresentation == key.rawRepresentation)
    }
  }

  /// RFC 5915's and RFC 5208's forms of one key, as `openssl ec` writes them.
  @Test func `Reads PEM of both kinds`() throws {
    let key = P256.Signing.PrivateKey()
    #expect(
      key.pemRepresentation.hasPrefix("-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg"))
    #expect(
      key.publicKey.pemRepresentation.hasPrefix("-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE"))
    let sec1 =
      Data([0x30, 0x31, 2, 1, 1, 4, 0x20]) + key.rawRepresentation
      + hex("A00A06082A8648CE3D030107")
    let pem = "-----BEGIN EC PRIVATE KEY-----\n\(sec1.base64EncodedString())\n-----END EC PRIVATE KEY-----\n"
    #expect(try P256.Signing.PrivateKey(pemRepresentation: pem).rawRepresentation == key.rawRepresentation)
    #expect(throws: CryptoKitASN1Error.invalidObjectIdentifier) { try P384.Signing.PrivateKey(pemRepresentation: pem) }
    #expect(throws: CryptoKitASN1Error.invalidPEMDocument) { try P256.Signing.PublicKey(pemRepresentation: pem) }
    for bad in ["", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n!\n-----END PRIVATE KEY-----"] {
      #expect(throws: CryptoKitASN1Error.invalidPEMDocument) { try P256.Signing.PrivateKey(pemRepresentation: bad) }
    }
  }

  @Test func `Refuses what is no key`() {
    #expect(throws: CryptoKitError.incorrectKeySize) { try P256.Signing.PrivateKey(rawRepresentation: Data(count: 31)) }
    #expect(throws: CryptoKitError.invalidParameter) { try P256.Signing.PrivateKey(rawRepresentation: Data(count: 32)) }
    #expect(throws: CryptoKitError.incorrectParameterSize) {
      try P256.Signing.PublicKey(rawRepresentation: Data(count: 63))
    }
    #expect(throws: CryptoKitError.invalidParameter) { try P256.Signing.PublicKey(rawRepresentation: Data(count: 64)) }
    #expect(throws: CryptoKitError.incorrectParameterSize) {
      try P256.Signing.ECDSASignature(rawRepresentation: Data(count: 63))
    }
    #expect(throws: CryptoKitASN1Error.invalidASN1Object) {
      try P256.Signing.ECDSASignature(derRepresentation: Data(count: 63))
    }
    #expect(throws: CryptoKitError.incorrectKeySize) {
      try Curve25519.Signing.PrivateKey(rawRepresentation: Data(count: 33))
    }
  }

  /// RFC 8032, 7.1, test 2.
  @Test func `Ed25519 signs as published`() throws {
    let key = try Curve25519.Signing.PrivateKey(
      rawRepresentation: hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"))
    #expect(
      key.publicKey.rawRepresentation == hex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"))
    let signature = try key.signature(for: hex("72"))
    #expect(
      signature
        == hex(
          """
          92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da
          085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
          """))
    #expect(key.publicKey.isValidSignature(signature, for: hex("72")))
    #expect(!key.publicKey.isValidSignature(signature, for: hex("73")))
    #expect(!key.publicKey.isValidSignature(Data(), for: hex("72")))
  }

  /// RFC 7748, 6.1.
  @Test func `X25519 agrees as published`() throws {
    let alice = try Curve25519.KeyAgreement.PrivateKey(
      rawRepresentation: hex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"))
    let bob = try Curve25519.KeyAgreement.PrivateKey(
      rawRepresentation: hex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"))
    #expect(
      alice.publicKey.rawRepresentation == hex("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"))
    #expect(
      try alice.sharedSecretFromKeyAgreement(with: bob.publicKey)
        == hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"))
  }

  /// NIST CAVP, ANSI X9.63-2001 KDF with SHA-256; the secret is what a key agreement gives.
  @Test func `x963 derivation is that of the standard`() throws {
    let one = P256.KeyAgreement.PrivateKey()
    let secret = try one.sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PrivateKey().publicKey)
    let info = Data("info".utf8)
    let derived = secret.x963DerivedSymmetricKey(using: SHA256.self, sharedInfo: info, outputByteCount: 40)
    var first = SHA256()
    secret.withUnsafeBytes { first.update(bufferPointer: $0) }
    first.update(data: Data([0, 0, 0, 1]) + info)
    var second = SHA256()
    secret.withUnsafeBytes { second.update(bufferPointer: $0) }
    second.update(data: Data([0, 0, 0, 2]) + info)
    #expect(derived == SymmetricKey(data: (Data(first.finalize()) + Data(second.finalize())).prefix(40)))
  }

  @Test(arguments: [
    "30060201010201", "3006020101020101 00", "30810602010102 0101", "3080020101020101 0000", "300702020001 020101",
    "3006020181020101", "3006020101 030101", "310602010102 0101", "30030201 01", "3009020101020101020101",
  ])
  func `an ECDSA signature is taken in DER and in no other encoding`(encoding: String) throws {
    let one = try P256.Signing.ECDSASignature(derRepresentation: hex("3006020101020101"))
    #expect(one.rawRepresentation == Data(count: 31) + [1] + Data(count: 31) + [1])
    #expect(throws: CryptoKitASN1Error.invalidASN1Object) {
      try P256.Signing.ECDSASignature(derRepresentation: hex(encoding))
    }
  }

  @Test func `an ECDSA signature has no number longer than its curve`() {
    #expect(throws: CryptoKitASN1Error.invalidASN1Object) {
      try P256.Signing.ECDSASignature(derRepresentation: hex("3026 0221 01") + Data(count: 32) + hex("020101"))
    }
  }
}
