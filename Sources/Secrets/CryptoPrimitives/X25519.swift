// SPDX-License-Identifier: Apache-2.0
import COpenSSL
package import SecretMemory

/// Diffie-Hellman on Curve25519 (RFC 7748).
package enum X25519 {
  package static let keySize = 32

  package struct KeyPair: ~Copyable, Sendable {
    package let privateKey: SecretBytes
    package let publicKey: [UInt8]

    /// A fresh pair.
    package init() throws(CryptoError) { try self.init(privateKey: SystemRandom.secret(keySize)) }

    package init(privateKey: consuming SecretBytes) throws(CryptoError) {
      publicKey = try X25519.publicKey(of: privateKey)
      self.privateKey = privateKey
    }
  }

  package static func publicKey(of privateKey: borrowing SecretBytes) throws(CryptoError) -> [UInt8] {
    try LibraryKey(privateKey).publicKey()
  }

  /// The shared secret; the other side's key must not be one that gives the same secret to everybody (RFC 7748, 6.1).
  package static func agree(
    _ privateKey: borrowing SecretBytes, with publicKey: Span<UInt8>
  ) throws(CryptoError) -> SecretBytes {
    try agree(try LibraryKey(privateKey), with: publicKey)
  }

  /// What a fresh key shares with the other side, and its public part; the private part is gone already.
  package struct Ephemeral: ~Copyable, Sendable {
    package let publicKey: [UInt8]
    package let sharedSecret: SecretBytes

    package init(with publicKey: Span<UInt8>) throws(CryptoError) {
      // The library's form of a key is the expensive part: it is made once for both uses.
      let own = try LibraryKey(SystemRandom.secret(keySize))
      let shared = try X25519.agree(own, with: publicKey)
      self.publicKey = try own.publicKey()
      sharedSecret = shared
    }
  }

  private static func agree(
    _ own: borrowing LibraryKey, with publicKey: Span<UInt8>
  ) throws(CryptoError) -> SecretBytes {
    let other = try LibraryKey(publicKey: publicKey)
    guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, own.raw, nil) else { throw .fromLibrary() }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    guard unsafe EVP_PKEY_derive_init(context) == 1, unsafe EVP_PKEY_derive_set_peer(context, other.raw) == 1 else {
      throw .fromLibrary()
    }
    return try SecretBytes(count: keySize) { secret throws(CryptoError) in
      var count = keySize
      let done = unsafe secret.withUnsafeMutableBufferPointer {
        unsafe EVP_PKEY_derive(context, $0.baseAddress, &count) == 1
      }
      guard done, count == keySize else {
        ERR_clear_error()
        throw .invalidPublicKey
      }
    }
  }
}

/// The library's form of a key; it wipes the private part when freed.
@safe private struct LibraryKey: ~Copyable {
  let raw: OpaquePointer

  init(_ privateKey: borrowing SecretBytes) throws(CryptoError) {
    guard Crypto.isLoaded, privateKey.count == X25519.keySize else { throw .invalidLength }
    let key = unsafe privateKey.withBytes { bytes in
      unsafe bytes.withUnsafeBufferPointer {
        unsafe EVP_PKEY_new_raw_private_key_ex(nil, "X25519", nil, $0.baseAddress, $0.count)
      }
    }
    guard let key = unsafe key else { throw .fromLibrary() }
    unsafe raw = key
  }

  init(publicKey: Span<UInt8>) throws(CryptoError) {
    guard publicKey.count == X25519.keySize else { throw .invalidLength }
    let key = unsafe publicKey.withUnsafeBufferPointer {
      unsafe EVP_PKEY_new_raw_public_key_ex(nil, "X25519", nil, $0.baseAddress, $0.count)
    }
    guard let key = unsafe key else { throw .fromLibrary() }
    unsafe raw = key
  }

  func publicKey() throws(CryptoError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: X25519.keySize)
    var count = bytes.count
    guard unsafe EVP_PKEY_get_raw_public_key(raw, &bytes, &count) == 1, count == bytes.count else {
      throw .fromLibrary()
    }
    return bytes
  }

  deinit { unsafe EVP_PKEY_free(raw) }
}
