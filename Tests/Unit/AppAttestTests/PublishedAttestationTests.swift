// SPDX-License-Identifier: Apache-2.0
import AppAttest
import AppAttestObjects
import RunningInstance
import Testing
import WebAuthn

/// What Apple publishes, accepted as it is and refused as soon as anything else is asked for.
@Suite struct PublishedAttestationTests {
  private func reasons(
    _ vector: PublishedAttestation, keyID: [UInt8]? = nil, clientDataHash: [UInt8]? = nil,
    _ change: (inout AppAttestPolicy) -> Void = { _ in }
  ) -> [String] {
    var policy = vector.policy
    change(&policy)
    do {
      _ = try AppAttestationVerification(policy).verify(
        vector.attestation, keyID: keyID ?? vector.keyID, clientDataHash: clientDataHash ?? vector.clientDataHash)
      return []
    } catch { return error.all.map(\.reason.rawValue) }
  }

  @Test(arguments: PublishedAttestation.all)
  func `It is accepted, with its receipt, and its key can be stored`(vector: PublishedAttestation) throws {
    var policy = vector.policy
    policy.receiptAnchors = [PublishedAttestation.receiptRoot]
    let verified = try AppAttestationVerification(policy).verify(
      vector.attestation, keyID: vector.keyID, clientDataHash: vector.clientDataHash)
    #expect(verified.key.id == vector.keyID && verified.key.counter == 0 && verified.key.appID == vector.appID)
    #expect(verified.platform == "iphoneos")
    let receipt = try #require(verified.receiptFields)
    #expect(receipt.kind == .attestation && receipt.appID == vector.appID && receipt.risk == nil)
    #expect(receipt[AppReceipt.Number.environment] == Array("production".utf8))
    #expect(receipt.expires.map { $0 - (receipt.created ?? 0) } == 90 * 86_400)
  }

  @Test func `What the system says of the launch is read from the newer one, and the older has none`() throws {
    let (old, new) = (PublishedAttestation.named("2024"), PublishedAttestation.named("2026"))
    let verified = try AppAttestationVerification(new.policy).verify(
      new.attestation, keyID: new.keyID, clientDataHash: new.clientDataHash)
    #expect(verified.launch?.category == .stated(1) && verified.launch?.bundleVersion == .stated("1"))
    #expect(verified.systemVersion == "27.0")
    #expect(reasons(new) { $0.categories = [1] } == [] && reasons(new) { $0.categories = [4] } == ["category"])
    #expect(reasons(new) { $0.bundleVersions = ["2"] } == ["bundleVersion"])
    #expect(reasons(old) { ($0.categories, $0.bundleVersions) = ([1], ["1"]) } == ["category", "bundleVersion"])
    #expect(
      reasons(old) { ($0.categories, $0.bundleVersions, $0.unstated) = ([1], ["1"], .accepted) } == [])
    #expect(reasons(new) { $0.codeHashes = [[UInt8](repeating: 0, count: 32)] } == ["codeHash"])
  }

  @Test(arguments: PublishedAttestation.all)
  func `Each thing that is another is refused by its name`(vector: PublishedAttestation) {
    #expect(reasons(vector, keyID: [UInt8](repeating: 0, count: 32)) == ["keyId", "credentialId"])
    #expect(reasons(vector, clientDataHash: [1]) == ["nonce"])
    #expect(reasons(vector) { $0.appID = "1234567890.com.example.other" } == ["appId", "appId"])
    #expect(reasons(vector) { $0.environment = .development } == ["environment"])
    #expect(reasons(vector) { $0.time += 10 * 86_400 } == ["leafExpired"])
    #expect(reasons(vector) { $0.time -= 10 * 86_400 } == ["leafExpired"])
    #expect(reasons(vector) { $0.anchors = [] } == ["chain"])
    #expect(reasons(vector) { $0.anchors = [PublishedAttestation.receiptRoot] } == ["chain"])
    #expect(reasons(vector) { $0.receiptAnchors = [PublishedAttestation.root] } == ["receipt"])
  }

  @Test func `The access control list is compared with those that the policy allows`() throws {
    let (old, new) = (PublishedAttestation.named("2024"), PublishedAttestation.named("2026"))
    #expect(reasons(old) { $0.accessControls = [AppAttestPolicy.fullSecurity] } == ["accessControl"])
    #expect(reasons(new) { $0.accessControls = [AppAttestPolicy.fullSecurity] } == ["accessControl"])
    let object = try AppAttestationObject(new.attestation)
    guard case .stated(let list)? = AttestedLeaf(object.certificates[0])?.accessControl else {
      Issue.record("the list is not read")
      return
    }
    #expect(list.prefix(6) == [0x30, 0x43, 0x0C, 0x02, 0x31, 0x31])
    #expect(reasons(new) { $0.accessControls = [list] } == [])
  }

  @Test(arguments: PublishedAttestation.all)
  func `An object that is written again has the same bytes`(vector: PublishedAttestation) throws {
    let object = try AppAttestationObject(vector.attestation)
    #expect(object.encoded == vector.attestation)
    let data = try AppAuthenticatorData(object.authenticatorData, .attestation)
    let key = try #require(try data.credential?.key())
    let again = AppAuthenticatorData(appID: vector.appID, .production, key, data.launch)
    #expect(again.encoded == object.authenticatorData)
  }

  /// Of the message around a receipt some octets are not signed, and say nothing that anybody reads.
  @Test(arguments: PublishedAttestation.all)
  func `No octet can be changed outside of the receipt, and within it nothing that is read changes`(
    vector: PublishedAttestation
  ) throws {
    var policy = vector.policy
    policy.receiptAnchors = [PublishedAttestation.receiptRoot]
    let verification = AppAttestationVerification(policy)
    let own = try verification.verify(
      vector.attestation, keyID: vector.keyID, clientDataHash: vector.clientDataHash)
    let receipt = try #require(vector.attestation.firstRange(of: own.receipt))
    for index in stride(from: 0, to: vector.attestation.count, by: LongTests.areWanted ? 1 : 37) {
      var changed = vector.attestation
      changed[index] ^= 0x10
      guard
        let verified = try? verification.verify(
          changed, keyID: vector.keyID, clientDataHash: vector.clientDataHash)
      else { continue }
      #expect(receipt.contains(index) && verified.receiptFields == own.receiptFields, "octet \(index)")
      #expect(verified.key == own.key && verified.launch == own.launch)
    }
  }
}
