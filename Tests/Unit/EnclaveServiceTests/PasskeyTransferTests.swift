// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import PasskeyKeys
import PromptModel
import ProofModel
import ProtectionModel
import SecretMemory
import Testing

@testable import EnclaveService
import SystemCalls

/// Passkeys leave an enclave and come to one for whoever gave the passcode, on that channel, one way.
@Suite struct PasskeyTransferTests {
  private let enclave: EnclaveProcess
  private let client: OwnerChannel
  private let channels: FilesChannels
  private let transfer = PasskeyTransferKey.random()
  private static let hash = [UInt8](repeating: 7, count: 32)

  init() throws {
    enclave = try EnclaveProcess(nil, ["--grace-seconds", "3600"])
    client = try enclave.client()
    try client.setPasscode(secret("1234"))
    channels = try enclave.broker()
    channels.obey()
  }

  private func key(_ portability: PasskeyKey.Portability = .portable) throws -> PasskeyKey {
    let subject = try #require(
      PasskeySubject(
        relyingParty: "example.org", account: "ada", userHash: Self.hash, clientDataHash: Self.hash,
        saltsHash: SHA256.hash([UInt8]().span)))
    let purpose = ProofPurpose.makePasskey(subject, portability: portability.rawValue)
    let asker = ProofAsker(process: 7, program: nil)
    let (question, statement) = (QuestionNumber.random(), ProofStatement(purpose, by: asker))
    try client.prove(PasscodeProof(of: question, for: statement.digest, by: secret("1234")))
    let creation = try #require(
      PasskeyCreation(
        relyingPartyHash: SHA256.hash(Array("example.org".utf8).span), userHash: Self.hash, portability,
        clientDataHash: Self.hash))
    return try channels.keys.makePasskey(creation, ProofClaim(of: question, for: statement)).key
  }

  private func moved(_ direction: TransferDirection, _ key: PasskeyKey) throws -> TransferredPasskey {
    try client.openTransfer(direction, transfer, by: secret("1234"))
    return try client.takeOut(key)
  }

  @Test func `One leaves with the passcode, and comes back as another of the same pair`() throws {
    let key = try key()
    let passkey = try moved(.out, key)
    let parts = try transfer.open(passkey)
    let scalar = try parts.withBytes { (parts) throws(CryptoError) in
      try ECPrivateKey(.p256, scalar: parts.extracting(PasskeyParts.scalar))
    }
    #expect(scalar.publicKey.x963 == key.publicKey)
    try client.openTransfer(.into, transfer, by: secret("1234"))
    let back = try client.bringIn(passkey)
    #expect(back.publicKey == key.publicKey && back != key)
  }

  @Test func `Without the passcode, on another channel or the other way nothing moves`() throws {
    let key = try key()
    #expect(throws: EnclaveClientError.refused(.notProved)) { _ = try client.takeOut(key) }
    #expect(throws: EnclaveClientError.self) { try client.openTransfer(.out, transfer, by: secret("4321")) }
    #expect(throws: EnclaveClientError.refused(.notProved)) { _ = try client.takeOut(key) }
    let passkey = try moved(.out, key)
    #expect(throws: EnclaveClientError.refused(.notProved)) { _ = try client.bringIn(passkey) }
    // That it was tried the other way has ended it.
    #expect(throws: EnclaveClientError.refused(.notProved)) { _ = try client.takeOut(key) }
    _ = try moved(.out, key)
    let other = try enclave.client()
    #expect(throws: EnclaveClientError.refused(.notProved)) { _ = try other.takeOut(key) }
  }

  @Test func `One of this device only leaves with no passcode`() throws {
    let key = try key(.thisDeviceOnly)
    #expect(throws: EnclaveClientError.refused(.notPermitted)) { _ = try moved(.out, key) }
  }

  @Test func `A lock ends it, though an unlock follows`() throws {
    let key = try key()
    _ = try moved(.out, key)
    try client.lock(.now)
    #expect(throws: EnclaveClientError.self) { _ = try client.takeOut(key) }
    try client.unlock(secret("1234"))
    #expect(throws: EnclaveClientError.refused(.notProved)) { _ = try client.takeOut(key) }
  }

  @Test func `Where there is no passcode none moves`() throws {
    let bare = try EnclaveProcess(nil, ["--grace-seconds", "3600"])
    let owner = try bare.client()
    #expect(throws: EnclaveClientError.refused(.noPasscode)) {
      try owner.openTransfer(.out, transfer, by: secret("1234"))
    }
  }
}
