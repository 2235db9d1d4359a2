// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import CryptoPrimitives
import KeyFormats
import KeychainModel
import SecurityConstants

// Unsafe because Apple's signatures are: keys and errors are handed out through pointers that may be nil.

/// A fresh private key of the type and size the parameters say, in the keychain too if it is to be permanent.
@discardableResult
public func SecKeyCreateRandomKey(
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  unsafe reporting(to: error) { () throws(KeyFailure) in try KeyGeneration(parameters).run().privateKey }
}

/// A fresh private key and its public part, each in the keychain too if it is to be permanent.
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
  /// What says how a key is made or where attributes lie, and is no attribute of one.
  private static let notAttributes: Set<String> = ["private", "public", "symmetric"]

  private let parameters: NSDictionary

  init(_ parameters: NSDictionary) { self.parameters = parameters }

  func run() throws(KeyFailure) -> (privateKey: SecKey, publicKey: SecKey) {
    guard let type = parameters.number("type").flatMap({ KeyType(rawValue: $0) }) else {
      throw failure(errSecParam)
    }
    let isOfEnclave = try token() == SecKey.enclaveToken
    let privateKey = isOfEnclave ? try makeInEnclave(type) : SecKey(.privateKey(try make(type)))
    let publicKey = SecKey(.publicKey(privateKey.publicMaterial))
    if isPermanent("private") || isOfEnclave && attributes("private")["perm"] == nil {
      try add(privateKey, attributes("private"))
    }
    if isPermanent("public") {
      do throws(KeyFailure) { try add(publicKey, attributes("public")) } catch {
        if isPermanent("private") { _ = SecItemDelete(["v_Ref": privateKey] as NSDictionary) }
        throw error
      }
    }
    return (privateKey, publicKey)
  }

  /// Where the private key is to be: nowhere in particular, or in the enclave.
  private func token() throws(KeyFailure) -> String? {
    guard let token = attributes("private")["tkid"] else { return nil }
    guard token as? String == SecKey.enclaveToken else { throw failure(errSecParam) }
    return SecKey.enclaveToken
  }

  /// P-256, protected as the access control or the protection class says; constraints must be for the use of keys.
  private func makeInEnclave(_ type: KeyType) throws(KeyFailure) -> SecKey {
    guard type == .ec, let bits = parameters.number("bsiz") else { throw failure(errSecParam) }
    guard bits == 256 else { throw failure(errSecKeySizeNotAllowed) }
    let attributes = attributes("private")
    let control = try control(attributes)
    guard !control.needsAuthentication || control.constraints?.contains(.privateKeyUsage) ?? false else {
      throw failure(errSecParam)
    }
    let context = attributes["u_AuthCtx"] as? any AuthenticationContextHolder
    do {
      return try SecKey.inEnclave(control, group: attributes["agrp"] as? String, KeyAuthentication(within: context))
    } catch {
      throw failure(error.rawValue)
    }
  }

  private func control(_ attributes: NSDictionary) throws(KeyFailure) -> AccessControl {
    if let control = attributes["accc"] {
      guard let control = control as? SecAccessControl else { throw failure(errSecParam) }
      return control.control
    }
    guard let name = attributes["pdmn"] else { return AccessControl(.whenUnlocked) }
    guard let protection = (name as? String).flatMap({ Accessibility(rawValue: $0) }) else {
      throw failure(errSecParam)
    }
    return AccessControl(protection)
  }

  private func make(_ type: KeyType) throws(KeyFailure) -> PrivateKeyMaterial {
    do throws(CryptoError) {
      if let curve = type.rawCurve { return .raw(try RawPrivateKey(curve)) }
    } catch { throw failure(internalError) }
    guard let bits = parameters.number("bsiz") else { throw failure(errSecParam) }
    do throws(CryptoError) {
      if type == .rsa, Self.rsaSizes.contains(bits) { return .rsa(try RSAPrivateKey(bits: bits)) }
      if type == .ec, let curve = Curve(bits: bits) { return .ec(try ECPrivateKey(curve)) }
    } catch { throw failure(internalError) }
    throw failure(errSecKeySizeNotAllowed)
  }

  /// The attributes of one of the two keys: its own stand above those of both.
  private func attributes(_ part: String) -> NSMutableDictionary {
    let merged = NSMutableDictionary()
    for (key, value) in parameters {
      if let key = key as? String, !Self.notAttributes.contains(key) { merged[key] = value }
    }
    for (key, value) in parameters[part] as? NSDictionary ?? [:] {
      if let key = key as? String { merged[key] = value }
    }
    return merged
  }

  private func isPermanent(_ part: String) -> Bool {
    (attributes(part)["perm"] as? NSNumber)?.boolValue ?? false
  }

  private func add(_ key: SecKey, _ attributes: NSMutableDictionary) throws(KeyFailure) {
    attributes["v_Ref"] = key
    attributes["class"] = "keys"
    if key.enclaveKey != nil, let control = attributes["accc"] as? SecAccessControl {
      // What is to be shown for a use of the key is bound to the key; to find it nothing is.
      attributes["accc"] = nil
      attributes["pdmn"] = control.control.protection.rawValue
    }
    if key.enclaveKey == nil, !key.isPrivate {
      attributes["tkid"] = nil
      attributes["accc"] = nil
    }
    let status = SecItemAdd(attributes, nil)
    guard status == errSecSuccess else { throw failure(status) }
  }

  private func failure(_ status: OSStatus) -> KeyFailure {
    KeyFailure(status, "Key generation failed, error \(status)")
  }
}
