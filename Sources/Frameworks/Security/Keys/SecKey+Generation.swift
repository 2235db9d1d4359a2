// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import CryptoPrimitives
import KeyFormats
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
    guard parameters["tkid"] == nil, attributes("private")["tkid"] == nil else { throw failure(errSecUnimplemented) }
    let privateKey = SecKey(.privateKey(try make(type)))
    let publicKey = SecKey(.publicKey(privateKey.publicMaterial))
    if isPermanent("private") { try add(privateKey, attributes("private")) }
    if isPermanent("public") {
      do throws(KeyFailure) { try add(publicKey, attributes("public")) } catch {
        if isPermanent("private") { _ = SecItemDelete(["v_Ref": privateKey] as NSDictionary) }
        throw error
      }
    }
    return (privateKey, publicKey)
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
    let status = SecItemAdd(attributes, nil)
    guard status == errSecSuccess else { throw failure(status) }
  }

  private func failure(_ status: OSStatus) -> KeyFailure {
    KeyFailure(status, "Key generation failed, error \(status)")
  }
}
