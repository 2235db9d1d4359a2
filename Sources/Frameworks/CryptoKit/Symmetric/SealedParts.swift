// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation

/// The parts of a sealed box, whichever the cipher.
struct SealedParts: Sendable {
  let nonce: [UInt8]
  let ciphertext: Data
  let tag: Data

  init<C: DataProtocol, T: DataProtocol>(nonce: [UInt8], ciphertext: C, tag: T) throws {
    guard tag.count == AEAD.tagSize else { throw CryptoKitError.incorrectParameterSize }
    self.nonce = nonce
    self.ciphertext = Data(ciphertext)
    self.tag = Data(tag)
  }

  /// The parts of a nonce of 12 bytes, the ciphertext and the tag, one after the other.
  init<D: DataProtocol>(combined: D, nonceSize: Int) throws {
    guard combined.count >= nonceSize + AEAD.tagSize else { throw CryptoKitError.incorrectParameterSize }
    try self.init(
      nonce: Array(combined.prefix(nonceSize)), ciphertext: combined.dropFirst(nonceSize).dropLast(AEAD.tagSize),
      tag: combined.suffix(AEAD.tagSize))
  }

  init<P: DataProtocol, A: DataProtocol>(
    sealing message: P, _ cipher: AEAD, key: SymmetricKey, nonce: [UInt8], authenticating data: A
  ) throws {
    guard cipher.accepts(keySize: key.byteCount) else { throw CryptoKitError.incorrectKeySize }
    let message = Array(message)
    let data = Array(data)
    let sealed = try key.withSpan { key in
      try primitive { () throws(CryptoError) in
        try cipher.seal(message.span, key: key, nonce: nonce.span, associated: data.span)
      }
    }
    try self.init(nonce: nonce, ciphertext: sealed.ciphertext, tag: sealed.tag)
  }

  func open<A: DataProtocol>(_ cipher: AEAD, key: SymmetricKey, authenticating data: A) throws -> Data {
    guard cipher.accepts(keySize: key.byteCount) else { throw CryptoKitError.incorrectKeySize }
    let data = Array(data)
    let ciphertext = Array(ciphertext)
    let tag = Array(tag)
    return try key.withSpan { key in
      try primitive { () throws(CryptoError) in
        Data(
          try cipher.open(ciphertext.span, tag: tag.span, key: key, nonce: nonce.span, associated: data.span))
      }
    }
  }
}
