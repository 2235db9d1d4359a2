// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// A cipher of the library, fetched once per process: a fetch costs more than sealing a block.
/// Unchecked because the library's object is only read.
@safe struct CipherAlgorithm: @unchecked Sendable {
  fileprivate let raw: OpaquePointer

  private init(_ name: String) {
    guard Crypto.isLoaded, let raw = unsafe EVP_CIPHER_fetch(nil, name, nil) else {
      fatalError("the cryptographic library has no \(name)")
    }
    unsafe self.raw = raw
  }

  static let aes128GCM = CipherAlgorithm("AES-128-GCM")
  static let aes192GCM = CipherAlgorithm("AES-192-GCM")
  static let aes256GCM = CipherAlgorithm("AES-256-GCM")
  static let chaCha20Poly1305 = CipherAlgorithm("ChaCha20-Poly1305")
  static let aes128CBC = CipherAlgorithm("AES-128-CBC")
  static let aes256CBC = CipherAlgorithm("AES-256-CBC")
  static let aes256CTR = CipherAlgorithm("AES-256-CTR")
  /// The block cipher by itself.
  static let aes128ECB = CipherAlgorithm("AES-128-ECB")
  static let aes192ECB = CipherAlgorithm("AES-192-ECB")
  static let aes256ECB = CipherAlgorithm("AES-256-ECB")
}

enum CipherDirection: Int32 { case open, seal }

/// A cipher state of the library; it wipes its key schedule when freed.
///
/// The calls are thin: lengths are the caller's business, and so is the meaning of a refusal (`false`).
/// Unchecked because its pointer is this value's alone, which cannot be copied.
@safe struct CipherContext: ~Copyable, @unchecked Sendable {
  let raw: OpaquePointer

  init(_ algorithm: CipherAlgorithm) {
    guard let raw = unsafe EVP_CIPHER_CTX_new() else { fatalError("no memory for a cipher") }
    unsafe self.raw = raw
    guard unsafe EVP_CipherInit_ex2(raw, algorithm.raw, nil, nil, 1, nil) == 1 else {
      fatalError("the cryptographic library refuses its own cipher")
    }
  }

  deinit { unsafe EVP_CIPHER_CTX_free(raw) }

  /// Turns padding off for whole blocks: none is held back as the last, which padding would fill up.
  func leaveOutPadding() { unsafe EVP_CIPHER_CTX_set_padding(raw, 0) }

  /// Sets the nonce's size, for ciphers that have several; before the nonce.
  func setNonceSize(_ count: Int) -> Bool {
    unsafe EVP_CIPHER_CTX_ctrl(raw, EVP_CTRL_AEAD_SET_IVLEN, Int32(count), nil) == 1
  }

  @inline(__always)
  func setKey(_ key: Span<UInt8>, _ direction: CipherDirection) -> Bool {
    unsafe key.withUnsafeBufferPointer {
      unsafe EVP_CipherInit_ex2(raw, nil, $0.baseAddress, nil, direction.rawValue, nil) == 1
    }
  }

  @inline(__always)
  func setNonce(_ nonce: Span<UInt8>, _ direction: CipherDirection) -> Bool {
    unsafe nonce.withUnsafeBufferPointer {
      unsafe EVP_CipherInit_ex2(raw, nil, nil, $0.baseAddress, direction.rawValue, nil) == 1
    }
  }

  func setKey(_ key: Span<UInt8>, nonce: Span<UInt8>, _ direction: CipherDirection) -> Bool {
    unsafe key.withUnsafeBufferPointer { key in
      unsafe nonce.withUnsafeBufferPointer { nonce in
        unsafe EVP_CipherInit_ex2(raw, nil, key.baseAddress, nonce.baseAddress, direction.rawValue, nil) == 1
      }
    }
  }

  @inline(__always)
  func authenticate(_ associated: Span<UInt8>) -> Bool {
    var count: Int32 = 0
    return unsafe associated.withUnsafeBufferPointer { bytes in
      unsafe EVP_CipherUpdate(raw, nil, &count, bytes.baseAddress, Int32(bytes.count)) == 1
    }
  }

  /// Runs the whole input through the cipher; returns the number of bytes written, which may be fewer than expected
  /// where the library refuses.
  @inline(__always)
  func transform(_ input: Span<UInt8>, into output: inout MutableSpan<UInt8>) -> Int? {
    var count: Int32 = 0
    let done = unsafe input.withUnsafeBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe EVP_CipherUpdate(raw, output.baseAddress, &count, input.baseAddress, Int32(input.count)) == 1
      }
    }
    return done ? Int(count) : nil
  }

  /// Replaces whole blocks by what the cipher makes of them.
  func transform(inPlace bytes: inout MutableSpan<UInt8>) -> Bool {
    var count: Int32 = 0
    return unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      unsafe EVP_CipherUpdate(raw, bytes.baseAddress, &count, bytes.baseAddress, Int32(bytes.count)) == 1
        && count == Int32(bytes.count)
    }
  }

  /// Ends the message; when opening, this is where the tag is checked.
  @inline(__always)
  func finish() -> Bool {
    var none: (UInt64, UInt64) = (0, 0)
    var count: Int32 = 0
    return unsafe withUnsafeMutableBytes(of: &none) { bytes in
      unsafe EVP_CipherFinal_ex(raw, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), &count) == 1
    }
  }

  @inline(__always)
  func readTag(into tag: inout MutableSpan<UInt8>) -> Bool {
    unsafe tag.withUnsafeMutableBytes {
      unsafe EVP_CIPHER_CTX_ctrl(raw, EVP_CTRL_AEAD_GET_TAG, Int32($0.count), $0.baseAddress) == 1
    }
  }

  /// The tag to expect; the library copies it.
  @inline(__always)
  func expectTag(_ tag: Span<UInt8>) -> Bool {
    unsafe tag.withUnsafeBytes {
      unsafe EVP_CIPHER_CTX_ctrl(
        raw, EVP_CTRL_AEAD_SET_TAG, Int32($0.count), UnsafeMutableRawPointer(mutating: $0.baseAddress)) == 1
    }
  }
}
