// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
public import CoreFoundation
import CryptoPrimitives
import KeyFormats
import KeychainModel
import KeychainObjects
import SecurityConstants

// Unsafe because Apple's signatures are: keys and errors are handed out through pointers that may be nil.

/// Makes a key, and adds it to the keychain if it is to be permanent.
///
/// https://developer.apple.com/documentation/security/seckeycreaterandomkey(_:_:)
/// - Parameters:
///   - parameters: The type and the size in bits; `kSecPrivateKeyAttrs` and `kSecPublicKeyAttrs` for one of the two
///     keys.
///   - error: Receives why not, where the result is nil; may be nil.
/// - Returns: The private key; nil with `errSecParam` or `errSecKeySizeNotAllowed` for parameters of no key, else with
///   what `SecItemAdd` answers.
@discardableResult
public func SecKeyCreateRandomKey(
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  unsafe reporting(to: error) { () throws(KeyFailure) in try KeyGeneration(parameters).run().privateKey }
}

/// Makes a key and its public part, and adds each to the keychain if it is to be permanent.
///
/// https://developer.apple.com/documentation/security/seckeygeneratepair(_:_:_:)
/// - Parameters:
///   - parameters: As for `SecKeyCreateRandomKey`.
///   - publicKey: Receives the public key; may be nil.
///   - privateKey: Receives the private key; may be nil.
/// - Returns: The status of the error that `SecKeyCreateRandomKey` would give.
@discardableResult
public func SecKeyGeneratePair(
  _ parameters: CFDictionary, _ publicKey: UnsafeMutablePointer<SecKey?>?, _ privateKey: UnsafeMutablePointer<SecKey?>?
) -> OSStatus {
  do throws(KeyFailure) {
    let pair = try KeyGeneration(parameters).run()
    unsafe publicKey?.pointee = pair.publicKey
    unsafe privateKey?.pointee = pair.privateKey
    return errSecSuccess
  } catch { return error.status }
}

/// The parameters of a key to be, and what follows from them.
private struct KeyGeneration {
  private static let rsaSizes = 512...8192
  /// The keys of a dictionary that say how a key is made or where attributes lie, and are no attributes.
  private static let notAttributes = [kSecPrivateKeyAttrs, kSecPublicKeyAttrs, kSecSymmetricKeyAttrs].map {
    $0 as String
  }

  private let parameters: NSDictionary

  init(_ parameters: NSDictionary) { self.parameters = parameters }

  func run() throws(KeyFailure) -> (privateKey: SecKey, publicKey: SecKey) {
    guard let type = parameters.number(.type).flatMap({ KeyType(rawValue: $0) }) else {
      throw failure(errSecParam)
    }
    let isOfEnclave = try token() == SecKey.enclaveToken
    let privateKey = isOfEnclave ? try makeInEnclave(type) : SecKey(.privateKey(try make(type)))
    let publicKey = SecKey(.publicKey(privateKey.publicMaterial))
    if isPermanent(kSecPrivateKeyAttrs) || isOfEnclave && attributes(kSecPrivateKeyAttrs)[.isPermanent] == nil {
      try add(privateKey, attributes(kSecPrivateKeyAttrs))
    }
    if isPermanent(kSecPublicKeyAttrs) {
      do throws(KeyFailure) { try add(publicKey, attributes(kSecPublicKeyAttrs)) } catch {
        if isPermanent(kSecPrivateKeyAttrs) { _ = SecItemDelete([kSecValueRef: privateKey] as NSDictionary) }
        throw error
      }
    }
    return (privateKey, publicKey)
  }

  /// The token where the private key is to be: nil, or the enclave.
  private func token() throws(KeyFailure) -> String? {
    guard let token = attributes(kSecPrivateKeyAttrs)[.tokenID] else { return nil }
    guard token as? String == SecKey.enclaveToken else { throw failure(errSecParam) }
    return SecKey.enclaveToken
  }

  /// P-256, protected as the access control or the protection class says; constraints must be for the use of keys.
  private func makeInEnclave(_ type: KeyType) throws(KeyFailure) -> SecKey {
    guard type == .ec, let bits = parameters.number(.keySizeInBits) else { throw failure(errSecParam) }
    guard bits == 256 else { throw failure(errSecKeySizeNotAllowed) }
    let attributes = attributes(kSecPrivateKeyAttrs)
    let control = try control(attributes)
    guard !control.needsAuthentication || control.constraints?.contains(.privateKeyUsage) ?? false else {
      throw failure(errSecParam)
    }
    let context = attributes[.useAuthenticationContext] as? any AuthenticationContextHolder
    do {
      return try SecKey.inEnclave(
        control, group: attributes[.accessGroup] as? String, KeyAuthentication(within: context))
    } catch {
      throw failure(error.rawValue)
    }
  }

  private func control(_ attributes: NSDictionary) throws(KeyFailure) -> AccessControl {
    if let control = attributes[.accessControl] {
      guard let control = control as? SecAccessControl else { throw failure(errSecParam) }
      return control.control
    }
    guard let name = attributes[.accessible] else { return AccessControl(.whenUnlocked) }
    guard let protection = (name as? String).flatMap({ Accessibility(rawValue: $0) }) else {
      throw failure(errSecParam)
    }
    return AccessControl(protection)
  }

  private func make(_ type: KeyType) throws(KeyFailure) -> PrivateKeyMaterial {
    do throws(CryptoError) {
      if let curve = type.rawCurve { return .raw(try RawPrivateKey(curve)) }
    } catch { throw failure(internalError) }
    guard let bits = parameters.number(.keySizeInBits) else { throw failure(errSecParam) }
    do throws(CryptoError) {
      if type == .rsa, Self.rsaSizes.contains(bits) { return .rsa(try RSAPrivateKey(bits: bits)) }
      if type == .ec, let curve = Curve(bits: bits) { return .ec(try ECPrivateKey(curve)) }
    } catch { throw failure(internalError) }
    throw failure(errSecKeySizeNotAllowed)
  }

  /// The attributes of one of the two keys: its own stand above those of both.
  private func attributes(_ part: CFString) -> NSMutableDictionary {
    let merged = NSMutableDictionary()
    for (key, value) in parameters {
      if let key = key as? String, !Self.notAttributes.contains(key) { merged[key] = value }
    }
    for (key, value) in parameters[part] as? NSDictionary ?? [:] {
      if let key = key as? String { merged[key] = value }
    }
    return merged
  }

  private func isPermanent(_ part: CFString) -> Bool {
    (attributes(part)[.isPermanent] as? NSNumber)?.boolValue ?? false
  }

  private func add(_ key: SecKey, _ attributes: NSMutableDictionary) throws(KeyFailure) {
    attributes[kSecValueRef] = key
    attributes[kSecClass] = kSecClassKey
    if key.enclaveKey != nil, let control = attributes[.accessControl] as? SecAccessControl {
      // What is to be shown for a use of the key is bound to the key; to find it nothing is.
      attributes[kSecAttrAccessControl] = nil
      attributes[kSecAttrAccessible] = control.control.protection.rawValue
    }
    if key.enclaveKey == nil, !key.isPrivate {
      attributes[kSecAttrTokenID] = nil
      attributes[kSecAttrAccessControl] = nil
    }
    let status = SecItemAdd(attributes, nil)
    guard status == errSecSuccess else { throw failure(status) }
  }

  private func failure(_ status: OSStatus) -> KeyFailure {
    KeyFailure(status, "Key generation failed, error \(status)")
  }
}
