// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import SoftwareTPM
import Testing
import TrustedPlatformModule

@Suite(.enabled(if: SoftwareTPM.isInstalled, "swtpm is not installed"))
struct SealingTests {
  @Test(arguments: [16, 32, 128]) func `What was sealed comes back`(count: Int) throws {
    try SoftwareTPM.run { software in
      var tpm = try connect(software)
      let secret = SystemRandom.secret(count)
      let sealed = try tpm.seal(secret)
      #expect(digest(try tpm.unseal(sealed)) == digest(secret))
      #expect(digest(try tpm.unseal(sealed)) == digest(secret))
    }
  }

  @Test func `A new connection opens what an old one sealed`() throws {
    try SoftwareTPM.run { software in
      let secret = SystemRandom.secret(32)
      let sealed = try sealOnce(secret, software)
      var tpm = try connect(software)
      #expect(digest(try tpm.unseal(sealed)) == digest(secret))
    }
  }

  private func sealOnce(_ secret: borrowing SecretBytes, _ software: SoftwareTPM) throws -> SealedSecret {
    var tpm = try connect(software)
    return try tpm.seal(secret)
  }

  @Test func `Another TPM refuses`() throws {
    let sealed = try SoftwareTPM.run { try sealOnce(SystemRandom.secret(32), $0) }
    try SoftwareTPM.run { other in
      var tpm = try connect(other)
      #expect(refusal { () throws(TPMError) in _ = try tpm.unseal(sealed) } == .notSealedHere)
    }
  }

  /// A TPM without a resource manager has room for three objects and three sessions: one forgotten is soon noticed.
  @Test func `Nothing stays in the TPM`() throws {
    try SoftwareTPM.run { software in
      var tpm = try connect(software)
      let secret = SystemRandom.secret(32)
      for _ in 0..<20 {
        let sealed = try tpm.seal(secret)
        _ = try tpm.unseal(sealed)
        let damaged = try #require(
          SealedSecret(publicArea: sealed.publicArea, privateArea: sealed.privateArea.map { $0 ^ 1 }))
        #expect(refusal { () throws(TPMError) in _ = try tpm.unseal(damaged) } != nil)
      }
    }
  }

  @Test func `Every changed byte is refused`() throws {
    try SoftwareTPM.run { software in
      var tpm = try connect(software)
      let secret = SystemRandom.secret(32)
      let sealed = try tpm.seal(secret)
      for index in sealed.privateArea.indices {
        var bytes = sealed.privateArea
        bytes[index] ^= 0x10
        let damaged = try #require(SealedSecret(publicArea: sealed.publicArea, privateArea: bytes))
        #expect(refusal { () throws(TPMError) in _ = try tpm.unseal(damaged) } == .notSealedHere)
      }
      for index in sealed.publicArea.indices {
        var bytes = sealed.publicArea
        bytes[index] ^= 0x10
        let damaged = try #require(SealedSecret(publicArea: bytes, privateArea: sealed.privateArea))
        #expect(refusal { () throws(TPMError) in _ = try tpm.unseal(damaged) } != nil)
      }
      #expect(digest(try tpm.unseal(sealed)) == digest(secret))
    }
  }

  @Test func `Noise is refused`() throws {
    try SoftwareTPM.run { software in
      var tpm = try connect(software)
      for count in [1, 2, 3, 10, 80, 512] {
        let noise = try #require(
          SealedSecret(publicArea: SystemRandom.bytes(count), privateArea: SystemRandom.bytes(count)))
        #expect(refusal { () throws(TPMError) in _ = try tpm.unseal(noise) } == .notSealedHere)
      }
      let sealed = try tpm.seal(SystemRandom.secret(32))
      let longer = try #require(SealedSecret(publicArea: sealed.publicArea + [0], privateArea: sealed.privateArea))
      #expect(refusal { () throws(TPMError) in _ = try tpm.unseal(longer) } == .notSealedHere)
    }
  }

  @Test func `Areas of impossible sizes are no sealed secret`() {
    for (one, other) in [(0, 10), (10, 0), (513, 10), (10, 513)] {
      let sealed = SealedSecret(
        publicArea: [UInt8](repeating: 0, count: one), privateArea: [UInt8](repeating: 0, count: other))
      #expect(sealed == nil)
    }
  }

  /// A short one would be met by chance in the memory that is wiped of it.
  @Test(arguments: [1, 15, 129]) func `A secret too short or too long is refused`(count: Int) throws {
    try SoftwareTPM.run { software in
      var tpm = try connect(software)
      let secret = SystemRandom.secret(count)
      #expect(refusal { () throws(TPMError) in _ = try tpm.seal(secret) } == .invalidLength)
    }
  }

  /// Somebody who listens to the wires between processor and TPM, as has been done with real ones.
  @Test func `The secret is not seen on the way`() throws {
    try SoftwareTPM.run { software in
      var tpm = try connect(software)
      let secret = SystemRandom.secret(32)
      let sealed = try tpm.seal(secret)
      _ = try tpm.unseal(sealed)
      let traffic = try software.traffic()
      let plain = secret.withBytes { span in span.indices.map { span[$0] } }
      #expect(contains(traffic, Array(sealed.publicArea.suffix(16))))
      #expect(!contains(traffic, Array(plain.prefix(8))))
      #expect(!contains(traffic, Array(plain.suffix(8))))
    }
  }

  private func contains(_ bytes: [UInt8], _ needle: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: needle) }
  }

  @Test func `A TPM that goes away is an error`() throws {
    try SoftwareTPM.run { software in
      var tpm = try connect(software)
      let sealed = try tpm.seal(SystemRandom.secret(32))
      software.stop()
      guard case .refused(.createPrimary, _) = refusal({ () throws(TPMError) in _ = try tpm.unseal(sealed) }) else {
        Issue.record("expected a refusal")
        return
      }
    }
  }
}

/// Lets secrets be compared without a copy of either.
func digest(_ secret: borrowing SecretBytes) -> [UInt8] { secret.withBytes { SHA256.hash($0) } }

func refusal(_ body: () throws(TPMError) -> Void) -> TPMError? {
  do throws(TPMError) {
    try body()
    return nil
  } catch {
    return error
  }
}
