// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import Clocks
import CryptoPrimitives
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import MachineEnrolment
import PromptModel
import ProofModel
import ProtectionModel
import RootKey
import SecretMemory
import SoftwareTPM
import Testing
import TrustedPlatformModule

@testable import EnclaveService

/// The keys by which this machine's TPM vouches for keys of apps: who may have it do so, and how often.
@Suite struct MachineKeyTests {
  private static let passcode = "1234"

  // MARK: - Who

  @Test(.enabled(if: SoftwareTPM.isInstalled, "swtpm is not installed"))
  func `The TPM speaks for this machine upon the passcode for this credential alone`() throws {
    try SoftwareTPM.run { tpm in
      let enclave = try EnclaveProcess(try EnclaveHome(.nothing), ["--tcti", tpm.connection])
      let client = try enclave.client()
      let new = try client.makeMachineKey()
      #expect(try client.endorsementCertificate(.p256) == nil && client.endorsementCertificate(.rsa2048) == nil)
      // Nobody can be asked yet.
      #expect(try activated(try credential(for: new), client, nil))
      #expect(try activated(try credential(for: client.makeMachineKey(.rsa2048)), client, nil))
      try client.setPasscode(secret(Self.passcode))

      let (credential, other) = (try credential(for: new), try credential(for: new))
      #expect(try !activated(credential, client, nil))
      #expect(try !activated(credential, client, claim(.activateMachine(other.credential.octets), client)))
      #expect(try !activated(credential, client, claim(.chooseIssuer([1]), client)))
      let given = try claim(.activateMachine(credential.credential.octets), client)
      #expect(try activated(credential, client, given))
      // It counts once.
      #expect(try !activated(credential, client, given))
      try client.lock(.now)
      #expect(throws: EnclaveClientError.refused(.lockState(.locked))) {
        _ = try client.activate(credential.credential, nil)
      }
    }
  }

  private struct IssuersCredential {
    let credential: MachineCredential
    let secret: [UInt8]
  }

  private func credential(for new: NewMachineKey) throws -> IssuersCredential {
    let area = Array(new.key.publicArea.dropFirst(2))
    let key = try #require(MachineKey(area))
    let bytes = SystemRandom.bytes(ProtectedCredential.secretSize)
    let made = try ProtectedCredential(
      SecretBytes(copying: bytes.span), for: try #require(EndorsementKey(new.endorsementKey)), name: key.name)
    let credential = MachineCredential(new.key, object: made.object, secret: made.encryptedSecret)
    return IssuersCredential(credential: try #require(credential), secret: bytes)
  }

  /// Whether the TPM gave back what the issuer gave; false where a proof is needed.
  private func activated(_ given: IssuersCredential, _ client: OwnerChannel, _ claim: ProofClaim?) throws -> Bool {
    do {
      let back = try client.activate(given.credential, claim).withBytes { bytes in bytes.indices.map { bytes[$0] } }
      #expect(back == given.secret)
      return true
    } catch .refused(.notProved) {
      return false
    }
  }

  private func claim(_ purpose: ProofPurpose, _ client: OwnerChannel) throws -> ProofClaim {
    let (question, statement) = (QuestionNumber.random(), ProofStatement(purpose, by: .owner(in: 7)))
    try client.prove(PasscodeProof(of: question, for: statement.digest, by: secret(Self.passcode)))
    return ProofClaim(of: question, for: statement)
  }

  // MARK: - How often

  private final class FakeTPM: RootKeyProvider, MachineIdentity {
    var quotes = 0
    let kind = RootKeyKind.tpm
    let counter: (any MonotonicCounter)? = nil
    func tangle(_ stretched: borrowing SecretBytes) throws(RootKeyError) -> SecretBytes { throw .damaged }
    func derive(_ purpose: String) throws(RootKeyError) -> SecretBytes { throw .damaged }
    func destroy() throws(RootKeyError) {}
    func endorsementKey(_ kind: EndorsementKind) throws(RootKeyError) -> [UInt8] {
      [UInt8](repeating: 4, count: kind.size)
    }
    func endorsementCertificate(_ kind: EndorsementKind) throws(RootKeyError) -> [UInt8]? { nil }
    func makeAttestationKey() throws(RootKeyError) -> SealedSecret {
      guard let key = SealedSecret(publicArea: [1], privateArea: [2]) else { throw .damaged }
      return key
    }
    func activate(
      _ object: [UInt8], _ secret: [UInt8], for key: SealedSecret
    ) throws(RootKeyError) -> SecretBytes { throw .damaged }
    func quote(
      _ digest: [UInt8], by key: SealedSecret
    ) throws(RootKeyError) -> (statement: [UInt8], signature: [UInt8]) {
      quotes += 1
      return ([1], [UInt8](repeating: 1, count: 64))
    }
  }

  private let tpm = FakeTPM()
  private let start = BootInstant(milliseconds: 1_000_000)

  private func asks(_ keys: inout MachineKeys, _ app: UInt8, after milliseconds: UInt64 = 0) throws -> Bool {
    let key = try #require(StoredMachineKey(publicArea: [1], privateArea: [2]))
    do {
      _ = try keys.quote([1], by: key, forApp: [app], at: start.advanced(byMilliseconds: milliseconds))
      return true
    } catch .tooManyRequests { return false }
  }

  @Test func `An app that asks without end leaves the TPM to the others and to the owner`() throws {
    var keys = MachineKeys(tpm, at: start)
    var answered = 0
    for _ in 0..<100 where try asks(&keys, 1) { answered += 1 }
    #expect(answered == 4)
    #expect(try asks(&keys, 2))
    // It goes on so, and has one in eight seconds of it.
    answered = 0
    for moment in 1...800 where try asks(&keys, 1, after: UInt64(moment) * 100) { answered += 1 }
    #expect(answered == 10)
    #expect(try (0..<4).allSatisfy { _ in try asks(&keys, 2, after: 80_000) })
  }

  @Test func `All apps together leave time, and the owner enrols meanwhile`() throws {
    var keys = MachineKeys(tpm, at: start)
    var answered = 0
    for app in UInt8(1)...40 where try asks(&keys, app) { answered += 1 }
    #expect(answered == 8)
    for moment in 1...600 {
      for app in UInt8(1)...40 where try asks(&keys, app, after: UInt64(moment) * 100) { answered += 1 }
    }
    #expect(answered == 8 + 60)
    #expect(tpm.quotes == answered)
    let later = start.advanced(byMilliseconds: 60_000)
    for _ in 0..<8 { _ = try keys.make(.p256, at: later) }
    #expect(throws: EnclaveRefusal.tooManyRequests) { _ = try keys.make(.p256, at: later) }
    // With a key of RSA the TPM is busy for longer.
    for _ in 0..<4 { _ = try keys.make(.rsa2048, at: later) }
    #expect(throws: EnclaveRefusal.tooManyRequests) { _ = try keys.make(.rsa2048, at: later) }
  }
}
