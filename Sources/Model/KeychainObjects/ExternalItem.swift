// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
package import CertificateTrust
import CryptoPrimitives
package import KeyFormats
import KeychainModel
package import X509Certificates

/// A certificate or key read from a file of any form. What is under a passphrase is left to who knows it.
package enum ExternalItem: Sendable {
  case certificate(Certificate)
  case privateKey(PrivateKeyMaterial)
  case publicKey(PublicKeyMaterial)
  /// An `EncryptedPrivateKey`.
  case encryptedKey([UInt8])
  /// A key as OpenSSL wrote them, in the form that the block's label names.
  case encryptedBlock(EncryptedPEMKey, label: String)
  /// PKCS #12, from a block of text.
  case archive([UInt8])

  package static let longestFile = 1 << 20

  /// Reads text with blocks, or the DER of a certificate, a PKCS #7 message or a key. Nil for anything else, and for the DER of
  /// PKCS #12.
  package static func read(_ bytes: Span<UInt8>) -> [ExternalItem]? {
    guard bytes.count <= longestFile else { return nil }
    if let items = binary(bytes) { return items }
    guard let blocks = ArmoredBlock.read(bytes), !blocks.isEmpty else { return nil }
    var items: [ExternalItem] = []
    for block in blocks {
      guard let found = block.contents.withBytes({ item(block, $0) }) else { return nil }
      items += found
    }
    return items
  }

  private static func binary(_ bytes: Span<UInt8>) -> [ExternalItem]? {
    guard !bytes.isEmpty, bytes[0] == 0x30 else { return nil }
    if let certificate = try? Certificate(bytes) { return [.certificate(certificate)] }
    if let message = certificates(bytes) { return message }
    if let key = try? PrivateKeyMaterial(pkcs8: bytes) { return [.privateKey(key)] }
    if let key = try? RSAPrivateKey(pkcs1: bytes) { return [.privateKey(.rsa(key))] }
    if let key = try? ECPrivateKey(sec1: bytes) { return [.privateKey(.ec(key))] }
    if let key = try? PublicKeyMaterial(spki: bytes) { return [.publicKey(key)] }
    if EncryptedPrivateKey.isOne(bytes) { return [.encryptedKey(copy(bytes))] }
    return nil
  }

  private static func item(_ block: ArmoredBlock, _ bytes: Span<UInt8>) -> [ExternalItem]? {
    guard let encryption = block.encryption else { return item(block.label, bytes) }
    return EncryptedPEMKey(information: encryption, bytes).map { [.encryptedBlock($0, label: block.label)] }
  }

  /// The key in a block with this label; nil for another one, and for what cannot be read.
  package static func privateKey(_ label: String, _ bytes: Span<UInt8>) -> PrivateKeyMaterial? {
    guard case .privateKey(let key)? = item(label, bytes)?.first else { return nil }
    return key
  }

  /// The items of a block; nil for a block that cannot be read. Empty for a block without an item, such as a curve's
  /// name.
  private static func item(_ label: String, _ bytes: Span<UInt8>) -> [ExternalItem]? {
    switch label {
    case "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE":
      return (try? Certificate(bytes)).map { [.certificate($0)] }
    case "PKCS7", "CMS": return certificates(bytes)
    case "PRIVATE KEY": return (try? PrivateKeyMaterial(pkcs8: bytes)).map { [.privateKey($0)] }
    case "RSA PRIVATE KEY": return (try? RSAPrivateKey(pkcs1: bytes)).map { [.privateKey(.rsa($0))] }
    case "EC PRIVATE KEY": return (try? ECPrivateKey(sec1: bytes)).map { [.privateKey(.ec($0))] }
    case "PUBLIC KEY": return (try? PublicKeyMaterial(spki: bytes)).map { [.publicKey($0)] }
    case "RSA PUBLIC KEY": return (try? RSAPublicKey(pkcs1: bytes)).map { [.publicKey(.rsa($0))] }
    case "ENCRYPTED PRIVATE KEY": return EncryptedPrivateKey.isOne(bytes) ? [.encryptedKey(copy(bytes))] : nil
    case "PKCS12": return [.archive(copy(bytes))]
    case "EC PARAMETERS": return []
    default: return nil
    }
  }

  private static func copy(_ bytes: Span<UInt8>) -> [UInt8] { bytes.indices.map { bytes[$0] } }

  private static func certificates(_ bytes: Span<UInt8>) -> [ExternalItem]? {
    guard let found = CertificateMessage.certificates(in: bytes) else { return nil }
    let certificates = found.compactMap { try? Certificate($0.span) }
    return certificates.count == found.count ? certificates.map { .certificate($0) } : nil
  }
}
