// SPDX-License-Identifier: Apache-2.0
import COpenSSL
package import CryptoPrimitives

/// The two forms of an ECDSA signature: DER (X9.62) and the two numbers in fixed width (RFC 4754, IEEE P1363).
package enum ECDSASignature {
  package static func raw(fromDER signature: Span<UInt8>, _ curve: Curve) throws(CryptoError) -> [UInt8] {
    guard signature.count <= 2 * curve.fieldSize + 16 else { throw .invalidLength }
    let size = Int32(curve.fieldSize)
    return try unsafe signature.withUnsafeBufferPointer { (signature) throws(CryptoError) in
      var position = signature.baseAddress
      let decoded = unsafe d2i_ECDSA_SIG(nil, &position, signature.count)
      defer { unsafe ECDSA_SIG_free(decoded) }
      guard let decoded = unsafe decoded, unsafe position == signature.baseAddress.map({ unsafe $0 + signature.count })
      else {
        ERR_clear_error()
        throw .invalidLength
      }
      var raw = [UInt8](repeating: 0, count: 2 * curve.fieldSize)
      let done = unsafe raw.withUnsafeMutableBufferPointer { raw in
        guard let start = raw.baseAddress else { return false }
        return unsafe BN_bn2binpad(ECDSA_SIG_get0_r(decoded), start, size) == size
          && BN_bn2binpad(ECDSA_SIG_get0_s(decoded), start + curve.fieldSize, size) == size
      }
      guard done else { throw .invalidLength }
      return raw
    }
  }

  package static func der(fromRaw signature: Span<UInt8>, _ curve: Curve) throws(CryptoError) -> [UInt8] {
    guard signature.count == 2 * curve.fieldSize else { throw .invalidLength }
    guard let value = unsafe ECDSA_SIG_new() else { throw .fromLibrary() }
    defer { unsafe ECDSA_SIG_free(value) }
    let r = unsafe number(signature.extracting(first: curve.fieldSize))
    let s = unsafe number(signature.extracting(last: curve.fieldSize))
    guard unsafe ECDSA_SIG_set0(value, r, s) == 1 else {
      unsafe BN_free(r)
      unsafe BN_free(s)
      throw .fromLibrary()
    }
    var encoded: UnsafeMutablePointer<UInt8>? = nil
    let count = unsafe i2d_ECDSA_SIG(value, &encoded)
    guard count > 0, let start = unsafe encoded else { throw .fromLibrary() }
    defer { unsafe CRYPTO_free(start, nil, 0) }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  private static func number(_ bytes: Span<UInt8>) -> OpaquePointer? {
    unsafe bytes.withUnsafeBufferPointer { unsafe BN_bin2bn($0.baseAddress, Int32($0.count), nil) }
  }
}
