// SPDX-License-Identifier: Apache-2.0
import Advice
import CryptoPrimitives
import KeyFormats
import KeychainModel
import KeychainObjects
import TerminalConsole
import X509Certificates

/// A certificate of the keychain, or the one of an identity.
struct StoredCertificate {
  let item: ItemResult
  let certificate: Certificate

  var sha1: String { Printable.hexadecimal(DigestAlgorithm.sha1.hash(certificate.encoded.span)).uppercased() }
  var sha256: String { Printable.hexadecimal(SHA256.hash(certificate.encoded.span)).uppercased() }

  /// Reads a stored certificate; nil where the bytes are none.
  init?(_ item: ItemResult) {
    guard let data = item.itemClass == .identity ? item.certificate?.data : item.data,
      let certificate = data.withBytes({ try? Certificate($0) })
    else { return nil }
    self.item = item
    self.certificate = certificate
  }
}

extension KeychainService {
  func certificates() throws(CommandFailure) -> [StoredCertificate] {
    try all(.certificate).compactMap { StoredCertificate($0) }
  }

  func identities() throws(CommandFailure) -> [StoredCertificate] {
    try all(.identity).compactMap { StoredCertificate($0) }
  }

  func keys() throws(CommandFailure) -> [ItemResult] { try all(.key) }

  /// Finds all items of a class with all that is known of them. Finding none is no failure.
  private func all(_ itemClass: ItemClass) throws(CommandFailure) -> [ItemResult] {
    let options = RequestOptions(returns: .all, limit: .all)
    do {
      return try find(ItemQuery(itemClass, [.synchronizable: SynchronizableFilter.anyValue], options: options))
    } catch {
      guard error == .itemNotFound else { throw .keychain(error) }
      return []
    }
  }

  func add(_ certificate: Certificate, label: String? = nil) throws(CommandFailure) {
    var attributes = ObjectAttributes.of(certificate)
    if let label { attributes[.label] = .string(label) }
    try store(ItemAddition(.certificate, attributes, data: SecretData(copying: certificate.encoded.span)))
  }

  func add(_ key: PrivateKeyMaterial, label: String, isExtractable: Bool) throws(CommandFailure) {
    var attributes = ObjectAttributes.of(key.publicKey, isPrivate: true)
    attributes[.label] = .string(label)
    if !isExtractable { attributes[.isExtractable] = 0 }
    let data: SecretData
    do { data = SecretData(try key.stored()) } catch { throw .keychain(.internalError) }
    try store(ItemAddition(.key, attributes, data: data))
  }

  func add(_ key: PublicKeyMaterial, label: String) throws(CommandFailure) {
    var attributes = ObjectAttributes.of(key, isPrivate: false)
    attributes[.label] = .string(label)
    try store(ItemAddition(.key, attributes, data: SecretData(copying: key.encoded.span)))
  }

  private func store(_ addition: ItemAddition) throws(CommandFailure) {
    do { _ = try add(addition) } catch { throw .keychain(error) }
  }

  /// An identity's key goes with its certificate, unless another certificate is to it.
  func delete(_ item: ItemResult, _ extent: DeletionExtent) throws(CommandFailure) {
    let itemClass: ItemClass = extent == .identity ? .identity : .certificate
    do { try delete(ItemQuery(itemClass, persistentReference: item.persistentReference)) } catch {
      throw .keychain(error)
    }
  }
}
