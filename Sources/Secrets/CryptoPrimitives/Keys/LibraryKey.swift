// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import SecretMemory

/// The library's form of an asymmetric key, shared by the values made of it. The library wipes the private part when the
/// last one goes away; operations on one key may run on many threads, each has a context of its own.
@safe final class LibraryKey: @unchecked Sendable {
  let raw: OpaquePointer
  private let signers = ContextPool { SigningContext() }

  /// Takes over the key.
  @unsafe init(_ raw: OpaquePointer?) throws(CryptoError) {
    guard let raw = unsafe raw else { throw .fromLibrary() }
    unsafe self.raw = raw
  }

  deinit { unsafe EVP_PKEY_free(raw) }

  /// A key from its numbers. `selection` is `copenssl_public_key` or `copenssl_key_pair`.
  convenience init(_ type: StaticString, selection: Int32, _ parameters: Parameters) throws(CryptoError) {
    guard Crypto.isLoaded, let context = unsafe EVP_PKEY_CTX_new_from_name(nil, Parameters.pointer(type), nil) else {
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
  convenience init(
    generating type: StaticString, _ configure: (OpaquePointer) -> Bool = { _ in true }
  ) throws(CryptoError) {
    guard Crypto.isLoaded, let context = unsafe EVP_PKEY_CTX_new_from_name(nil, Parameters.pointer(type), nil) else {
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
  func number(_ name: StaticString, count: Int) throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: count) { (bytes) throws(CryptoError) in
      let done = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
        var parameters = unsafe [
          OSSL_PARAM_construct_BN(Parameters.pointer(name), bytes.baseAddress, bytes.count), OSSL_PARAM_construct_end(),
        ]
        return unsafe EVP_PKEY_get_params(raw, &parameters) == 1 && parameters[0].return_size <= bytes.count
      }
      guard done else { throw .fromLibrary() }
      for index in 0..<count / 2 { bytes.swapAt(index, count - 1 - index) }
    }
  }

  /// A public number of the key, big-endian without zeros in front.
  func publicNumber(_ name: StaticString) throws(CryptoError) -> [UInt8] {
    var number: OpaquePointer? = nil
    guard unsafe EVP_PKEY_get_bn_param(raw, Parameters.pointer(name), &number) == 1 else { throw .fromLibrary() }
    defer { unsafe BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: Int(unsafe BN_num_bits(number) + 7) / 8)
    guard Int(unsafe BN_bn2bin(number, &bytes)) == bytes.count else { throw .fromLibrary() }
    return bytes
  }

  /// Runs an operation with a context of its own.
  func withContext<Result>(_ body: (OpaquePointer) throws(CryptoError) -> Result) throws(CryptoError) -> Result {
    guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, raw, nil) else { throw .fromLibrary() }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    return try unsafe body(context)
  }

  /// The signature of a digest as the library makes it without being asked for more, of at most that many bytes.
  func signature(ofDigest digest: Span<UInt8>, atMost most: Int) throws(CryptoError) -> [UInt8] {
    try signers.withContext { (context) throws(CryptoError) in
      try unsafe context.signature(ofDigest: digest, with: raw, atMost: most)
    }
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

/// The bytes of a number in the other order, for the library's native numbers.
func reversed(_ bytes: Span<UInt8>) -> SecretBytes {
  SecretBytes(count: bytes.count) { target in
    for index in bytes.indices { target[bytes.count - 1 - index] = bytes[index] }
  }
}
