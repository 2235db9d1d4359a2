// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory

/// A key that only the holder of class B's private half opens, made without it: the One-Pass Diffie-Hellman of
/// NIST SP 800-56A (C(1,1)), with the ephemeral key as party U's information and the static one as party V's.
///
/// The bytes are the ephemeral public key (32), then the RFC 3394 wrap (40).
struct SealedToPublicKey {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  init(_ key: borrowing SecretBytes, publicKey: [UInt8]) throws(CryptoError) {
    let ephemeral = try X25519.Ephemeral(with: publicKey.span)
    let wrappingKey = Self.wrappingKey(ephemeral.sharedSecret, ephemeral: ephemeral.publicKey.span, publicKey)
    bytes = ephemeral.publicKey + (try AESKeyWrap.wrap(key, with: wrappingKey))
  }

  func open(with privateKey: borrowing SecretBytes, publicKey: [UInt8]) throws(CryptoError) -> SecretBytes {
    let ephemeral = bytes.span.extracting(first: X25519.keySize)
    let shared = try X25519.agree(privateKey, with: ephemeral)
    let wrappingKey = Self.wrappingKey(shared, ephemeral: ephemeral, publicKey)
    return try AESKeyWrap.unwrap(bytes.span.extracting(droppingFirst: X25519.keySize), with: wrappingKey)
  }

  private static func wrappingKey(
    _ shared: borrowing SecretBytes, ephemeral: Span<UInt8>, _ publicKey: [UInt8]
  ) -> SecretBytes {
    let none: [UInt8] = []
    let information = ConcatKDF.otherInfo(algorithm: none.span, partyU: ephemeral, partyV: publicKey.span)
    return ConcatKDF.derive(from: shared, otherInfo: information.span, count: 32)
  }
}
