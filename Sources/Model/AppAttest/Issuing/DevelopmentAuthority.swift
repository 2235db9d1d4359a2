// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoPrimitives
import DERCoding
import KeyFormats
package import SecretMemory
import X509Certificates

/// An authority under a root of one's own that vouches for keys of the development environment, and says that nothing but
/// software stands behind them. The root signs two certificates when the authority is made; its key is forgotten then.
package struct DevelopmentAuthority: Sendable {
  /// DER, as the others.
  package let root: [UInt8]
  package let intermediate: [UInt8]
  package let receiptSigner: [UInt8]
  private let key: ECPrivateKey
  private let receiptKey: ECPrivateKey

  /// The lifetime of certificates: ten years, from one day before.
  private static let lifetime = 10 * 365 * 86_400
  private static let intermediateName = "Bailey Development App Attestation CA"
  private static let receiptLifetime = 90 * 86_400

  /// A new one, at a time in seconds since 1970.
  package init(at time: Int) throws(DevelopmentAuthorityError) {
    do {
      let rootKey = try ECPrivateKey(.p256)
      key = try ECPrivateKey(.p256)
      receiptKey = try ECPrivateKey(.p256)
      root = try Self.certificate(Self.rootName, rootKey.publicKey, .root, by: rootKey, at: time)
      intermediate = try Self.certificate(Self.intermediateName, key.publicKey, .authority, by: rootKey, at: time)
      receiptSigner = try Self.certificate(
        "Bailey Development Receipt Signing", receiptKey.publicKey, .signing, by: rootKey, at: time)
    } catch { throw .library }
  }

  private static let rootName = "Bailey Development App Attestation Root CA"

  private static func certificate(
    _ name: String, _ key: ECPublicKey, _ use: IssuedCertificate.Use, by rootKey: ECPrivateKey, at time: Int
  ) throws(CryptoError) -> [UInt8] {
    guard let from = DERTime(secondsSince1970: time - 86_400), let until = DERTime(secondsSince1970: time + lifetime)
    else { throw .invalidPublicKey }
    return try IssuedCertificate(
      serialNumber: newSerialNumber(), subject: name, unit: nil, issuer: rootName, from: from, until: until,
      publicKey: key.x963, use: use
    ).encoded { (digest) throws(CryptoError) in try rootKey.signature(ofDigest: digest.span) }
  }

  /// A new serial number, positive and without a leading zero octet.
  private static func newSerialNumber() -> [UInt8] {
    [0x40 | SystemRandom.bytes(1)[0] & 0x3F] + SystemRandom.bytes(15)
  }

  // MARK: - Kept

  /// An authority of what was kept of it; keys are PKCS #8.
  package init(
    root: [UInt8], intermediate: [UInt8], receiptSigner: [UInt8], key: Span<UInt8>, receiptKey: Span<UInt8>
  ) throws(DevelopmentAuthorityError) {
    self.root = root
    self.intermediate = intermediate
    self.receiptSigner = receiptSigner
    self.key = try Self.privateKey(key, of: intermediate)
    self.receiptKey = try Self.privateKey(receiptKey, of: receiptSigner)
  }

  private static func privateKey(
    _ pkcs8: Span<UInt8>, of certificate: [UInt8]
  ) throws(DevelopmentAuthorityError) -> ECPrivateKey {
    guard case .ec(let key)? = try? PrivateKeyMaterial(pkcs8: pkcs8),
      let certificate = try? Certificate(certificate.span), certificate.publicKey == .ec(key.publicKey)
    else { throw .damaged }
    return key
  }

  /// The key that signs certificates of apps' keys, PKCS #8.
  package func keptKey() throws(DevelopmentAuthorityError) -> SecretBytes { try Self.pkcs8(key) }

  /// The key that signs receipts.
  package func keptReceiptKey() throws(DevelopmentAuthorityError) -> SecretBytes { try Self.pkcs8(receiptKey) }

  private static func pkcs8(_ key: ECPrivateKey) throws(DevelopmentAuthorityError) -> SecretBytes {
    do { return try PrivateKeyMaterial.ec(key).pkcs8() } catch { throw .library }
  }

  // MARK: - Issuing

  /// The attestation of a key, which is one of development whatever the statement says.
  package func attestation(
    _ statement: AppKeyStatement, at time: Int
  ) throws(DevelopmentAuthorityError) -> [UInt8] {
    var statement = statement
    statement.environment = .development
    statement.additions = [.init(KeyBasis.identifier, KeyBasis.software.encoded)]
    guard
      let leaf = statement.certificate(
        serialNumber: Self.newSerialNumber(), issuer: Self.intermediateName, at: time)
    else { throw .library }
    let encoded: [UInt8]
    do { encoded = try leaf.encoded { (digest) throws(CryptoError) in try key.signature(ofDigest: digest.span) } } catch
    {
      throw .library
    }
    return AppAttestationObject(
      certificates: [encoded, intermediate], receipt: try receipt(statement, encoded, at: time),
      authenticatorData: statement.authenticatorData.encoded
    ).encoded
  }

  private func receipt(
    _ statement: AppKeyStatement, _ leaf: [UInt8], at time: Int
  ) throws(DevelopmentAuthorityError) -> [UInt8] {
    let token = SystemRandom.bytes(64).base64
    let receipt = AppReceipt([
      .init(AppReceipt.Number.appID, Array(statement.appID.utf8)), .init(AppReceipt.Number.certificate, leaf),
      .init(AppReceipt.Number.clientDataHash, statement.clientDataHash),
      .init(AppReceipt.Number.token, Array(token.utf8)),
      .init(AppReceipt.Number.kind, Array(AppReceipt.Kind.attestation.rawValue.utf8)),
      .init(AppReceipt.Number.environment, Array(AppEnvironment.development.rawValue.utf8)),
      .init(AppReceipt.Number.created, Array(ReceiptTime.text(time).utf8)),
      .init(AppReceipt.Number.expires, Array(ReceiptTime.text(time + Self.receiptLifetime).utf8)),
    ])
    do {
      let pkcs8 = try PrivateKeyMaterial.ec(receiptKey).pkcs8()
      return try pkcs8.withBytes { (key) throws(CodeSignatureError) in
        try SignedContent.sign(receipt.contents, by: receiptSigner, issuedBy: [root], pkcs8: key)
      }
    } catch { throw .library }
  }
}

package enum DevelopmentAuthorityError: Error, Equatable, Sendable {
  /// A key is not that of its certificate, or cannot be read.
  case damaged
  case library
}
