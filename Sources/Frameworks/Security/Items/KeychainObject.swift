// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import KeyFormats
package import KeychainModel
import KeychainObjects
import ProtectionModel
import SecretMemory
import X509Certificates

/// Makes the objects that `kSecReturnRef` asks for, of what the keychain keeps.
enum KeychainObject {
  /// Makes the object of an item; nil for passwords, which have no object of their own but in the file-based keychain
  /// of macOS, and for items that no object can be made of: symmetric keys, and bytes that
  static func make(of result: ItemResult, _ authentication: KeyAuthentication) -> AnyObject? {
    switch result.itemClass {
    case .genericPassword, .internetPassword: SecKeychainItem(result)
    case .certificate: result.data.flatMap { certificate($0) }
    case .key: key(result, authentication)
    case .identity: identity(result, authentication)
    }
  }

  private static func certificate(_ data: SecretData) -> SecCertificate? { data.withBytes { SecCertificate($0) } }

  private static func key(_ result: ItemResult, _ authentication: KeyAuthentication) -> SecKey? {
    if result.attributes?[.tokenID]?.string == SecKey.enclaveToken {
      return result.data?.withBytes { EnclaveKey(encoded: $0) }.flatMap { SecKey($0, authentication) }
    }
    guard let attributes = result.attributes, let data = result.data,
      let type = number(attributes[.type]).flatMap({ KeyType(rawValue: $0) }),
      let keyClass = number(attributes[.keyClass]).flatMap({ KeyClassNumber(rawValue: $0) })
    else { return nil }
    return data.withBytes { try? SecKey(type, keyClass, $0) }
  }

  private static func identity(_ result: ItemResult, _ authentication: KeyAuthentication) -> SecIdentity? {
    guard let certificate = result.certificate?.data.flatMap({ certificate($0) }),
      let key = key(result, authentication)
    else { return nil }
    return SecIdentity(certificate, key)
  }

  private static func number(_ value: AttributeValue?) -> Int? {
    switch value {
    case .number(let number): Int(exactly: number)
    case .string(let text): Int(text)
    default: nil
    }
  }
}

extension SecKey: KeychainItemReference {
  /// Attributes as Apple's framework makes them of a key.
  package func itemParts() throws(KeychainStatus) -> KeychainItemParts {
    var attributes = ObjectAttributes.of(publicMaterial, isPrivate: isPrivate)
    for flag in flags { attributes[flag.attribute] = .number(flag.value ? 1 : 0) }
    if let enclaveKey {
      attributes[.tokenID] = .string(Self.enclaveToken)
      return KeychainItemParts(.key, attributes: attributes, data: SecretData(copying: enclaveKey.encoded.span))
    }
    do throws(KeyFailure) {
      return KeychainItemParts(.key, attributes: attributes, data: SecretData(try externalRepresentation()))
    } catch { throw .param }
  }
}

extension SecCertificate: KeychainItemReference {
  package func itemParts() throws(KeychainStatus) -> KeychainItemParts {
    let part = certificatePart
    return KeychainItemParts(.certificate, attributes: part.attributes, data: part.data)
  }

  fileprivate var certificatePart: CertificatePart {
    let encoded = certificate.encoded
    return CertificatePart(attributes: ObjectAttributes.of(certificate), data: SecretData(copying: encoded.span))
  }
}

extension SecIdentity: KeychainItemReference {
  package func itemParts() throws(KeychainStatus) -> KeychainItemParts {
    var parts = try privateKey.itemParts()
    parts.itemClass = .identity
    parts.certificate = certificate.certificatePart
    return parts
  }
}
