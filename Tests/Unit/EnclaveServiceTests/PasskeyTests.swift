// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import COSEKeys
import CryptoPrimitives
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import KeyFormats
import KeychainModel
import PasskeyKeys
import PromptModel
import ProofModel
import ProtectionModel
import SecretMemory
import Testing
import WebAuthn

@testable import EnclaveService
import SystemCalls

/// A broken `baileyd`, which the test plays, gets a passkey or a signature for what the person was asked, and for nothing else.
@Suite struct PasskeyTests {
  private let enclave: EnclaveProcess
  private let client: OwnerChannel
  private let channels: FilesChannels
  private static let site = "example.org"
  private static let person = CreationOptions.User(id: [1, 2, 3], name: "ada", displayName: "Ada")
  private static let salt = [UInt8](repeating: 1, count: 32)
  private static let challenge = [UInt8](repeating: 5, count: 32)
  private let asker = ProofAsker(process: 7, program: "/usr/bin/bailey")

  init() throws {
    enclave = try EnclaveProcess(nil, ["--grace-seconds", "3600"])
    client = try enclave.client()
    try client.setPasscode(secret("1234"))
    channels = try enclave.broker()
    channels.obey()
  }

  private var keys: RemoteClassKeys { channels.keys }

  private static func hash(_ site: String) -> [UInt8] { SHA256.hash(Array(site.utf8).span) }

  private static func clientData(_ type: String) -> [UInt8] {
    Array(
      #"{"type":"\#(type)","challenge":"\#(Base64URL.encode(challenge))","origin":"https://\#(site)"}"#.utf8)
  }

  /// The person is shown this, and gives the passcode.
  private func claim(_ purpose: ProofPurpose, given: ProofPurpose? = nil) throws -> ProofClaim {
    let question = QuestionNumber.random()
    let shown = ProofStatement(given ?? purpose, by: asker)
    try client.prove(PasscodeProof(of: question, for: shown.digest, by: secret("1234")))
    return ProofClaim(of: question, for: ProofStatement(purpose, by: asker))
  }

  private func subject(
    _ type: String, _ site: String, _ hash: [UInt8]?, user: [UInt8], salts: [[UInt8]]
  ) -> PasskeySubject {
    let subject = PasskeySubject(
      relyingParty: site, account: "ada", userHash: SHA256.hash(user.span),
      clientDataHash: hash ?? ClientData.hash(Self.clientData(type)),
      saltsHash: SHA256.hash(Array(salts.joined()).span))
    guard let subject else { preconditionFailure("a hash has its length") }
    return subject
  }

  private func making(
    _ site: String = site, _ hash: [UInt8]? = nil, _ portability: PasskeyKey.Portability = .portable,
    user: [UInt8] = person.id, salts: [[UInt8]] = []
  ) -> ProofPurpose {
    .makePasskey(
      subject("webauthn.create", site, hash, user: user, salts: salts), portability: portability.rawValue)
  }

  private func using(
    _ site: String = site, _ hash: [UInt8]? = nil, user: [UInt8] = person.id, salts: [[UInt8]] = []
  ) -> ProofPurpose {
    .usePasskey(subject("webauthn.get", site, hash, user: user, salts: salts))
  }

  private func creation(
    _ portability: PasskeyKey.Portability = .portable, user: [UInt8] = person.id, salts: [[UInt8]] = []
  ) throws -> PasskeyCreation {
    let salts = try #require(PRFSalts(salts))
    return try #require(
      PasskeyCreation(
        relyingPartyHash: Self.hash(Self.site), userHash: SHA256.hash(user.span), portability,
        clientDataHash: ClientData.hash(Self.clientData("webauthn.create")), salts: salts))
  }

  private func use(_ key: PasskeyKey, salts: [[UInt8]] = []) throws -> PasskeyUse {
    let salts = try #require(PRFSalts(salts))
    return try #require(
      PasskeyUse(key, clientDataHash: ClientData.hash(Self.clientData("webauthn.get")), salts: salts))
  }

  private func key(of user: [UInt8] = person.id) throws -> PasskeyKey {
    try keys.makePasskey(creation(user: user), claim(making(user: user))).key
  }

  // MARK: - Tests

  @Test(arguments: PasskeyKey.Portability.allCases)
  func `A passkey registers and signs in at a relying party that requires verification`(
    portability: PasskeyKey.Portability
  ) throws {
    let made = try keys.makePasskey(creation(portability), claim(making(Self.site, nil, portability))).key
    let point = try ECPublicKey(.p256, x963: made.publicKey.span)
    let flags = AuthenticatorFlags(rawValue: made.head(.registration)[32])
    let id = [UInt8](repeating: 9, count: 16)
    let data = AuthenticatorData(
      relyingParty: Self.site, flags, credential: AttestedCredential(.zero, id: id, try COSEKey(.es256, .ec(point))))
    #expect(Array(data.encoded.prefix(PasskeyKey.headSize)) == made.head(.registration))
    var policy = RelyingPartyPolicy(origins: ["https://\(Self.site)"], time: 0)
    policy.userVerification = .required
    let options = CreationOptions(
      relyingPartyID: Self.site, relyingPartyName: "Example", user: Self.person, challenge: Self.challenge)
    let registration = try #require(RegistrationVerification(options, policy)).verify(
      RegistrationResponse(
        id: id, clientData: Self.clientData("webauthn.create"), attestationObject: AttestationObject(none: data).encoded
      ))
    #expect(registration.record.isBackupEligible == (portability == .portable))
    let assertion = try keys.assertion(use(made), claim(using()))
    let response = AuthenticationResponse(
      id: id, clientData: Self.clientData("webauthn.get"), authenticatorData: assertion.authenticatorData,
      signature: assertion.signature, userHandle: Self.person.id)
    let request = CredentialRequestOptions(relyingPartyID: Self.site, challenge: Self.challenge)
    let verification = try #require(AuthenticationVerification(request, policy, .stated))
    #expect(throws: Never.self) { try verification.verify(response, stored: registration.record) }
  }

  @Test func `A proof for another site, ceremony or operation signs nothing, and is used up`() throws {
    let key = try key()
    let others = [
      using("example.com"), using(Self.site, [UInt8](repeating: 0, count: 32)), making(),
      ProofPurpose.presence(reason: "sign in"),
    ]
    for other in others {
      // What the person was shown is said as it was, and is not this sign-in.
      let honest = try claim(other)
      #expect(throws: EnclaveClientError.refused(.notProved)) { _ = try keys.assertion(use(key), honest) }
      #expect(try !keys.takeProof(honest))
      // What the person was shown is said to have been this sign-in.
      let lied = try claim(using(), given: other)
      #expect(throws: EnclaveClientError.refused(.notProved)) { _ = try keys.assertion(use(key), lied) }
    }
    let good = try claim(using())
    _ = try keys.assertion(use(key), good)
    #expect(throws: EnclaveClientError.refused(.notProved)) { _ = try keys.assertion(use(key), good) }
  }

  @Test func `A proof for another making makes nothing`() throws {
    for other in [
      making("example.com"), making(Self.site, [UInt8](repeating: 0, count: 32)),
      making(Self.site, nil, .thisDeviceOnly), making(user: [4]), making(salts: [Self.salt]), using(),
    ] {
      let claim = try claim(other)
      #expect(throws: EnclaveClientError.refused(.notProved)) { _ = try keys.makePasskey(creation(), claim) }
    }
  }

  @Test func `One entry of the passcode uses one account's passkey`() throws {
    let (ada, grace) = (try key(), try key(of: [4]))
    let claim = try claim(using())
    #expect(throws: EnclaveClientError.refused(.notProved)) { _ = try keys.assertion(use(grace), claim) }
    // The account is part of what is sealed, so it cannot be claimed to be another.
    let renamed = PasskeyKey(
      wrapped: grace.wrapped, .portable, relyingPartyHash: grace.relyingPartyHash, userHash: ada.userHash,
      publicKey: grace.publicKey, sealed: grace.sealed)
    let second = try self.claim(using())
    #expect(throws: EnclaveClientError.self) { _ = try keys.assertion(use(#require(renamed)), second) }
  }

  @Test func `One entry of the passcode evaluates the inputs that it was given for`() throws {
    let (key, other) = (try key(), [UInt8](repeating: 2, count: 32))
    for inputs in [[], [other], [Self.salt, other], [other, Self.salt]] {
      let claim = try claim(using(salts: [Self.salt]))
      #expect(throws: EnclaveClientError.refused(.notProved)) { _ = try keys.assertion(use(key, salts: inputs), claim) }
      let made = try self.claim(making(salts: [Self.salt]))
      #expect(throws: EnclaveClientError.refused(.notProved)) {
        _ = try keys.makePasskey(creation(salts: inputs), made)
      }
    }
    let answer = try keys.assertion(use(key, salts: [Self.salt]), claim(using(salts: [Self.salt])))
    #expect(answer.outputs.count == 1)
  }

  @Test func `A presence that was proved signs nothing with a passkey`() throws {
    let key = try key()
    let presence = try claim(.presence(reason: "sign in"))
    #expect(try keys.takeProof(presence))
    #expect(throws: EnclaveClientError.refused(.notProved)) { _ = try keys.assertion(use(key), presence) }
    let unlocked = ProofClaim(of: .random(), for: ProofStatement(using(), by: asker))
    #expect(try !keys.takeUnlock(unlocked, within: 300))
  }

  @Test func `A lock forgets a proof, and a locked device signs nothing`() throws {
    let key = try key()
    let claim = try claim(using())
    try client.lock(.now)
    #expect(throws: EnclaveClientError.self) { _ = try keys.assertion(use(key), claim) }
    try client.unlock(secret("1234"))
    #expect(throws: EnclaveClientError.refused(.notProved)) { _ = try keys.assertion(use(key), claim) }
  }

  /// What is stored of a passkey holds the wrapped key that it is sealed with, and a broker may have keys of its class unwrapped.
  @Test func `What a passkey is sealed with is unwrapped for nobody, and moved to no other class`() throws {
    let key = try key()
    #expect(throws: ClassKeyError.damaged) { _ = try keys.unwrap(key.wrapped) }
    #expect(throws: ClassKeyError.damaged) { _ = try keys.rewrap(key.wrapped, to: .keychainAlways) }
    let own = try keys.makeKey(.keychainWhenUnlocked).wrapped
    let forged = PasskeyKey(
      wrapped: own, .portable, relyingPartyHash: key.relyingPartyHash, userHash: key.userHash, publicKey: key.publicKey,
      sealed: key.sealed)
    let claim = try claim(using())
    #expect(throws: EnclaveClientError.self) { _ = try keys.assertion(use(#require(forged)), claim) }
  }

  @Test func `Without a passcode there are no passkeys`() throws {
    let bare = try EnclaveProcess(nil, ["--grace-seconds", "3600"])
    let channels = try bare.broker()
    channels.obey()
    let claim = ProofClaim(of: .random(), for: ProofStatement(making(), by: asker))
    #expect(throws: EnclaveClientError.refused(.noPasscode)) { _ = try channels.keys.makePasskey(creation(), claim) }
  }
}
