// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import SecretMemory
import SecurityConstants

// Unsafe because Apple's signatures are: an error is handed out through a pointer that may be nil.

/// Whether the key can do this with this algorithm.
///
/// https://developer.apple.com/documentation/security/seckeyisalgorithmsupported(_:_:_:)
/// - Parameters:
///   - key: The key.
///   - operation: What is to be done.
///   - algorithm: The algorithm.
/// - Returns: Whether a call would get as far as the data.
@discardableResult
public func SecKeyIsAlgorithmSupported(
  _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
) -> Bool { key.supports(operation, algorithm) }

/// Signs data.
///
/// https://developer.apple.com/documentation/security/seckeycreatesignature(_:_:_:_:)
/// - Parameters:
///   - key: A private key.
///   - algorithm: The algorithm.
///   - dataToSign: The data, or its digest where the algorithm says so.
///   - error: Receives why not, where the result is nil; may be nil.
/// - Returns: The signature. Nil with `errSecParam` where the key or the data does not fit the algorithm; keys of the
///   enclave give the keychain's and LocalAuthentication's errors too.
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

/// Checks a signature.
///
/// https://developer.apple.com/documentation/security/seckeyverifysignature(_:_:_:_:_:)
/// - Parameters:
///   - key: The public key; of a private one its public part is taken.
///   - algorithm: The algorithm.
///   - signedData: The data, or its digest where the algorithm says so.
///   - signature: The signature.
///   - error: Receives `errSecVerifyFailed` for another signature, `errSecParam` for an algorithm that is not the
///     key's; may be nil.
/// - Returns: Whether the signature is that of the data.
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

/// Encrypts data to a public key.
///
/// https://developer.apple.com/documentation/security/seckeycreateencrypteddata(_:_:_:_:)
/// - Parameters:
///   - key: A public key.
///   - algorithm: The algorithm.
///   - plaintext: The data; how much fits, the algorithm says.
///   - error: Receives why not, where the result is nil; may be nil.
/// - Returns: The ciphertext. Nil with `errSecParam` where the key or the data does not fit the algorithm.
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

/// Decrypts data with a private key.
///
/// https://developer.apple.com/documentation/security/seckeycreatedecrypteddata(_:_:_:_:)
/// - Parameters:
///   - key: A private key.
///   - algorithm: The algorithm.
///   - ciphertext: The ciphertext.
///   - error: Receives why not, where the result is nil; may be nil.
/// - Returns: The data. Nil with `errSecParam` where the key or the data does not fit the algorithm or each other; keys
///   of the enclave give the keychain's and LocalAuthentication's errors too.
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

/// Agrees on a secret.
///
/// https://developer.apple.com/documentation/security/seckeycopykeyexchangeresult(_:_:_:_:_:)
/// - Parameters:
///   - privateKey: The private key of this side.
///   - algorithm: The algorithm.
///   - publicKey: The public key of the other side.
///   - parameters: `.requestedSize`, in bytes, and `.sharedInfo`, for algorithms that derive.
///   - error: Receives why not, where the result is nil; may be nil.
/// - Returns: The secret, or what is derived from it. Nil with `errSecParam` where a key or a parameter does not fit
///   the algorithm; keys of the enclave give the keychain's and LocalAuthentication's errors too.
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
  /// Reads the bytes without the copy, byte for byte, that a `Data` of them makes.
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
