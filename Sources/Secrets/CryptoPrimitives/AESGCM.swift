// SPDX-License-Identifier: Apache-2.0
import COpenSSL
package import SecretMemory

/// AES-256 in Galois/counter mode (NIST SP 800-38D) with 96-bit nonces and 128-bit tags.
///
/// One value is one key schedule, for one thread at a time, and is meant to be kept: set the key when a request
/// begins, erase it when the request ends; a block in between costs no allocation. A nonce must never be used twice
/// with a key: the caller sees to that.
/// Unchecked because its context is this value's alone, which cannot be copied.
@safe @usableFromInline package struct AESGCM: ~Copyable, @unchecked Sendable {
  package static let keySize = 32
  package static let nonceSize = 12
  package static let tagSize = 16

  private let context = CipherContext(.aes256GCM)
  private static let noKey = [UInt8](repeating: 0, count: keySize)

  package init() {}

  @usableFromInline static let pool = ContextPool { AESGCM() }

  /// Uses a shared cipher for messages that have a key each: making one costs more than a short message. No key is left
  /// in it.
  @inlinable package static func withKept<Result, Failure: Error>(
    _ body: (inout AESGCM) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try pool.withContext { (cipher) throws(Failure) in
      defer { cipher.eraseKey() }
      return try body(&cipher)
    }
  }

  /// Takes a key of 32 bytes; it stays until the next one or `eraseKey`.
  package mutating func setKey(_ key: borrowing SecretBytes) {
    key.withBytes { setKey($0) }
  }

  /// The same for one that lies beside others.
  package mutating func setKey(_ key: Span<UInt8>) {
    precondition(key.count == Self.keySize, "AES-256 has keys of 32 bytes")
    let done = context.setKey(key, .seal)
    precondition(done, "the cipher refuses a key of the right size")
  }

  /// Overwrites the key schedule with that of a key that protects nothing.
  @usableFromInline package mutating func eraseKey() {
    _ = context.setKey(Self.noKey.span, .seal)
  }

  /// Writes the ciphertext and, after it, the tag.
  package mutating func seal(
    _ plaintext: Span<UInt8>, nonce: Span<UInt8>, associated: Span<UInt8>, into sealed: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    guard nonce.count == Self.nonceSize, sealed.count == plaintext.count + Self.tagSize,
      plaintext.count < Self.longest, associated.count < Self.longest
    else { throw .invalidLength }
    guard context.setNonce(nonce, .seal), associated.isEmpty || context.authenticate(associated),
      plaintext.isEmpty || context.transform(plaintext, into: &sealed) == plaintext.count,
      context.finish()
    else { throw .fromLibrary() }
    var tag = sealed._mutatingExtracting(last: Self.tagSize)
    guard context.readTag(into: &tag) else { throw .fromLibrary() }
  }

  /// Writes the plaintext, or leaves zeros and throws: what did not authenticate is never seen.
  package mutating func open(
    _ sealed: Span<UInt8>, nonce: Span<UInt8>, associated: Span<UInt8>, into plaintext: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    try open(sealed, nonce, associated, &plaintext) { context in context.setNonce(nonce, .open) }
  }

  /// The same with a key that has 32 bytes and stays as one that was set.
  package mutating func open(
    _ sealed: Span<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>, associated: Span<UInt8>,
    into plaintext: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    precondition(key.count == Self.keySize, "AES-256 has keys of 32 bytes")
    try open(sealed, nonce, associated, &plaintext) { context in context.setKey(key, nonce: nonce, .open) }
  }

  @inline(__always)
  private func open(
    _ sealed: Span<UInt8>, _ nonce: Span<UInt8>, _ associated: Span<UInt8>, _ plaintext: inout MutableSpan<UInt8>,
    begin: (borrowing CipherContext) -> Bool
  ) throws(CryptoError) {
    guard nonce.count == Self.nonceSize, sealed.count == plaintext.count + Self.tagSize,
      plaintext.count < Self.longest, associated.count < Self.longest
    else { throw .invalidLength }
    let ciphertext = sealed.extracting(first: plaintext.count)
    let tag = sealed.extracting(last: Self.tagSize)
    let authentic =
      begin(context) && context.expectTag(tag)
      && (associated.isEmpty || context.authenticate(associated))
      && (ciphertext.isEmpty || context.transform(ciphertext, into: &plaintext) == ciphertext.count)
      && context.finish()
    guard authentic else {
      wipe(&plaintext)
      ERR_clear_error()
      throw .authenticationFailed
    }
  }

  /// The library counts in 32 bits, and so does the mode's counter: 64 GiB is its limit, 1 GiB is ours.
  private static let longest = 1 << 30
}
