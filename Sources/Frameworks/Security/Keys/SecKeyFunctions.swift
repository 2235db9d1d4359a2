// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import SecretMemory
import SecurityConstants

// Unsafe because Apple's signatures are: an error is handed out through a pointer that may be nil.

/// Whether the key can do this with this algorithm.
@discardableResult
public func SecKeyIsAlgorithmSupported(
  _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
) -> Bool { key.supports(operation, algorithm) }

/// The signature of the data, or of the digest that the data is.
@discardableResult
public func SecKeyCreateSignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  unsafe reporting(to: error) { () throws(KeyFailure) in
    let signature = try dataToSign.withSpan { (data) throws(KeyFailure) in try key.sign(data, algorithm) }
    return unsafe signature.withUnsafeBufferPointer { unsafe NSData(bytes: $0.baseAddress, length: $0.count) }
  }
}

/// Whether the signature is that of the data, or of the digest that the data is; if not, the error is
/// `errSecVerifyFailed`.
@discardableResult
public func SecKeyVerifySignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  unsafe reporting(to: error) { () throws(KeyFailure) in
    try signedData.withSpan { (data) throws(KeyFailure) in
      try signature.withSpan { (bytes) throws(KeyFailure) in try key.verify(bytes, of: data, algorithm) }
    }
  } != nil
}

/// The data encrypted to a public key.
@discardableResult
public func SecKeyCreateEncryptedData(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ plaintext: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  unsafe reporting(to: error) { () throws(KeyFailure) in
    let result = try plaintext.withSpan { (data) throws(KeyFailure) in try key.encrypt(data, algorithm) }
    return NSData(data: Data(result))
  }
}

/// The data decrypted with a private key.
@discardableResult
public func SecKeyCreateDecryptedData(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  unsafe reporting(to: error) { () throws(KeyFailure) in
    let result = try ciphertext.withSpan { (data) throws(KeyFailure) in try key.decrypt(data, algorithm) }
    return NSData(data: Data(result))
  }
}

/// The secret that the two keys make, or what is derived from it.
@discardableResult
public func SecKeyCopyKeyExchangeResult(
  _ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ publicKey: SecKey, _ parameters: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  unsafe reporting(to: error) { () throws(KeyFailure) in
    let given = KeyExchangeParameters(parameters)
    if given.hasOtherInfo {
      throw KeyFailure(errSecParam, "ECDHKeyExchange wrong sharedInfo type (must be CFData/NSData)")
    }
    let secret = try privateKey.exchange(with: publicKey, algorithm, size: given.size, info: given.info)
    return secret.withBytes { bytes in NSData(data: Data(bytes.array)) }
  }
}

extension NSData {
  /// What is in it, without the copy, byte for byte, that a `Data` of it makes.
  fileprivate func withSpan<Result>(
    _ body: (Span<UInt8>) throws(KeyFailure) -> Result
  ) throws(KeyFailure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(unsafe Span(_unsafeBytes: UnsafeRawBufferPointer(start: bytes, count: length)))
  }
}

/// The parameters of a derivation; their keys come as strings or, from Swift, as the type that names them.
private struct KeyExchangeParameters {
  var size: Int?
  var info: [UInt8] = []
  var hasOtherInfo = false

  init(_ dictionary: NSDictionary) {
    for (key, value) in dictionary {
      switch (key as? String ?? (key as? SecKeyKeyExchangeParameter).map { $0.rawValue as String }, value) {
      case ("requestedSize", let number as NSNumber) where !number.isBoolean: size = number.intValue
      case ("sharedInfo", let data as Data): info = [UInt8](data)
      case ("sharedInfo", _): hasOtherInfo = true
      default: break
      }
    }
  }
}
