// SPDX-License-Identifier: Apache-2.0
import AppAttest
import AppAttestObjects
import CBORCoding
import CryptoPrimitives
import Testing
import X509Certificates

/// Attestations with one fault each, under an authority of their own.
@Suite struct AttestationRefusalTests {
  private let authority: TestAppAuthority
  private let key: ECPrivateKey

  init() throws {
    authority = try TestAppAuthority()
    key = try ECPrivateKey(.p256)
  }

  private func reasons(
    _ attestation: [UInt8], keyID: [UInt8]? = nil, _ change: (inout AppAttestPolicy) -> Void = { _ in }
  ) -> [String] {
    var policy = authority.policy
    policy.categories = [6]
    policy.receiptAnchors = [authority.root]
    change(&policy)
    do {
      _ = try AppAttestationVerification(policy).verify(
        attestation, keyID: keyID ?? SHA256.hash(key.publicKey.x963.span),
        clientDataHash: TestAppAuthority.clientDataHash)
      return []
    } catch { return error.all.map(\.reason.rawValue) }
  }

  /// The reasons for which one is refused that says something else than it should.
  private func saying(_ change: (inout [UInt8]) -> Void) throws -> [String] {
    try reasons(authority.attestation(statement(), authenticatorData: change))
  }

  /// The same, where its parts are others after it was signed.
  private func having(_ change: (inout TestAppAuthority.Parts) -> Void) throws -> [String] {
    try reasons(authority.attestation(statement(), object: change))
  }

  private func statement() throws -> AppKeyStatement { try authority.statement(key.publicKey) }

  @Test func `Without a fault it is accepted`() throws {
    #expect(try reasons(authority.attestation(statement())) == [])
    var old = try statement()
    old.launch = nil
    #expect(try reasons(authority.attestation(old)) == ["category"])
    #expect(try reasons(authority.attestation(old)) { $0.unstated = .accepted } == [])
  }

  @Test func `Another app's nonce, and none, and a second one are refused`() throws {
    var other = try statement()
    other.clientDataHash = [9]
    let stolen = try authority.attestation(other)
    #expect(reasons(stolen) == ["nonce", "receipt"])
    let without = try authority.attestation(
      statement(),
      certificate: { certificate in
        certificate.additions.removeAll { $0.identifier == AttestedLeaf.nonceExtension }
      })
    #expect(reasons(without) == ["nonceMissing"])
    let twice = try authority.attestation(
      statement(),
      certificate: { certificate in
        certificate.additions += certificate.additions.filter { $0.identifier == AttestedLeaf.nonceExtension }
      })
    #expect(reasons(twice) == ["nonce"])
    let bent = try authority.attestation(
      statement(),
      certificate: { certificate in
        certificate.additions = certificate.additions.map {
          $0.identifier == AttestedLeaf.nonceExtension ? .init($0.identifier, [0x04, 0x01, 0x00]) : $0
        }
      })
    #expect(reasons(bent) == ["nonceMissing"])
  }

  @Test func `Another machine's key is refused`() throws {
    let theirs = try authority.attestation(authority.statement(ECPrivateKey(.p256).publicKey))
    #expect(reasons(theirs) == ["keyId", "credentialId"])
    // The certificate of one key beside the authenticator data of another.
    let other = try authority.statement(ECPrivateKey(.p256).publicKey)
    let mixed = try authority.attestation(statement(), authenticatorData: { $0 = other.authenticatorData.encoded })
    #expect(reasons(mixed) == ["keyId", "credentialId"])
  }

  @Test func `A key on P-384 is refused, in the certificate as in the authenticator data`() throws {
    let large = try ECPrivateKey(.p384)
    let id = SHA256.hash(large.publicKey.x963.span)
    #expect(try reasons(authority.attestation(authority.statement(large.publicKey)), keyID: id) == ["keyId"])
    let data = try authority.statement(large.publicKey).authenticatorData.encoded
    let mixed = try authority.attestation(statement(), authenticatorData: { $0 = data })
    #expect(reasons(mixed) == ["keyId", "credentialId"])
  }

  @Test func `A chain with another intermediate, one too short and one too long are refused`() throws {
    let other = try TestAppAuthority()
    #expect(try having { $0.certificates[1] = other.intermediate } == ["chain"])
    #expect(try having { $0.certificates.removeLast() } == ["chain"])
    #expect(try having { $0.certificates.append(authority.root) } == ["chain"])
    #expect(try having { $0.certificates = [] } == ["chain", "receipt"])
    #expect(try having { $0.certificates[0] = [0x30, 0] } == ["chain", "receipt"])
    #expect(try reasons(other.attestation(other.statement(key.publicKey))) == ["chain", "receipt"])
  }

  @Test func `A certificate that may issue others is none of a key's`() throws {
    #expect(try reasons(authority.attestation(statement(), certificate: { $0.use = .root })) == ["chain"])
  }

  @Test func `A counter, another environment and another credential are refused`() throws {
    #expect(try saying { $0[36] = 1 } == ["counterNotZero"])
    var development = try statement()
    development.environment = .development
    #expect(try reasons(authority.attestation(development)) == ["environment"])
    #expect(try reasons(authority.attestation(development)) { $0.environment = .development } == [])
    #expect(try saying { $0[60] ^= 1 } == ["credentialId"])
  }

  @Test func `Another app is refused, in the authenticator data as in the certificate`() throws {
    #expect(try saying { $0[0] ^= 1 } == ["appId"])
    var other = try statement()
    other.appID = "TEAM000001.com.example.other"
    let own = try statement().authenticatorData.encoded
    let mixed = try authority.attestation(other, authenticatorData: { $0 = own })
    #expect(reasons(mixed) == ["appId", "receipt"])
  }

  @Test func `After the key there may be one map and nothing else`() throws {
    let plain = try statement().authenticatorData.encoded
    let map = CBORValue.map([.text("more"): .bool(true)]).encoded
    #expect(try saying { $0 += map } == ["trailingData"])
    #expect(try saying { $0 += [0] } == ["trailingData"])
    #expect(try saying { $0.removeLast() } == ["malformed"])
    // A map that says that it has more members than there are.
    let size = try statement().launchSize(plain)
    #expect(try saying { $0[plain.count - size] = 0xA3 } == ["malformed"])
    #expect(try saying { $0[plain.count - size] = 0xBF } == ["malformed"])
    // The flag ED is of no matter; others are not known.
    #expect(try saying { $0[32] = 0xC0 } == [])
    #expect(try saying { $0[32] = 0x41 } == ["malformed"])
    #expect(try saying { $0[32] = 0x80 } == ["malformed"])
  }

  @Test func `Another format, and a member that is not Apple's, are refused`() throws {
    let attestation = try authority.attestation(statement())
    let object = try AppAttestationObject(attestation)
    func written(_ format: String, _ more: (CBORValue, CBORValue)? = nil) -> [UInt8] {
      let statement = CBORValue.map([
        .text("x5c"): .array(object.certificates.map { .bytes($0) }), .text("receipt"): .bytes(object.receipt),
      ])
      let data = CBORValue.bytes(object.authenticatorData)
      guard let more else {
        return CBORValue.map([.text("fmt"): .text(format), .text("attStmt"): statement, .text("authData"): data])
          .encoded
      }
      return CBORValue.map([
        .text("fmt"): .text(format), .text("attStmt"): statement, .text("authData"): data, more.0: more.1,
      ]).encoded
    }
    #expect(reasons(written("apple-appattest")) == [])
    #expect(reasons(written("apple")) == ["format"])
    #expect(reasons(written("apple-appattest", (.text("cdHash"), .bytes([1])))) == ["malformed"])
    #expect(reasons(attestation + [0]) == ["trailingData"])
    #expect(reasons([]) == ["malformed"] && reasons([0x9F]) == ["malformed"])
  }

  @Test func `The category is read in both of its encodings, and in no other`() throws {
    func category(_ value: CBORValue) throws -> [String] {
      var statement = try statement()
      statement.launch = LaunchData([.text(LaunchData.categoryName): value])
      return try reasons(authority.attestation(statement))
    }
    #expect(try category(.bytes([6, 0, 0, 0])) == [] && category(.unsigned(6)) == [])
    #expect(try category(.bytes([0, 0, 0, 6])) == ["category"])
    #expect(try category(.bytes([6])) == ["category"] && category(.text("6")) == ["category"])
    #expect(try category(.unsigned(1 << 40)) == ["category"] && category(.negative(5)) == ["category"])
  }

  @Test func `A code hash is compared in its length, and needs its type`() throws {
    let hash = (0..<32).map { UInt8($0) }
    func codeHash(_ value: [UInt8], type: UInt8 = 2) throws -> [String] {
      var statement = try statement()
      statement.launch = LaunchData([
        .text(LaunchData.categoryName): .unsigned(6), .text(LaunchData.codeHashName): .bytes(value),
        .text(LaunchData.codeHashTypeName): .bytes([type]),
      ])
      return try reasons(authority.attestation(statement)) { $0.codeHashes = [hash] }
    }
    #expect(try codeHash(hash) == [] && codeHash(Array(hash.prefix(20))) == [])
    #expect(try codeHash(hash.reversed()) == ["codeHash"] && codeHash([]) == ["codeHash"])
    #expect(try codeHash(hash, type: 1) == ["codeHash"])
  }

  @Test func `All faults are named, and the first decides`() throws {
    var other = try statement()
    other.clientDataHash = [1]
    other.environment = .development
    let attestation = try authority.attestation(
      other, authenticatorData: { $0[36] = 9 }, object: { $0.receipt = [0] })
    #expect(reasons(attestation) == ["nonce", "counterNotZero", "environment", "receipt"])
  }
}

extension AppKeyStatement {
  /// How many bytes of authenticator data the map has.
  fileprivate func launchSize(_ data: [UInt8]) -> Int {
    data.count - AppAuthenticatorData(appID: appID, environment, key, nil).encoded.count
  }
}
