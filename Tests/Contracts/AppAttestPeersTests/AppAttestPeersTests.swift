// SPDX-License-Identifier: Apache-2.0
import AppAttest
import AppAttestObjects
import CryptoPrimitives
import Foundation
import KeyFormats
import RunningInstance
import Testing

/// What is accepted here is accepted by pyattest too; what it does not look at is refused here all the same.
@Suite(.enabled(if: AttestPeer.isThere, "pyattest cannot be installed here")) struct AppAttestPeersTests {
  private let authority: TestAppAuthority
  private let key: ECPrivateKey
  private let challenge = [UInt8]("a challenge of a server's".utf8)

  /// Its clock is the machine's, so the certificates are of today.
  init() throws {
    authority = try TestAppAuthority(at: Int(Date().timeIntervalSince1970))
    key = try ECPrivateKey(.p256)
  }

  private func statement() throws -> AppKeyStatement {
    var statement = try authority.statement(key.publicKey)
    statement.clientDataHash = SHA256.hash(challenge.span)
    return statement
  }

  private func isAccepted(_ attestation: [UInt8]) -> Bool {
    let verification = AppAttestationVerification(authority.policy)
    let verified = try? verification.verify(
      attestation, keyID: SHA256.hash(key.publicKey.x963.span), clientDataHash: SHA256.hash(challenge.span))
    return verified != nil
  }

  private func question(_ attestation: [UInt8]) -> AttestPeer.Question {
    AttestPeer.Question(
      kind: "attestation", object: attestation.base64, keyId: SHA256.hash(key.publicKey.x963.span).base64,
      challenge: challenge.base64)
  }

  private func question(assertion: [UInt8]) -> AttestPeer.Question {
    AttestPeer.Question(
      kind: "assertion", object: assertion.base64, keyId: SHA256.hash(key.publicKey.x963.span).base64,
      publicKey: PublicKeyMaterial.ec(key.publicKey).spki.base64,
      clientDataHash: TestAppAuthority.clientDataHash.base64)
  }

  private func answers(to questions: [AttestPeer.Question]) throws -> [String?] {
    let answers = try AttestPeer.answers(to: questions, root: authority.root, appID: TestAppAuthority.appID)
    try #require(answers.count == questions.count)
    return answers
  }

  @Test func `Objects in Apple's layout are accepted by both, with what the system states and without`() throws {
    let new = try authority.attestation(statement())
    var old = try statement()
    old.launch = nil
    let plain = try authority.attestation(old)
    #expect(isAccepted(new) && isAccepted(plain))
    let assertions = try [
      authority.assertion(key, counter: 1), authority.assertion(key, counter: 2, launch: nil),
    ]
    let answers = try answers(to: [question(new), question(plain)] + assertions.map { question(assertion: $0) })
    #expect(answers == [nil, nil, nil, nil])
  }

  @Test func `No changed octet is accepted here that pyattest refuses`() throws {
    let attestation = try authority.attestation(statement())
    let receipt = try #require(attestation.firstRange(of: AppAttestationObject(attestation).receipt))
    var accepted: [[UInt8]] = []
    for index in stride(from: 0, to: attestation.count, by: LongTests.areWanted ? 1 : 17) {
      var changed = attestation
      changed[index] ^= 0x20
      if isAccepted(changed) {
        accepted.append(changed)
      } else {
        #expect(!receipt.contains(index), "the receipt is not looked into here: \(index)")
      }
    }
    // Neither looks into a receipt without being asked to; all else is covered.
    #expect(accepted.count <= receipt.count)
    #expect(try answers(to: accepted.map { question($0) }).allSatisfy { $0 == nil })
  }

  @Test func `What pyattest does not look at is refused here`() throws {
    var development = try statement()
    development.appID = "TEAM000001.com.example.other"
    let own = try statement().authenticatorData.encoded
    let otherCertificate = try authority.attestation(development, authenticatorData: { $0 = own })
    let trailing = try authority.attestation(statement(), authenticatorData: { $0 += [0xA0, 0xA0] })
    let foreign = try authority.assertion(key, counter: 1, appID: "TEAM000001.com.example.other")
    #expect(!isAccepted(otherCertificate) && !isAccepted(trailing))
    let key = try AppAttestationVerification(authority.policy).verify(
      authority.attestation(statement()), keyID: statement().keyID, clientDataHash: SHA256.hash(challenge.span)
    ).key
    #expect(throws: AppAttestRefusals.self) {
      try AppAssertionVerification(authority.policy).verify(
        foreign, by: key, clientDataHash: TestAppAuthority.clientDataHash)
    }
    let answers = try answers(to: [question(otherCertificate), question(trailing), question(assertion: foreign)])
    #expect(answers == [nil, nil, nil])
  }

  @Test func `What the development issuer makes is accepted by both`() throws {
    let now = Int(Date().timeIntervalSince1970)
    let issuer = try DevelopmentAuthority(at: now)
    var policy = AppAttestPolicy(appID: TestAppAuthority.appID, .development, anchors: [issuer.root], time: now)
    policy.bases = [.software]
    policy.receiptAnchors = [issuer.root]
    let attestation = try issuer.attestation(statement(), at: now)
    let verified = try AppAttestationVerification(policy).verify(
      attestation, keyID: statement().keyID, clientDataHash: SHA256.hash(challenge.span))
    let assertion = try AppAssertionObject(
      appID: TestAppAuthority.appID, counter: 1, nil, clientDataHash: TestAppAuthority.clientDataHash
    ) { try key.signature(ofDigest: $0.span) }.encoded
    let counter = try AppAssertionVerification(policy).verify(
      assertion, by: verified.key, clientDataHash: TestAppAuthority.clientDataHash
    ).counter
    #expect(counter == 1)
    let answers = try AttestPeer.answers(
      to: [question(attestation), question(assertion: assertion)], root: issuer.root, appID: TestAppAuthority.appID,
      .development)
    #expect(answers == [nil, nil])
  }
}
