// SPDX-License-Identifier: Apache-2.0
import ProofModel
import PromptModel
import Testing

/// The bytes that the passcode is given for: agents, the console, `bailey`, `baileyd` and the enclave must make the same.
@Suite struct ProofStatementTests {
  private enum Asker {
    case app, owner

    var value: ProofAsker {
      self == .app ? ProofAsker(process: 7, program: "/opt/diary") : .owner(in: 258)
    }
  }

  private static func subject(
    _ site: String = "example.org", user: UInt8 = 8, salts: UInt8 = 7
  ) -> PasskeySubject {
    let hashes = [user, 9, salts].map { [UInt8](repeating: $0, count: PasskeySubject.hashSize) }
    let subject = PasskeySubject(
      relyingParty: site, account: "ada", userHash: hashes[0], clientDataHash: hashes[1], saltsHash: hashes[2])
    guard let subject else { preconditionFailure("a hash has its length") }
    return subject
  }

  /// Made by another implementation of SHA-256: number, process, whether there is a program and its hash, then parameters.
  private static let golden: [(ProofPurpose, Asker, String)] = [
    (
      .presence(reason: "why"), .app,
      "0100000007014d645beb023223093ac3c5b9c6769ea907377ed108ed5fc25003e826f398ff15"
        + "2be23c585f15e5fd3279d0663036dd9f6e634f4225ef326fc83fb874dbb81a0f"
    ),
    (
      .agentAuthorisation, .app,
      "0200000007014d645beb023223093ac3c5b9c6769ea907377ed108ed5fc25003e826f398ff15"
    ),
    (
      .register(path: [0x2f, 0x61], entitlements: [0x3c]), .owner,
      "0300000102000000000000000000000000000000000000000000000000000000000000000000"
        + "6a50dc8584134c7de537c0052ff6d236bf874355e050c90523e0c5ff2a543a28dabd3aff769f"
        + "07eb2965401eb029974ebba3407afd02b26ddb564ea5f8efae72"
    ),
    (
      .unregister(path: [0x2f, 0x61]), .owner,
      "0400000102000000000000000000000000000000000000000000000000000000000000000000"
        + "6a50dc8584134c7de537c0052ff6d236bf874355e050c90523e0c5ff2a543a28"
    ),
    (
      .trustAuthority([1, 2]), .owner,
      "0500000102000000000000000000000000000000000000000000000000000000000000000000"
        + "a12871fee210fb8619291eaea194581cbd2531e4b23759d225f6806923f63222"
    ),
    (
      .revokePublisher([1, 2]), .owner,
      "0600000102000000000000000000000000000000000000000000000000000000000000000000"
        + "a12871fee210fb8619291eaea194581cbd2531e4b23759d225f6806923f63222"
    ),
    (
      .grantAccess(service: 3, kind: 1, app: "/a"), .owner,
      "0700000102000000000000000000000000000000000000000000000000000000000000000000"
        + "03016a50dc8584134c7de537c0052ff6d236bf874355e050c90523e0c5ff2a543a28"
    ),
    (
      .setPolicy(nil), .owner,
      "0800000102000000000000000000000000000000000000000000000000000000000000000000"
        + "000000000000000000000000000000000000000000000000000000000000000000"
    ),
    (
      .setPolicy([]), .owner,
      "0800000102000000000000000000000000000000000000000000000000000000000000000000"
        + "01e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    ),
    (
      .shareFiles(["/a", "/b"], app: "org.example", right: 2), .owner,
      "0900000102000000000000000000000000000000000000000000000000000000000000000000"
        + "37aecbb1e2b3da53523f85f4e00583d8dc0af42824aad21cdb7f4f6cd3f188d1fbaa3b882600"
        + "4faa3eae5664e1d86a1823a26ec95bd44673604d60fed57a7f7d02"
    ),
    (
      .writeBackup(key: [5]), .owner,
      "0a00000102000000000000000000000000000000000000000000000000000000000000000000"
        + "e77b9a9ae9e30b0dbdb6f510a264ef9de781501d7b6b92ae89eb059c5ab743db"
    ),
    (
      .restoreBackup(key: [5]), .owner,
      "0b00000102000000000000000000000000000000000000000000000000000000000000000000"
        + "e77b9a9ae9e30b0dbdb6f510a264ef9de781501d7b6b92ae89eb059c5ab743db"
    ),
    (
      .showPasswords, .owner,
      "0c00000102000000000000000000000000000000000000000000000000000000000000000000"
    ),
    (
      .resumeConsole, .owner,
      "0d00000102000000000000000000000000000000000000000000000000000000000000000000"
    ),
    (
      .showSurfaces(["lockScreen=show"]), .owner,
      "0e00000102000000000000000000000000000000000000000000000000000000000000000000"
        + "914edc7c3d4bf7072ef7cb821b13a324d44a79ff43bd1973193e5514644f8105"
    ),
    (
      .widenApp("org.example", seal: [5]), .owner,
      "0f00000102000000000000000000000000000000000000000000000000000000000000000000"
        + "fbaa3b8826004faa3eae5664e1d86a1823a26ec95bd44673604d60fed57a7f7d"
        + "e77b9a9ae9e30b0dbdb6f510a264ef9de781501d7b6b92ae89eb059c5ab743db"
    ),
    (
      .makePasskey(subject(), portability: 1), .owner,
      "1000000102000000000000000000000000000000000000000000000000000000000000000000"
        + "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b5fdee430d40bd57deeac186cd9790033d0f06"
        + "f909a8806e7ce6e717ab7c7d50292578ccf8645b2d1dc10c465eff843585970f3a7e22296a92cad55d489a2720728c0cc17a"
        + "04942cc4f8e0fe0b302606d3108860c126428ba2ceeb5f9ed41c2b054bb06f8e4e3a7715d201d573d0aa423762e55dabd61a"
        + "2c02278fa56cc6d294e001"
    ),
    (
      .usePasskey(subject()), .owner,
      "1100000102000000000000000000000000000000000000000000000000000000000000000000"
        + "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b5fdee430d40bd57deeac186cd9790033d0f06"
        + "f909a8806e7ce6e717ab7c7d50292578ccf8645b2d1dc10c465eff843585970f3a7e22296a92cad55d489a2720728c0cc17a"
        + "04942cc4f8e0fe0b302606d3108860c126428ba2ceeb5f9ed41c2b054bb06f8e4e3a7715d201d573d0aa423762e55dabd61a"
        + "2c02278fa56cc6d294e0"
    ),
    (.showPasskeys, .owner, "1200000102000000000000000000000000000000000000000000000000000000000000000000"),
    (
      .changePasskey(operation: 3, credential: [5], name: "work"), .owner,
      "1300000102000000000000000000000000000000000000000000000000000000000000000000"
        + "03e77b9a9ae9e30b0dbdb6f510a264ef9de781501d7b6b92ae89eb059c5ab743db"
        + "00e13ed7af55b27622f1d6eab5bec0147e68efe28dc2b12461117afa1a5ed40e"
    ),
    (.fetchPasskeys, .owner, "1600000102000000000000000000000000000000000000000000000000000000000000000000"),
    (
      .keepPasskeys([5]), .owner,
      "1700000102000000000000000000000000000000000000000000000000000000000000000000"
        + "e77b9a9ae9e30b0dbdb6f510a264ef9de781501d7b6b92ae89eb059c5ab743db"
    ),
    (
      .chooseIssuer(nil), .owner,
      "1800000102000000000000000000000000000000000000000000000000000000000000000000"
        + "000000000000000000000000000000000000000000000000000000000000000000"
    ),
    (
      .chooseIssuer([5]), .owner,
      "1800000102000000000000000000000000000000000000000000000000000000000000000000"
        + "01e77b9a9ae9e30b0dbdb6f510a264ef9de781501d7b6b92ae89eb059c5ab743db"
    ),
    (
      .activateMachine([5]), .owner,
      "1900000102000000000000000000000000000000000000000000000000000000000000000000"
        + "e77b9a9ae9e30b0dbdb6f510a264ef9de781501d7b6b92ae89eb059c5ab743db"
    ),
  ]

  @Test func `Every purpose has these bytes`() {
    for (purpose, asker, hex) in Self.golden {
      #expect(ProofStatement(purpose, by: asker.value).bytes == bytes(of: hex), "\(purpose)")
    }
    #expect(Set(Self.golden.map(\.0.number)) == Set(ProofPurpose.Number.allCases))
  }

  @Test func `A statement's hash is this`() {
    let statement = ProofStatement(.showPasswords, by: .owner(in: 258))
    let hex = "1da205a2fa3aa92ac3d5c31ad7ac939e3dffed66f4f3bef727e43de4b0b33765"
    #expect(statement.digest.bytes == bytes(of: hex))
    #expect(ProofDigest(bytes: statement.digest.bytes) == statement.digest)
    #expect(ProofDigest(bytes: [1, 2, 3]) == nil)
  }

  @Test func `A statement is read back, and only where it is as long as its purpose says`() {
    for (purpose, asker, _) in Self.golden {
      let statement = ProofStatement(purpose, by: asker.value)
      #expect(ProofStatement(bytes: statement.bytes) == statement && statement.number == purpose.number)
      #expect(ProofStatement.sizes.contains(statement.bytes.count))
      for bytes in [statement.bytes + [0], Array(statement.bytes.dropLast()), [0] + statement.bytes.dropFirst()] {
        #expect(ProofStatement(bytes: bytes) == nil)
      }
    }
    #expect(ProofStatement(bytes: []) == nil)
  }

  @Test func `Nothing of a purpose or of who asks can be another for the same hash`() {
    let app = ProofAsker(process: 7, program: "/opt/diary")
    let statements = [
      ProofStatement(.presence(reason: "why"), by: app), ProofStatement(.presence(reason: "what"), by: app),
      ProofStatement(.presence(reason: "why"), by: ProofAsker(process: 8, program: "/opt/diary")),
      ProofStatement(.presence(reason: "why"), by: ProofAsker(process: 7, program: "/opt/mail")),
      ProofStatement(.presence(reason: "why"), by: ProofAsker(process: 7, program: nil)),
      ProofStatement(.presence(reason: "why"), by: ProofAsker(process: 7, program: "")),
      ProofStatement(.shareFiles(["/a", "/b"], app: "c", right: 1), by: .owner(in: 7)),
      ProofStatement(.shareFiles(["/a/b"], app: "c", right: 1), by: .owner(in: 7)),
      ProofStatement(.shareFiles(["/b", "/a"], app: "c", right: 1), by: .owner(in: 7)),
      ProofStatement(.shareFiles(["/a", "/b"], app: "c", right: 2), by: .owner(in: 7)),
      ProofStatement(.writeBackup(key: [1]), by: .owner(in: 7)),
      ProofStatement(.restoreBackup(key: [1]), by: .owner(in: 7)),
      ProofStatement(.setPolicy(nil), by: .owner(in: 7)), ProofStatement(.setPolicy([]), by: .owner(in: 7)),
      ProofStatement(.usePasskey(Self.subject()), by: app),
      ProofStatement(.usePasskey(Self.subject("example.com")), by: app),
      ProofStatement(.usePasskey(Self.subject(user: 1)), by: app),
      ProofStatement(.usePasskey(Self.subject(salts: 1)), by: app),
      ProofStatement(.makePasskey(Self.subject(), portability: 0), by: app),
      ProofStatement(.makePasskey(Self.subject(), portability: 1), by: app),
    ]
    #expect(Set(statements.map(\.digest)).count == statements.count)
  }

  @Test func `A question that asks for the passcode says what for, and no other does`() throws {
    let number = try #require(QuestionNumber([UInt8](repeating: 1, count: 16)))
    let requester = Requester(process: 7, program: "/opt/diary")
    func question(_ kind: QuestionKind) -> PendingQuestion {
      PendingQuestion(number: number, requester: requester, reason: "why", cancelTitle: nil, kind: kind)
    }
    let asker = ProofAsker(requester)
    #expect(question(.passcode(.presence)).statement == ProofStatement(.presence(reason: "why"), by: asker))
    #expect(question(.passcode(.agentAuthorisation)).statement == ProofStatement(.agentAuthorisation, by: asker))
    #expect(question(.password(of: "login", .unlock)).statement == nil)
  }

  private func bytes(of hex: String) -> [UInt8] {
    let digits = Array(hex)
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
  }
}
