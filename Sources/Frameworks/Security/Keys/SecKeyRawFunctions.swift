// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import SecurityConstants

// Unsafe because Apple's signatures are: these functions take and fill memory that pointers and lengths describe.

/// Signs as `SecKeyCreateSignature` does, with the older way to name the algorithm.
///
/// https://developer.apple.com/documentation/security/seckeyrawsign(_:_:_:_:_:_:)
/// - Parameters:
///   - key: A private key.
///   - padding: The padding.
///   - dataToSign: The digest.
///   - dataToSignLen: Its length in bytes.
///   - sig: Room for the signature.
///   - sigLen: The room in bytes; receives the length.
/// - Returns: `errSecParam` for a padding that the key does not have or too little room; else the status of the error
///   that `SecKeyCreateSignature` would give.
@discardableResult
public func SecKeyRawSign(
  _ key: SecKey, _ padding: SecPadding, _ dataToSign: UnsafePointer<UInt8>, _ dataToSignLen: Int,
  _ sig: UnsafeMutablePointer<UInt8>, _ sigLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  guard let algorithm = padding.signatureAlgorithm(key) else { return errSecParam }
  let data = unsafe Array(UnsafeBufferPointer(start: dataToSign, count: dataToSignLen))
  return unsafe fill(sig, sigLen) { () throws(KeyFailure) in try key.sign(data.span, algorithm) }
}

/// Checks a signature as `SecKeyVerifySignature` does, with the older way to name the algorithm.
///
/// https://developer.apple.com/documentation/security/seckeyrawverify(_:_:_:_:_:_:)
/// - Parameters:
///   - key: The key.
///   - padding: The padding.
///   - signedData: The digest.
///   - signedDataLen: Its length in bytes.
///   - sig: The signature.
///   - sigLen: Its length in bytes.
/// - Returns: `errSSLCrypto` (-9809) for another signature, `errSecParam` for a padding that the key does not have.
@discardableResult
public func SecKeyRawVerify(
  _ key: SecKey, _ padding: SecPadding, _ signedData: UnsafePointer<UInt8>, _ signedDataLen: Int,
  _ sig: UnsafePointer<UInt8>, _ sigLen: Int
) -> OSStatus {
  guard let algorithm = padding.signatureAlgorithm(key) else { return errSecParam }
  let data = unsafe Array(UnsafeBufferPointer(start: signedData, count: signedDataLen))
  let signature = unsafe Array(UnsafeBufferPointer(start: sig, count: sigLen))
  return status { () throws(KeyFailure) in try key.verify(signature.span, of: data.span, algorithm) }
}

/// Encrypts as `SecKeyCreateEncryptedData` does, with the older way to name the algorithm.
///
/// https://developer.apple.com/documentation/security/seckeyencrypt(_:_:_:_:_:_:)
/// - Parameters:
///   - key: A public key of RSA.
///   - padding: The padding.
///   - plainText: The data.
///   - plainTextLen: Its length in bytes.
///   - cipherText: Room for the ciphertext.
///   - cipherTextLen: The room in bytes; receives the length.
/// - Returns: `errSecParam` for a padding that the key does not have or too little room; else the status of the error
///   that `SecKeyCreateEncryptedData` would give.
@discardableResult
public func SecKeyEncrypt(
  _ key: SecKey, _ padding: SecPadding, _ plainText: UnsafePointer<UInt8>, _ plainTextLen: Int,
  _ cipherText: UnsafeMutablePointer<UInt8>, _ cipherTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  guard let algorithm = padding.encryptionAlgorithm(key) else { return errSecParam }
  let data = unsafe Array(UnsafeBufferPointer(start: plainText, count: plainTextLen))
  return unsafe fill(cipherText, cipherTextLen) { () throws(KeyFailure) in try key.encrypt(data.span, algorithm) }
}

/// Decrypts as `SecKeyCreateDecryptedData` does, with the older way to name the algorithm.
///
/// https://developer.apple.com/documentation/security/seckeydecrypt(_:_:_:_:_:_:)
/// - Parameters:
///   - key: A private key of RSA.
///   - padding: The padding.
///   - cipherText: The ciphertext.
///   - cipherTextLen: Its length in bytes.
///   - plainText: Room for the data.
///   - plainTextLen: The room in bytes; receives the length.
/// - Returns: `errSecParam` for a padding that the key does not have or too little room; else the status of the error
///   that `SecKeyCreateDecryptedData` would give.
@discardableResult
public func SecKeyDecrypt(
  _ key: SecKey, _ padding: SecPadding, _ cipherText: UnsafePointer<UInt8>, _ cipherTextLen: Int,
  _ plainText: UnsafeMutablePointer<UInt8>, _ plainTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  guard let algorithm = padding.encryptionAlgorithm(key) else { return errSecParam }
  let data = unsafe Array(UnsafeBufferPointer(start: cipherText, count: cipherTextLen))
  return unsafe fill(plainText, plainTextLen) { () throws(KeyFailure) in try key.decrypt(data.span, algorithm) }
}

private func fill(
  _ output: UnsafeMutablePointer<UInt8>, _ length: UnsafeMutablePointer<Int>, _ body: () throws(KeyFailure) -> [UInt8]
) -> OSStatus {
  status { () throws(KeyFailure) in
    let bytes = try body()
    guard unsafe bytes.count <= length.pointee else { throw KeyFailure(errSecParam, "buffer too small") }
    _ = unsafe UnsafeMutableBufferPointer(start: output, count: bytes.count).update(fromContentsOf: bytes)
    unsafe length.pointee = bytes.count
  }
}

private func status(_ body: () throws(KeyFailure) -> Void) -> OSStatus {
  do {
    try body()
    return errSecSuccess
  } catch {
    return error.status == errSecVerifyFailed ? errSSLCrypto : error.status
  }
}
