// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoPrimitives
import DERCoding
import KeyFormats
package import SecretMemory
import X509Certificates

/// An authority under a root of one's own that vouches for keys of apps. The root signs two certificates when the authority is
/// made; its key is forgotten then.
package struct AppAuthority: Sendable {
  /// DER, as the others.
  package let root: [UInt8]
  package let intermediate: [UInt8]
  package let receiptSigner: [UInt8]
  private let names: Names
  private let key: ECPrivateKey
  private let receiptKey: ECPrivateKey

  /// The names in the three certificates.
  package enum Names: Sendable {
    /// The authority of an issuer to develop with, and of an instance by itself.
    case development
    /// The authority of an organisation's issuer.
    case organisation

    private var owner: String { self == .development ? "Bailey Development" : "Bailey" }
    var root: String { "\(owner) App Attestation Root CA" }
    var intermediate: String { "\(owner) App Attestation CA" }
    var receipts: String { "\(owner) Receipt Signing" }
  }

  /// The lifetime of certificates: ten years, from one day before.
  private static let lifetime = 10 * 365 * 86_400

  /// A new one, at a time in seconds since 1970.
  package init(_ names: Names, at time: Int) throws(AppAuthorityError) {
    self.names = names
    do {
      let rootKey = try ECPrivateKey(.p256)
      key = try ECPrivateKey(.p256)
      receiptKey = try ECPrivateKey(.p256)
      root = try Self.certificate(names.root, names, rootKey.publicKey, .root, by: rootKey, at: time)
      intermediate = try Self.certificate(
        names.intermediate, names, key.publicKey, .authority, by: rootKey, at: time)
      receiptSigner = try Self.certificate(
        names.receipts, names, receiptKey.publicKey, .signing, by: rootKey, at: time)
    } catch { throw .library }
  }

  private static func certificate(
    _ name: String, _ names: Names, _ key: ECPublicKey, _ use: IssuedCertificate.Use, by rootKey: ECPrivateKey,
    at time: Int
  ) throws(CryptoError) -> [UInt8] {
    guard let from = DERTime(secondsSince1970: time - 86_400), let until = DERTime(secondsSince1970: time + lifetime)
    else { throw .invalidPublicKey }
    return try IssuedCertificate(
      serialNumber: newSerialNumber(), subject: name, unit: nil, issuer: names.root, from: from, until: until,
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
    _ names: Names, root: [UInt8], intermediate: [UInt8], receiptSigner: [UInt8], key: Span<UInt8>,
    receiptKey: Span<UInt8>
  ) throws(AppAuthorityError) {
    self.names = names
    self.root = root
    self.intermediate = intermediate
    self.receiptSigner = receiptSigner
    self.key = try Self.privateKey(key, of: intermediate)
    self.receiptKey = try Self.privateKey(receiptKey, of: receiptSigner)
  }

  private static func privateKey(
    _ pkcs8: Span<UInt8>, of certificate: [UInt8]
  ) throws(AppAuthorityError) -> ECPrivateKey {
    guard case .ec(let key)? = try? PrivateKeyMaterial(pkcs8: pkcs8),
      let certificate = try? Certificate(certificate.span), certificate.publicKey == .ec(key.publicKey)
    else { throw .damaged }
    return key
  }

  /// The key that signs certificates of apps' keys, PKCS #8.
  package func keptKey() throws(AppAuthorityError) -> SecretBytes { try Self.pkcs8(key) }

  /// The key that signs receipts.
  package func keptReceiptKey() throws(AppAuthorityError) -> SecretBytes { try Self.pkcs8(receiptKey) }

  private static func pkcs8(_ key: ECPrivateKey) throws(AppAuthorityError) -> SecretBytes {
    do { return try PrivateKeyMaterial.ec(key).pkcs8() } catch { throw .library }
  }

  // MARK: - Issuing

  /// The attestation of a key, with what stands behind it.
  package func attestation(
    _ statement: AppKeyStatement, _ basis: KeyBasis, at time: Int
  ) throws(AppAuthorityError) -> [UInt8] {
    var statement = statement
    statement.additions = [.init(KeyBasis.identifier, basis.encoded)]
    guard
      let leaf = statement.certificate(
        serialNumber: Self.newSerialNumber(), issuer: names.intermediate, at: time)
    else { throw .library }
    let encoded: [UInt8]
    do { encoded = try leaf.encoded { (digest) throws(CryptoError) in try key.signature(ofDigest: digest.span) } } catch
    {
      throw .library
    }
    let receipt = IssuedReceipt(
      appID: statement.appID, certificate: encoded, clientDataHash: statement.clientDataHash, statement.environment)
    return AppAttestationObject(
      certificates: [encoded, intermediate], receipt: try signed(receipt, at: time),
      authenticatorData: statement.authenticatorData.encoded
    ).encoded
  }

  /// A signed receipt, made at a time in seconds since 1970.
  package func signed(_ receipt: IssuedReceipt, at time: Int) throws(AppAuthorityError) -> [UInt8] {
    do {
      let pkcs8 = try PrivateKeyMaterial.ec(receiptKey).pkcs8()
      return try pkcs8.withBytes { (key) throws(CodeSignatureError) in
        try SignedContent.sign(receipt.receipt(at: time).contents, by: receiptSigner, issuedBy: [root], pkcs8: key)
      }
    } catch { throw .library }
  }
}

package enum AppAuthorityError: Error, Equatable, Sendable {
  /// A key is not that of its certificate, or cannot be read.
  case damaged
  case library
}
