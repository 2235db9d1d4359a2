// SPDX-License-Identifier: Apache-2.0
import AppAttest
import AppAttestObjects
import CryptoPrimitives
import Foundation
import RunningInstance
import SecretMemory
import TemporaryFolder
import Testing
import X509Certificates

@Suite struct DevelopmentAuthorityTests {
  private let authority: DevelopmentAuthority
  private let statement: AppKeyStatement
  private static let now = TestAppAuthority.time

  init() throws {
    authority = try DevelopmentAuthority(at: Self.now)
    statement = try TestAppAuthority().statement(ECPrivateKey(.p256).publicKey)
  }

  private func reasons(
    _ authority: DevelopmentAuthority, _ environment: AppEnvironment = .development,
    _ change: (inout AppAttestPolicy) -> Void
  ) throws -> [String] {
    var policy = AppAttestPolicy(
      appID: TestAppAuthority.appID, environment, anchors: [self.authority.root], time: Self.now)
    policy.receiptAnchors = [self.authority.root]
    change(&policy)
    let attestation = try authority.attestation(statement, at: Self.now)
    do {
      _ = try AppAttestationVerification(policy).verify(
        attestation, keyID: statement.keyID, clientDataHash: TestAppAuthority.clientDataHash)
      return []
    } catch { return error.all.map(\.reason.rawValue) }
  }

  @Test func `Its attestations count where software is allowed by name, and nowhere else`() throws {
    #expect(try reasons(authority) { $0.bases = [.software] } == [])
    #expect(try reasons(authority) { $0.bases = [.tpm] } == ["basis"])
    #expect(try reasons(authority) { _ in } == ["basis"])
  }

  @Test func `It makes keys of development, whatever the statement says`() throws {
    #expect(statement.environment == .production)
    #expect(try reasons(authority, .production) { $0.bases = [.software] } == ["environment"])
  }

  @Test func `OpenSSL's own program reads its receipts, under its root alone`() throws {
    let receipt = try AppAttestationObject(authority.attestation(statement, at: Self.now)).receipt
    let other = try DevelopmentAuthority(at: Self.now)
    try withTemporaryFolder { folder in
      try Data(receipt).write(to: URL(fileURLWithPath: "\(folder)/receipt"))
      for (name, root) in [("own", authority.root), ("other", other.root)] {
        let lines = Data(root).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        try "-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n".write(
          toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        let read = try Program.run(
          "openssl",
          [
            "cms", "-verify", "-inform", "DER", "-in", "\(folder)/receipt", "-CAfile", "\(folder)/\(name)", "-purpose",
            "any", "-attime", "\(Self.now)", "-out", "\(folder)/contents",
          ])
        #expect((read.exitCode == 0) == (name == "own"), "\(read)")
        if name == "own" {
          let contents = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/contents"))
          #expect(contents.range(of: Data(TestAppAuthority.appID.utf8)) != nil)
        }
      }
    }
  }

  @Test func `A certificate is for three days, and an authority's for ten years`() throws {
    let object = try AppAttestationObject(authority.attestation(statement, at: Self.now))
    let leaf = try #require(AttestedLeaf(object.certificates[0]))
    #expect(leaf.certificate.firstSecond == Self.now - 86_400 && leaf.certificate.lastSecond == Self.now + 2 * 86_400)
    #expect(leaf.basis == .stated(.software) && leaf.appID == .stated(TestAppAuthority.appID))
    #expect(try reasons(authority) { ($0.bases, $0.time) = ([.software], Self.now + 3 * 86_400) } == ["leafExpired"])
  }

  @Test func `One that was kept is the same, and a key that is not its certificate's is noticed`() throws {
    let key = try authority.keptKey()
    let receiptKey = try authority.keptReceiptKey()
    func kept(_ key: borrowing SecretBytes, _ receiptKey: borrowing SecretBytes) throws -> DevelopmentAuthority {
      try key.withBytes { key in
        try receiptKey.withBytes { receiptKey in
          try DevelopmentAuthority(
            root: authority.root, intermediate: authority.intermediate, receiptSigner: authority.receiptSigner,
            key: key, receiptKey: receiptKey)
        }
      }
    }
    let again = try kept(key, receiptKey)
    #expect(try reasons(again) { $0.bases = [.software] } == [])
    #expect(throws: AppAuthorityError.damaged) { try kept(receiptKey, key) }
  }

  @Test func `Times are written as they are read`() {
    for seconds in [0, 1_713_456_894, 4_102_444_799] {
      #expect(ReceiptTime.seconds(ReceiptTime.text(seconds)) == seconds)
    }
    #expect(ReceiptTime.text(0) == "1970-01-01T00:00:00.000Z")
  }
}
