// SPDX-License-Identifier: Apache-2.0
import COpenSSL
package import CryptoPrimitives
import SecretMemory

/// An RSA private key with two primes (RFC 8017, 3.2).
package struct RSAPrivateKey: Sendable {
  package let publicKey: RSAPublicKey

  /// A fresh key with the exponent 65537.
  package init(bits: Int) throws(CryptoError) {
    guard RSAPublicKey.sizes.contains(bits) else { throw .invalidLength }
    let key = try unsafe LibraryKey(generating: "RSA") { unsafe EVP_PKEY_CTX_set_rsa_keygen_bits($0, Int32(bits)) == 1 }
    publicKey = RSAPublicKey(try key.publicNumber("n"), try key.publicNumber("e"), key)
  }

  /// Makes a key from its numbers; they must belong together.
  package init(_ numbers: borrowing RSAPrivateNumbers) throws(CryptoError) {
    let modulus = RSAPublicKey.significant(numbers.modulus.span)
    let exponent = RSAPublicKey.significant(numbers.publicExponent.span)
    guard RSAPublicKey.isPlausible(modulus, exponent), numbers.fit(modulusSize: modulus.count) else {
      throw .invalidPrivateKey
    }
    guard try RSAConsistency().holds(for: numbers, modulus, exponent) else {
      ERR_clear_error()
      throw .invalidPrivateKey
    }
    publicKey = RSAPublicKey(modulus, exponent, try numbers.libraryKey(modulus, exponent))
  }

  /// The numbers, in the fewest bytes that hold each for this size of modulus.
  package func numbers() throws(CryptoError) -> RSAPrivateNumbers {
    let key = publicKey.key
    let half = (publicKey.blockSize + 1) / 2 + 1
    return RSAPrivateNumbers(
      modulus: publicKey.modulus, publicExponent: publicKey.exponent,
      privateExponent: try key.number("d", count: publicKey.blockSize),
      prime1: try key.number("rsa-factor1", count: half), prime2: try key.number("rsa-factor2", count: half),
      exponent1: try key.number("rsa-exponent1", count: half), exponent2: try key.number("rsa-exponent2", count: half),
      coefficient: try key.number("rsa-coefficient1", count: half))
  }

  /// The signature of a digest, or of bytes where the padding has no digest.
  package func signature(
    of digest: Span<UInt8>, _ padding: RSASignaturePadding
  ) throws(CryptoError) -> [UInt8] {
    let block = try padding.block(digest, size: publicKey.blockSize)
    return try unsafe publicKey.key.withContext { (context) throws(CryptoError) in
      var signature = [UInt8](repeating: 0, count: publicKey.blockSize)
      var count = signature.count
      let done = unsafe block.span.withUnsafeBufferPointer { block in
        unsafe padding.parameters.withList { unsafe EVP_PKEY_sign_init_ex(context, $0) == 1 }
          && EVP_PKEY_sign(context, &signature, &count, block.baseAddress, block.count) == 1
      }
      guard done, count == signature.count else { throw .fromLibrary() }
      return signature
    }
  }

  package func decrypt(_ ciphertext: Span<UInt8>, _ padding: RSAEncryptionPadding) throws(CryptoError) -> [UInt8] {
    guard ciphertext.count == publicKey.blockSize else { throw .invalidLength }
    return try unsafe publicKey.key.withContext { (context) throws(CryptoError) in
      var count = publicKey.blockSize
      let block = try SecretBytes(count: count) { (block) throws(CryptoError) in
        let done = unsafe ciphertext.withUnsafeBufferPointer { ciphertext in
          unsafe block.withUnsafeMutableBufferPointer { block in
            unsafe padding.parameters.withList { unsafe EVP_PKEY_decrypt_init_ex(context, $0) == 1 }
              && EVP_PKEY_decrypt(context, block.baseAddress, &count, ciphertext.baseAddress, ciphertext.count) == 1
          }
        }
        guard done else {
          ERR_clear_error()
          throw .authenticationFailed
        }
      }
      return block.withBytes { block in (0..<count).map { block[$0] } }
    }
  }
}

extension LibraryKey {
  /// A public number of the key, big-endian without zeros in front.
  fileprivate func publicNumber(_ name: StaticString) throws(CryptoError) -> [UInt8] {
    var number: OpaquePointer? = nil
    guard unsafe EVP_PKEY_get_bn_param(raw, LibraryParameters.pointer(name), &number) == 1 else { throw .fromLibrary() }
    defer { unsafe BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: Int(unsafe BN_num_bits(number) + 7) / 8)
    guard Int(unsafe BN_bn2bin(number, &bytes)) == bytes.count else { throw .fromLibrary() }
    return bytes
  }
}
