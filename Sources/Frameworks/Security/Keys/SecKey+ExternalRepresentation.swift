// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import CryptoPrimitives
import KeyFormats
import KeychainModel
import KeychainObjects
import SecretMemory
import SecurityConstants

// Unsafe because Apple's signatures are: an error is handed out through a pointer that may be nil.

extension SecKey {
  /// A key from its external representation: PKCS #1 for RSA, ANSI X9.63 for NIST's curves, the bytes of others.
  convenience init(_ type: KeyType, _ keyClass: KeyClassNumber, _ bytes: Span<UInt8>) throws(KeyFailure) {
    guard keyClass != .symmetric else {
      throw KeyFailure(errSecUnimplemented, "Unsupported symmetric key creation")
    }
    let isPublic = keyClass == .publicKey
    guard let material = isPublic ? Self.publicMaterial(type, bytes) : Self.privateMaterial(type, bytes) else {
      let name = isPublic ? "public" : "private"
      throw KeyFailure(errSecParam, "\(type.name) \(name) key creation from data failed")
    }
    self.init(material)
  }

  /// The bytes of the key; in the caller's memory where Apple's signatures have them.
  func externalRepresentation() throws(KeyFailure) -> SecretBytes {
    if case .enclaveKey = material { throw KeyFailure(errSecUnimplemented, "the key never leaves the enclave") }
    do throws(CryptoError) {
      switch material {
      case .publicKey(let key): return SecretBytes(copying: key.encoded.span)
      case .privateKey(let key): return try key.stored()
      case .enclaveKey: throw .invalidPrivateKey
      }
    } catch { throw KeyFailure(internalError, "Unable to export the key") }
  }

  private static func publicMaterial(_ type: KeyType, _ bytes: Span<UInt8>) -> Material? {
    // A `SubjectPublicKeyInfo` of an RSA key is taken too.
    if type == .rsa, let key = try? PublicKeyMaterial(spki: bytes), case .rsa = key { return .publicKey(key) }
    return PublicKeyMaterial(type: Int64(type.rawValue), bytes).map { .publicKey($0) }
  }

  private static func privateMaterial(_ type: KeyType, _ bytes: Span<UInt8>) -> Material? {
    PrivateKeyMaterial(type: Int64(type.rawValue), bytes).map { .privateKey($0) }
  }
}

/// A key from its bytes.
///
/// https://developer.apple.com/documentation/security/seckeycreatewithdata(_:_:_:)
/// - Parameters:
///   - keyData: PKCS #1 (RFC 8017, appendix A.1) for RSA, ANSI X9.63 for NIST's curves, the bytes of other keys.
///   - attributes: `kSecAttrKeyType` and `kSecAttrKeyClass`.
///   - error: Receives why not, where the result is nil; may be nil.
/// - Returns: Nil with `errSecParam` for bytes that are no such key, and with `errSecUnimplemented` for symmetric keys.
@discardableResult
public func SecKeyCreateWithData(
  _ keyData: CFData, _ attributes: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  unsafe reporting(to: error) { () throws(KeyFailure) in
    guard let number = attributes.number(.type) else {
      throw KeyFailure(errSecParam, "Unsupported key type: \(attributes[.type] ?? "(null)")")
    }
    guard let keyClass = attributes.number(.keyClass).flatMap({ KeyClassNumber(rawValue: $0) }) else {
      throw KeyFailure(errSecParam, "Unsupported key class: \(attributes[.keyClass] ?? "(null)")")
    }
    if keyClass == .symmetric { throw KeyFailure(errSecUnimplemented, "Unsupported symmetric key creation") }
    guard let type = KeyType(rawValue: number) else {
      throw KeyFailure(errSecParam, "Unsupported key type: \(number)")
    }
    let bytes = Data(referencing: keyData)
    return try SecKey(type, keyClass, bytes.span)
  }
}

/// The bytes of a key.
///
/// https://developer.apple.com/documentation/security/seckeycopyexternalrepresentation(_:_:)
/// - Parameters:
///   - key: The key.
///   - error: Receives why not, where the result is nil; may be nil.
/// - Returns: The form that `SecKeyCreateWithData` takes; nil with `errSecUnimplemented` for a key of the enclave.
@discardableResult
public func SecKeyCopyExternalRepresentation(
  _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  unsafe reporting(to: error) { () throws(KeyFailure) in
    try key.externalRepresentation().withBytes { bytes in NSData(data: Data(bytes.indices.map { bytes[$0] })) }
  }
}
