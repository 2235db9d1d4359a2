// SPDX-License-Identifier: Apache-2.0
import COpenSSL
package import CryptoPrimitives

/// A modulus and an exponent (RFC 8017, 3.1): verifies signatures and encrypts.
package struct RSAPublicKey: Sendable, Hashable {
  /// The sizes keys may have, in bits.
  package static let sizes = 512...16_384

  /// Big-endian, without zeros in front.
  package let modulus: [UInt8]
  package let exponent: [UInt8]
  let key: LibraryKey

  package init(modulus: Span<UInt8>, exponent: Span<UInt8>) throws(CryptoError) {
    let modulus = Self.significant(modulus)
    let exponent = Self.significant(exponent)
    guard Self.isPlausible(modulus, exponent) else { throw .invalidPublicKey }
    let key: LibraryKey
    do throws(CryptoError) {
      key = try Self.libraryKey(modulus, exponent)
    } catch { throw .invalidPublicKey }
    self.init(modulus, exponent, key)
  }

  init(_ modulus: [UInt8], _ exponent: [UInt8], _ key: LibraryKey) {
    self.modulus = modulus
    self.exponent = exponent
    self.key = key
  }

  package var bits: Int { modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0) }

  /// The bytes of a signature and of a ciphertext.
  package var blockSize: Int { modulus.count }

  /// Whether the signature is of this digest, or of these bytes where the padding has no digest.
  package func isValid(
    _ signature: Span<UInt8>, of digest: Span<UInt8>, _ padding: RSASignaturePadding
  ) -> Bool {
    defer { ERR_clear_error() }
    guard let block = try? padding.block(digest, size: blockSize) else { return false }
    // What tokens have; only one padding of a key has contexts that are kept.
    if padding == .pkcs1v15(.sha256) {
      return unsafe key.isValid(signature, of: block.span) { context in
        unsafe padding.parameters.withList { unsafe EVP_PKEY_verify_init_ex(context, $0) == 1 }
      }
    }
    let valid = unsafe try? key.withContext { (context) throws(CryptoError) in
      unsafe signature.withUnsafeBufferPointer { signature in
        unsafe block.span.withUnsafeBufferPointer { block in
          unsafe padding.parameters.withList { unsafe EVP_PKEY_verify_init_ex(context, $0) == 1 }
            && EVP_PKEY_verify(context, signature.baseAddress, signature.count, block.baseAddress, block.count) == 1
        }
      }
    }
    return valid ?? false
  }

  package func encrypt(
    _ plaintext: Span<UInt8>, _ padding: RSAEncryptionPadding
  ) throws(CryptoError) -> [UInt8] {
    let block = try padding.block(plaintext, size: blockSize)
    return try unsafe key.withContext { (context) throws(CryptoError) in
      var ciphertext = [UInt8](repeating: 0, count: blockSize)
      var count = ciphertext.count
      let done = unsafe block.span.withUnsafeBufferPointer { block in
        unsafe padding.parameters.withList { unsafe EVP_PKEY_encrypt_init_ex(context, $0) == 1 }
          && EVP_PKEY_encrypt(context, &ciphertext, &count, block.baseAddress, block.count) == 1
      }
      guard done, count == blockSize else { throw .fromLibrary() }
      return ciphertext
    }
  }

  package static func == (one: RSAPublicKey, other: RSAPublicKey) -> Bool {
    one.modulus == other.modulus && one.exponent == other.exponent
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(modulus) }

  static func significant(_ number: Span<UInt8>) -> [UInt8] {
    let start = number.indices.first { number[$0] != 0 } ?? number.count
    return (start..<number.count).map { number[$0] }
  }

  /// Odd numbers of sizes that a machine can work with: an exponent is at most 64 bits long beyond 3072 bits of modulus
  /// in the library, everywhere here.
  static func isPlausible(_ modulus: [UInt8], _ exponent: [UInt8]) -> Bool {
    let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
    guard sizes.contains(bits), let odd = modulus.last, let last = exponent.last else { return false }
    return odd & 1 == 1 && last & 1 == 1 && exponent.count <= 8 && exponent != [1]
  }

  private static func libraryKey(_ modulus: [UInt8], _ exponent: [UInt8]) throws(CryptoError) -> LibraryKey {
    let modulus: [UInt8] = modulus.reversed()
    let exponent: [UInt8] = exponent.reversed()
    return try unsafe modulus.span.withUnsafeBufferPointer { (modulus) throws(CryptoError) in
      try unsafe exponent.span.withUnsafeBufferPointer { (exponent) throws(CryptoError) in
        var parameters = LibraryParameters()
        unsafe parameters.append("n", number: modulus)
        unsafe parameters.append("e", number: exponent)
        return try LibraryKey("RSA", selection: copenssl_public_key, parameters)
      }
    }
  }
}
