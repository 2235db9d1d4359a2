// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import SecurityConstants

// Unsafe because Apple's signatures are: these functions take and fill memory that pointers and lengths describe.

/// Signs as `SecKeyCreateSignature` does, with the older way to name the algorithm.
@discardableResult
public func SecKeyRawSign(
  _ key: SecKey, _ padding: SecPadding, _ dataToSign: UnsafePointer<UInt8>, _ dataToSignLen: Int,
  _ sig: UnsafeMutablePointer<UInt8>, _ sigLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  guard let algorithm = padding.signatureAlgorithm(key) else { return errSecParam }
  let data = unsafe Array(UnsafeBufferPointer(start: dataToSign, count: dataToSignLen))
  return unsafe fill(sig, sigLen) { () throws(KeyFailure) in try key.sign(data.span, algorithm) }
}

/// Verifies as `SecKeyVerifySignature` does; what does not match is `errSSLCrypto` here.
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
