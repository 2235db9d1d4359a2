// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CryptoPrimitives
import MachineEnrolment
import SecretMemory
import SoftwareTPM
import Testing
import TrustedPlatformModule
import X509Certificates

/// The TPM's part of an enrolment, against what a server makes and checks without one.
@Suite(.enabled(if: SoftwareTPM.isInstalled, "swtpm is not installed"))
struct AttestationTests {
  private static let hash = SHA256.hash([1, 2, 3].span)

  private func credential(
    _ secret: borrowing SecretBytes, _ tpm: inout TrustedPlatformModule, _ kind: EndorsementKind = .p256, name: [UInt8]
  ) throws -> ProtectedCredential {
    try ProtectedCredential(secret, for: #require(EndorsementKey(tpm.endorsementKey(kind))), name: name)
  }

  private func key(_ tpm: inout TrustedPlatformModule) throws -> (SealedSecret, MachineKey) {
    let kept = try tpm.makeAttestationKey()
    return (kept, try #require(MachineKey(TrustedPlatformModule.publicArea(of: kept))))
  }

  @Test(arguments: EndorsementKind.allCases)
  func `The endorsement key is the TPM's own, and the same each time`(kind: EndorsementKind) throws {
    let keys = try (0..<2).map { _ in
      try SoftwareTPM.run { software in
        var tpm = try connect(software)
        let key = try tpm.endorsementKey(kind)
        #expect(try key.count == kind.size && tpm.endorsementKey(kind) == key)
        #expect(EndorsementKey(key)?.octets == key)
        #expect(try tpm.endorsementCertificate(kind) == nil)
        return key
      }
    }
    #expect(keys[0] != keys[1])
  }

  @Test func `A TPM has the certificate of its key, as its maker's authority made it`() throws {
    try SoftwareTPM.run(.certified) { software in
      var tpm = try connect(software)
      let encoded = try #require(try tpm.endorsementCertificate(.rsa2048))
      let certificate = try Certificate(encoded.span)
      let key = try #require(EndorsementKey(tpm.endorsementKey(.rsa2048)))
      #expect(certificate.publicKey == key.publicKey)
      // The authority of software TPMs certifies no key on P-256.
      #expect(try tpm.endorsementCertificate(.p256) == nil)
    }
  }

  @Test(arguments: EndorsementKind.allCases)
  func `What was made for a TPM and its key comes back there, and nowhere else`(kind: EndorsementKind) throws {
    try SoftwareTPM.run { software in
      var tpm = try connect(software)
      let (kept, key) = try key(&tpm)
      let (other, _) = try self.key(&tpm)
      let secret = SystemRandom.secret(ProtectedCredential.secretSize)
      let made = try credential(secret, &tpm, kind, name: key.name)
      for _ in 0..<5 {
        #expect(digest(try tpm.activate(made.object, made.encryptedSecret, for: kept)) == digest(secret))
      }
      for (object, encrypted, holder) in [
        (made.object, made.encryptedSecret, other),
        (made.object.enumerated().map { $0 == 40 ? $1 ^ 1 : $1 }, made.encryptedSecret, kept),
        (made.object, Array(made.encryptedSecret.dropLast()), kept), ([], [], kept),
        ([UInt8](repeating: 0, count: 4096), made.encryptedSecret, kept),
      ] {
        #expect(refusal { () throws(TPMError) in _ = try tpm.activate(object, encrypted, for: holder) } != nil)
      }
      try SoftwareTPM.run { another in
        var stranger = try connect(another)
        #expect(
          refusal { () throws(TPMError) in
            _ = try stranger.activate(made.object, made.encryptedSecret, for: kept)
          } == .notSealedHere)
      }
    }
  }

  @Test func `A quote vouches for one message, by one key`() throws {
    try SoftwareTPM.run { software in
      var tpm = try connect(software)
      let ((kept, key), (_, other)) = (try key(&tpm), try key(&tpm))
      let (statement, numbers) = try tpm.quote(Self.hash, by: kept)
      let signature = try ECDSASignature.der(fromRaw: numbers.span, .p256)
      #expect(key.vouches(forDigest: Self.hash, quote: statement, signature: signature))
      #expect(!key.vouches(forDigest: SHA256.hash([1, 2, 4].span), quote: statement, signature: signature))
      #expect(!other.vouches(forDigest: Self.hash, quote: statement, signature: signature))
      for index in statement.indices {
        let changed = statement.enumerated().map { $0 == index ? $1 ^ 1 : $1 }
        #expect(!key.vouches(forDigest: Self.hash, quote: changed, signature: signature))
      }
      #expect(!key.vouches(forDigest: Self.hash, quote: Array(statement.dropLast()), signature: signature))
    }
  }

  @Test func `A key that seals, or that signs anything, vouches for nothing`() throws {
    try SoftwareTPM.run { software in
      var tpm = try connect(software)
      let sealed = try tpm.seal(SystemRandom.secret(32))
      #expect(MachineKey(TrustedPlatformModule.publicArea(of: sealed)) == nil)
      let (kept, _) = try key(&tpm)
      let area = TrustedPlatformModule.publicArea(of: kept)
      // Attributes are the octets from the fourth on: each that must be set, and the one that may not be.
      for bit in [1, 4, 5, 16, 17, 18] {
        #expect(MachineKey(area.enumerated().map { $0 == 7 - bit / 8 ? $1 ^ 1 << (bit % 8) : $1 }) == nil, "\(bit)")
      }
      for count in area.indices { #expect(MachineKey(Array(area.prefix(count))) == nil) }
    }
  }
}
