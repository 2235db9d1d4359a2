// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import SecretMemory

/// AES-GCM with a nonce that is longer than the 128 bytes which the library's own cipher takes (NIST SP 800-38D, 7.1:
/// such a nonce is hashed). The mode is the library's too, over its block cipher.
@safe struct LongNonceGCM: ~Copyable {
  private let block: CipherContext
  private let raw: OpaquePointer
  /// Whether the library took the key and the associated data.
  private let isReady: Bool

  /// The algorithm is the block cipher by itself.
  init(_ algorithm: CipherAlgorithm, key: Span<UInt8>, nonce: Span<UInt8>, associated: Span<UInt8>) {
    block = CipherContext(algorithm)
    let hasKey = block.setKey(key, .seal)
    block.leaveOutPadding()
    guard let raw = unsafe CRYPTO_gcm128_new(UnsafeMutableRawPointer(block.raw), encryptBlock) else {
      fatalError("no memory for a cipher")
    }
    unsafe self.raw = raw
    unsafe nonce.withUnsafeBufferPointer { unsafe CRYPTO_gcm128_setiv(raw, $0.baseAddress, $0.count) }
    isReady = unsafe associated.withUnsafeBufferPointer {
      unsafe hasKey && CRYPTO_gcm128_aad(raw, $0.baseAddress, $0.count) == 0
    }
  }

  deinit { unsafe CRYPTO_gcm128_release(raw) }

  /// Encrypts; the tag is the second result.
  borrowing func seal(_ plaintext: Span<UInt8>) -> (ciphertext: [UInt8], tag: [UInt8])? {
    var ciphertext = [UInt8](repeating: 0, count: plaintext.count)
    let isSealed = unsafe plaintext.withUnsafeBufferPointer { input in
      unsafe ciphertext.withUnsafeMutableBufferPointer { output in
        unsafe CRYPTO_gcm128_encrypt(raw, input.baseAddress, output.baseAddress, input.count) == 0
      }
    }
    guard isReady, isSealed else { return nil }
    var tag = [UInt8](repeating: 0, count: AEAD.tagSize)
    unsafe tag.withUnsafeMutableBufferPointer { unsafe CRYPTO_gcm128_tag(raw, $0.baseAddress, $0.count) }
    return (ciphertext, tag)
  }

  /// Decrypts; nil, and nothing of the plaintext, if the tag is another one.
  borrowing func open(_ ciphertext: Span<UInt8>, tag: Span<UInt8>) -> [UInt8]? {
    var plaintext = [UInt8](repeating: 0, count: ciphertext.count)
    let isOpened = unsafe ciphertext.withUnsafeBufferPointer { input in
      unsafe plaintext.withUnsafeMutableBufferPointer { output in
        unsafe CRYPTO_gcm128_decrypt(raw, input.baseAddress, output.baseAddress, input.count) == 0
      }
    }
    let isAuthentic = unsafe tag.withUnsafeBufferPointer {
      unsafe CRYPTO_gcm128_finish(raw, $0.baseAddress, $0.count) == 0
    }
    guard isReady, isOpened, isAuthentic else {
      var span = plaintext.mutableSpan
      wipe(&span)
      return nil
    }
    return plaintext
  }
}

/// Encrypts a block by the block cipher whose context the pointer is; whole blocks need no padding.
private func encryptBlock(
  _ input: UnsafePointer<UInt8>?, _ output: UnsafeMutablePointer<UInt8>?, _ context: UnsafeRawPointer?
) {
  guard let context = unsafe context else { return }
  var count: Int32 = 0
  guard unsafe EVP_CipherUpdate(OpaquePointer(context), output, &count, input, 16) == 1, count == 16 else {
    fatalError("the cryptographic library refuses a block")
  }
}
