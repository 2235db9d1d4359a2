// SPDX-License-Identifier: Apache-2.0
package import AppAttest
import COSEKeys
import CertificateTrust
package import CryptoPrimitives
import DERCoding
import KeyFormats
import SecretMemory
package import X509Certificates

/// An authority for apps' keys with a root of its own, whose objects have the layout of Apple's; what they say can be changed
/// before they are signed.
package struct TestAppAuthority: Sendable {
  package static let appID = "TEAM000001.com.example.guarded"
  package static let clientDataHash = [UInt8](repeating: 7, count: 32)
  /// In 2026.
  package static let time = 1_790_000_000

  package let root: [UInt8]
  package let intermediate: [UInt8]
  package let rootKey: ECPrivateKey
  package let key: ECPrivateKey

  private let now: Int

  package init(at now: Int = time) throws {
    self.now = now
    rootKey = try ECPrivateKey(.p256)
    key = try ECPrivateKey(.p256)
    let (from, until) = (
      DERTime(secondsSince1970: now - 86_400), DERTime(secondsSince1970: now + 31_536_000)
    )
    guard let from, let until else { throw CryptoError.invalidPublicKey }
    let rootKey = rootKey
    root = try IssuedCertificate(
      serialNumber: [1], subject: "Test Root", unit: nil, issuer: "Test Root", from: from, until: until,
      publicKey: rootKey.publicKey.x963, use: .root
    ).encoded { (digest) throws(CryptoError) in try rootKey.signature(ofDigest: digest.span) }
    intermediate = try IssuedCertificate(
      serialNumber: [2], subject: "Test CA 1", unit: nil, issuer: "Test Root", from: from, until: until,
      publicKey: key.publicKey.x963, use: .authority
    ).encoded { (digest) throws(CryptoError) in try rootKey.signature(ofDigest: digest.span) }
  }

  package var policy: AppAttestPolicy {
    AppAttestPolicy(appID: Self.appID, .production, anchors: [root], time: now)
  }

  /// A statement of a key's, for the app of `appID`.
  package func statement(_ key: ECPublicKey) throws -> AppKeyStatement {
    AppKeyStatement(
      appID: Self.appID, .production, try COSEKey(key.curve == .p384 ? .es384 : .es256, .ec(key)),
      clientDataHash: Self.clientDataHash, LaunchData(category: 6, bundleVersion: "12"), systemVersion: "1.0",
      platform: "linux")
  }

  /// The attestation of a statement. `certificate` may change what is signed, `object` what was.
  package func attestation(
    _ statement: AppKeyStatement, certificate: (inout IssuedCertificate) -> Void = { _ in },
    authenticatorData: (inout [UInt8]) -> Void = { _ in },
    object: (inout Parts) -> Void = { _ in }
  ) throws -> [UInt8] {
    var data = statement.authenticatorData.encoded
    authenticatorData(&data)
    guard var leaf = statement.certificate(serialNumber: [3], issuer: "Test CA 1", at: now) else {
      throw CryptoError.invalidPublicKey
    }
    // The nonce is of what is said, changed or not: each fault stands alone.
    let nonce = SHA256.hash((data + statement.clientDataHash).span)
    leaf.additions = leaf.additions.map {
      $0.identifier == AttestedLeaf.nonceExtension
        ? IssuedCertificate.Addition(AttestedLeaf.nonceExtension, AppKeyStatement.nonceValue(nonce)) : $0
    }
    certificate(&leaf)
    let key = key
    let encoded = try leaf.encoded { (digest) throws(CryptoError) in try key.signature(ofDigest: digest.span) }
    var parts = Parts(
      certificates: [encoded, intermediate],
      receipt: try receipt(statement, encoded), authenticatorData: data)
    object(&parts)
    return AppAttestationObject(
      certificates: parts.certificates, receipt: parts.receipt, authenticatorData: parts.authenticatorData
    ).encoded
  }

  package struct Parts {
    package var certificates: [[UInt8]]
    package var receipt: [UInt8]
    package var authenticatorData: [UInt8]
  }

  /// A receipt of an attestation, signed by the authority's root key.
  package func receipt(
    _ statement: AppKeyStatement, _ leaf: [UInt8], change: (inout [AppReceipt.Field]) -> Void = { _ in }
  ) throws -> [UInt8] {
    var fields = [
      AppReceipt.Field(AppReceipt.Number.appID, Array(statement.appID.utf8)),
      AppReceipt.Field(AppReceipt.Number.certificate, leaf),
      AppReceipt.Field(AppReceipt.Number.clientDataHash, statement.clientDataHash),
      AppReceipt.Field(AppReceipt.Number.kind, Array("ATTEST".utf8)),
      AppReceipt.Field(AppReceipt.Number.created, Array("2026-09-21T14:13:20.000Z".utf8)),
      AppReceipt.Field(AppReceipt.Number.expires, Array("2026-12-20T14:13:20.000Z".utf8)),
      AppReceipt.Field(99, [1, 2, 3]),
    ]
    change(&fields)
    return try rootKey.withPKCS8 { key in
      try SignedContent.sign(AppReceipt(fields).contents, by: root, issuedBy: [], pkcs8: key)
    }
  }

  /// What a key's holder says.
  package func assertion(
    _ key: ECPrivateKey, counter: UInt32, _ clientDataHash: [UInt8] = clientDataHash, appID: String = appID,
    launch: LaunchData? = LaunchData(category: 6, bundleVersion: "12"), trailing: [UInt8] = []
  ) throws -> [UInt8] {
    let data = AppAuthenticatorData(appID: appID, counter: counter, launch).encoded + trailing
    let nonce = SHA256.hash((data + clientDataHash).span)
    let signature = try key.signature(ofDigest: SHA256.hash(nonce.span).span)
    return AppAssertionObject(signature: signature, authenticatorData: data).encoded
  }
}

extension ECPrivateKey {
  package func withPKCS8<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    try PrivateKeyMaterial.ec(self).pkcs8().withBytes { try body($0) }
  }
}
