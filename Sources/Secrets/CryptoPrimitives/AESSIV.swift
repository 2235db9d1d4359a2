// SPDX-License-Identifier: Apache-2.0
import COpenSSL
package import SecretMemory

/// Deterministic authenticated encryption (RFC 5297) with a key of 64 bytes: AES-256 for the tag and for the cipher.
///
/// The same input gives the same output, which is what encrypted names need; the sealed form is the 16-byte
/// synthetic IV and the ciphertext. An empty plaintext is refused: the library cannot tag one.
package enum AESSIV {
  package static let keySize = 64
  package static let tagSize = 16

  package static func seal(
    _ plaintext: Span<UInt8>, associated: [[UInt8]], key: borrowing SecretBytes
  ) throws(CryptoError) -> [UInt8] {
    guard key.count == keySize, isSealable(plaintext.count, associated) else { throw .invalidLength }
    let context = CipherContext(.aes256SIV)
    guard key.withBytes({ context.setKey($0, .seal) }), authenticate(associated, in: context) else {
      throw .fromLibrary()
    }
    var sealed = [UInt8](repeating: 0, count: tagSize + plaintext.count)
    var span = sealed.mutableSpan
    var ciphertext = span._mutatingExtracting(last: plaintext.count)
    guard context.transform(plaintext, into: &ciphertext) == plaintext.count, context.finish() else {
      throw .fromLibrary()
    }
    var tag = span._mutatingExtracting(first: tagSize)
    guard context.readTag(into: &tag) else { throw .fromLibrary() }
    return sealed
  }

  package static func open(
    _ sealed: Span<UInt8>, associated: [[UInt8]], key: borrowing SecretBytes
  ) throws(CryptoError) -> [UInt8] {
    guard key.count == keySize, isSealable(sealed.count - tagSize, associated) else { throw .invalidLength }
    let context = CipherContext(.aes256SIV)
    guard key.withBytes({ context.setKey($0, .open) }), context.expectTag(sealed.extracting(first: tagSize)),
      authenticate(associated, in: context)
    else { throw .fromLibrary() }
    let ciphertext = sealed.extracting(last: sealed.count - tagSize)
    var plaintext = [UInt8](repeating: 0, count: ciphertext.count)
    var span = plaintext.mutableSpan
    guard context.transform(ciphertext, into: &span) == ciphertext.count, context.finish() else {
      wipe(&span)
      ERR_clear_error()
      throw .authenticationFailed
    }
    return plaintext
  }

  private static func authenticate(_ associated: [[UInt8]], in context: borrowing CipherContext) -> Bool {
    for part in associated {
      guard context.authenticate(part.span) else { return false }
    }
    return true
  }

  /// RFC 5297, section 2.6: at most 126 strings beside the plaintext.
  private static func isSealable(_ count: Int, _ associated: [[UInt8]]) -> Bool {
    count > 0 && count <= 1 << 20 && associated.count <= 126 && associated.allSatisfy { $0.count <= 1 << 20 }
  }
}
