// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Glibc
import KeychainModel
import PromptModel
import ProofModel
import ProtectionModel
import SecretMemory
import Testing

@testable import EnclaveService
import Sockets

/// What a passcode buys that was given for one thing: a broken `baileyd`, which the test plays, can spend it on nothing else.
@Suite struct ProofTests {
  private let enclave: EnclaveProcess
  private let client: OwnerChannel
  private let channels: FilesChannels
  private let diary = ProofStatement(
    .presence(reason: "open the diary"), by: ProofAsker(process: 7, program: "/opt/diary"))
  private let digest = [UInt8](repeating: 3, count: 32)

  init() throws {
    enclave = try EnclaveProcess(nil, ["--grace-seconds", "3600"])
    client = try enclave.client()
    try client.setPasscode(secret("1234"))
    channels = try enclave.broker()
    channels.obey()
  }

  private var keys: RemoteClassKeys { channels.keys }

  /// The person is shown this, and gives the passcode.
  private func give(_ statement: ProofStatement, for question: QuestionNumber = .random()) throws -> QuestionNumber {
    try client.prove(PasscodeProof(of: question, for: statement.digest, by: secret("1234")))
    return question
  }

  private func key(_ constraints: AccessConstraints) throws -> EnclaveKey {
    let control = try #require(AccessControl(.whenUnlocked, constraints: constraints))
    let purpose = try #require(EnclaveKeyPurpose(control, group: "T.diary"))
    return try keys.makeEnclaveKey(.keychainWhenUnlocked, binding: purpose.binding)
  }

  private func signs(_ key: EnclaveKey, _ claim: ProofClaim) -> Bool {
    (try? keys.signature(ofDigest: digest, with: key, claim)) != nil
  }

  @Test(arguments: 1...3) func `A passcode given for one thing buys no other, and is used up by the try`(round: Int)
    throws
  {
    let others = [
      ProofStatement(.grantAccess(service: 1, kind: 0, app: "org.example"), by: .owner(in: 7)),
      ProofStatement(.register(path: [0x2F], entitlements: []), by: .owner(in: 7)),
      ProofStatement(.agentAuthorisation, by: ProofAsker(process: 7, program: "/opt/diary")),
      ProofStatement(.presence(reason: "open the diary"), by: ProofAsker(process: 8, program: "/opt/diary")),
      ProofStatement(.presence(reason: "open the safe"), by: ProofAsker(process: 7, program: "/opt/diary")),
    ]
    for other in others {
      let question = try give(diary)
      #expect(try !keys.takeProof(ProofClaim(of: question, for: other)))
      #expect(try !keys.takeProof(ProofClaim(of: question, for: diary)))
    }
    let question = try give(diary)
    #expect(try !keys.takeProof(ProofClaim(of: .random(), for: diary)))
    #expect(try keys.takeProof(ProofClaim(of: question, for: diary)))
    #expect(try !keys.takeProof(ProofClaim(of: question, for: diary)))
  }

  @Test func `A key that wants the person there signs for a presence that was proved, and for nothing else`() throws {
    let key = try key([.userPresence, .privateKeyUsage])
    let question = try give(diary)
    let claim = ProofClaim(of: question, for: diary)
    // Before it is taken, and by whatever request a broken baileyd likes.
    #expect(!signs(key, claim))
    #expect(throws: ClassKeyError.unavailable) { _ = try keys.signature(ofDigest: digest, with: key) }
    #expect(throws: ClassKeyError.unavailable) { _ = try keys.agree(with: key.publicKey, key) }
    let ends = try PacketSocket.pair()
    try keys.adoptSigner(key, ends.far.raw)
    let signer = try SigningChannel(adopting: ends.near)
    #expect((try? signer.signature(ofDigest: digest)) == nil)

    #expect(try keys.takeProof(claim))
    #expect(signs(key, claim))
    _ = try keys.agree(with: key.publicKey, key, claim)
    // On, for the same presence; not for another of the same question, nor for the same of another.
    #expect(signs(key, claim))
    #expect(!signs(key, ProofClaim(of: .random(), for: diary)))
    let other = ProofStatement(.presence(reason: ""), by: ProofAsker(process: 7, program: "/opt/diary"))
    #expect(!signs(key, ProofClaim(of: question, for: other)))
    try keys.forgetPresence(question)
    #expect(!signs(key, claim))
  }

  @Test func `No other operation's proof counts as a presence`() throws {
    let key = try key(.devicePasscode)
    for purpose in [ProofPurpose.showPasswords, .agentAuthorisation, .writeBackup(key: [1])] {
      let statement = ProofStatement(purpose, by: .owner(in: 7))
      let claim = ProofClaim(of: try give(statement), for: statement)
      #expect(try keys.takeProof(claim))
      #expect(!signs(key, claim))
      #expect(try !keys.takeUnlock(claim, within: 300))
    }
  }

  @Test func `What a key is bound to cannot be changed into what asks nobody`() throws {
    let key = try key([.userPresence, .privateKeyUsage])
    let free = try #require(AccessControl(.whenUnlocked, constraints: .privateKeyUsage))
    let purpose = try #require(EnclaveKeyPurpose(free, group: "T.diary"))
    for binding in [purpose.binding, [], [1, 2, 3]] {
      let changed = try #require(
        EnclaveKey(wrapped: key.wrapped, binding: binding, publicKey: key.publicKey, sealed: key.sealed))
      #expect(throws: ClassKeyError.damaged) { _ = try keys.signature(ofDigest: digest, with: changed) }
    }
  }

  @Test func `A lock forgets what was given and what was proved`() throws {
    let key = try key([.userPresence, .privateKeyUsage])
    let (taken, given) = (ProofClaim(of: try give(diary), for: diary), ProofClaim(of: try give(diary), for: diary))
    #expect(try keys.takeProof(taken))
    try client.lock(.now)
    try client.unlock(secret("1234"))
    #expect(!signs(key, taken))
    #expect(try !keys.takeProof(given))
  }

  @Test func `An unlock proves a presence for as long as was asked, and no longer than five minutes`() throws {
    let key = try key([.userPresence, .privateKeyUsage])
    let claim = ProofClaim(of: .random(), for: diary)
    // The passcode was set, and not yet given.
    #expect(try !keys.takeUnlock(claim, within: 300))
    try client.lock(.now)
    try client.unlock(secret("1234"))
    #expect(try !keys.takeUnlock(claim, within: 301))
    #expect(try !keys.takeUnlock(claim, within: 0))
    #expect(!signs(key, claim))
    #expect(try keys.takeUnlock(claim, within: 300))
    #expect(signs(key, claim))
  }

  @Test func `A key that asks nobody is used without a presence`() throws {
    let key = try key(.privateKeyUsage)
    _ = try keys.signature(ofDigest: digest, with: key)
    #expect(signs(key, ProofClaim(of: .random(), for: diary)))
  }
}
