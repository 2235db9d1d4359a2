// SPDX-License-Identifier: Apache-2.0
import COpenSSL
package import SecretMemory

/// The library's form of an asymmetric key, shared by the values made of it. The library wipes the private part when the
/// last one goes away; operations on one key may run on many threads, each has a context of its own.
/// Unchecked because the library's key is only read, and its contexts come from a pool.
@safe package final class LibraryKey: @unchecked Sendable {
  package let raw: OpaquePointer
  private let signers = ContextPool { SigningContext() }
  private let verifiers = ContextPool { VerifyingContext() }

  /// Takes over the key.
  @unsafe init(_ raw: OpaquePointer?) throws(CryptoError) {
    guard let raw = unsafe raw else { throw .fromLibrary() }
    unsafe self.raw = raw
  }

  deinit { unsafe EVP_PKEY_free(raw) }

  /// A key from its numbers. `selection` is `copenssl_public_key` or `copenssl_key_pair`.
  package convenience init(_ type: StaticString, selection: Int32, _ parameters: LibraryParameters) throws(CryptoError)
  {
    guard Crypto.isLoaded, let context = unsafe EVP_PKEY_CTX_new_from_name(nil, LibraryParameters.pointer(type), nil)
    else {
      throw .fromLibrary()
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer? = nil
    let done = unsafe parameters.withList {
      // The list is only read, whatever the prototype says.
      unsafe EVP_PKEY_fromdata_init(context) == 1
        && EVP_PKEY_fromdata(context, &key, selection, UnsafeMutablePointer(mutating: $0)) == 1
    }
    guard done else { throw .fromLibrary() }
    try unsafe self.init(key)
  }

  /// A fresh key.
  package convenience init(
    generating type: StaticString, _ configure: (OpaquePointer) -> Bool = { _ in true }
  ) throws(CryptoError) {
    guard Crypto.isLoaded, let context = unsafe EVP_PKEY_CTX_new_from_name(nil, LibraryParameters.pointer(type), nil)
    else {
      throw .fromLibrary()
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer? = nil
    guard unsafe EVP_PKEY_keygen_init(context) == 1, unsafe configure(context),
      unsafe EVP_PKEY_generate(context, &key) == 1
    else { throw .fromLibrary() }
    try unsafe self.init(key)
  }

  /// A number of the key, big-endian in that many bytes.
  package func number(_ name: StaticString, count: Int) throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: count) { (bytes) throws(CryptoError) in
      let done = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
        var parameters = unsafe [
          OSSL_PARAM_construct_BN(LibraryParameters.pointer(name), bytes.baseAddress, bytes.count),
          OSSL_PARAM_construct_end(),
        ]
        return unsafe EVP_PKEY_get_params(raw, &parameters) == 1 && parameters[0].return_size <= bytes.count
      }
      guard done else { throw .fromLibrary() }
      for index in 0..<count / 2 { bytes.swapAt(index, count - 1 - index) }
    }
  }

  /// Runs an operation with a context of its own.
  package func withContext<Result>(_ body: (OpaquePointer) throws(CryptoError) -> Result) throws(CryptoError) -> Result
  {
    guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, raw, nil) else { throw .fromLibrary() }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    return try unsafe body(context)
  }

  /// The signature of a digest as the library makes it without being asked for more, of at most that many bytes.
  func signature(ofDigest digest: Span<UInt8>, atMost maximum: Int) throws(CryptoError) -> [UInt8] {
    try signers.withContext { (context) throws(CryptoError) in
      try unsafe context.signature(ofDigest: digest, with: raw, atMost: maximum)
    }
  }

  /// Whether the signature is of these bytes. `prepare` makes a context ready for that, and must be the same for one key each time.
  package func isValid(
    _ signature: Span<UInt8>, of block: Span<UInt8>, preparing prepare: (OpaquePointer) -> Bool
  ) -> Bool {
    verifiers.withContext { unsafe $0.isValid(signature, of: block, with: raw, prepare) }
  }

  /// The secret shared with the other side, which must have that many bytes.
  func agree(with other: LibraryKey, count: Int) throws(CryptoError) -> SecretBytes {
    guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, raw, nil) else { throw .fromLibrary() }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    guard unsafe EVP_PKEY_derive_init(context) == 1 else { throw .fromLibrary() }
    guard unsafe EVP_PKEY_derive_set_peer(context, other.raw) == 1 else {
      ERR_clear_error()
      throw .invalidPublicKey
    }
    return try SecretBytes(count: count) { secret throws(CryptoError) in
      var written = count
      let done = unsafe secret.withUnsafeMutableBufferPointer {
        unsafe EVP_PKEY_derive(context, $0.baseAddress, &written) == 1
      }
      guard done, written == count else {
        ERR_clear_error()
        throw .invalidPublicKey
      }
    }
  }
}

extension LibraryKey {
  /// A number as the library takes it: its bytes in the other order.
  package static func native(_ number: Span<UInt8>) -> SecretBytes {
    SecretBytes(count: number.count) { target in
      for index in number.indices { target[number.count - 1 - index] = number[index] }
    }
  }
}
