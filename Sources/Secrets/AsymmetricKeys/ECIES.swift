// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
package import SecretMemory

/// Encryption to a curve key as Apple's Security framework does it: an ephemeral key, Diffie-Hellman, the key derivation
/// of X9.63 with the ephemeral public key as shared information, AES-GCM with a tag of 16 bytes.
///
/// What is sent is the ephemeral point, the ciphertext and the tag. AES keys have 128 bits for curves up to 256 bits and
/// 256 bits for larger ones. The nonce has 16 bytes: zeros, or the bytes that follow the key in the derivation. Nothing
/// is authenticated beside the message, whatever the framework's headers say.
package struct ECIES: Sendable, Hashable {
  package enum Nonce: Sendable { case zeros, derived }

  private static let nonceSize = 16
  private let digest: DigestAlgorithm
  private let nonce: Nonce

  package init(_ digest: DigestAlgorithm, nonce: Nonce) {
    self.digest = digest
    self.nonce = nonce
  }

  package func encrypt(_ plaintext: Span<UInt8>, to key: ECPublicKey) throws(CryptoError) -> [UInt8] {
    let ephemeral = try ECPrivateKey(key.curve)
    let point = ephemeral.publicKey.x963
    let derived = try derive(try ephemeral.agree(with: key), point: point.span, key.curve)
    let sealed = try derived.withBytes { (derived) throws(CryptoError) in
      try AEAD.aesGCM.seal(
        plaintext, key: derived.extracting(droppingLast: Self.nonceSize), nonce: nonceBytes(derived).span,
        associated: [UInt8]().span)
    }
    return point + sealed.ciphertext + sealed.tag
  }

  /// `agree` gives the secret shared with the ephemeral key: the private key may be elsewhere.
  package func decrypt(
    _ message: Span<UInt8>, _ curve: Curve, agree: (ECPublicKey) throws(CryptoError) -> SecretBytes
  ) throws(CryptoError) -> [UInt8] {
    guard message.count >= curve.pointSize + AEAD.tagSize else { throw .invalidLength }
    let point = message.extracting(first: curve.pointSize)
    let sealed = message.extracting(last: message.count - curve.pointSize)
    let ephemeral = try ECPublicKey(curve, x963: point)
    let derived = try derive(try agree(ephemeral), point: point, curve)
    return try derived.withBytes { (derived) throws(CryptoError) in
      try AEAD.aesGCM.open(
        sealed.extracting(first: sealed.count - AEAD.tagSize), tag: sealed.extracting(last: AEAD.tagSize),
        key: derived.extracting(droppingLast: Self.nonceSize), nonce: nonceBytes(derived).span,
        associated: [UInt8]().span)
    }
  }

  /// The key of the cipher and, in any case, 16 bytes after it: the derivation's first bytes do not depend on its length.
  private func derive(
    _ secret: borrowing SecretBytes, point: Span<UInt8>, _ curve: Curve
  ) throws(CryptoError) -> SecretBytes {
    let keySize = curve.bits > 256 ? 32 : 16
    return try X963KDF.derive(digest, from: secret, sharedInfo: point, count: keySize + Self.nonceSize)
  }

  private func nonceBytes(_ derived: Span<UInt8>) -> [UInt8] {
    switch nonce {
    case .zeros: [UInt8](repeating: 0, count: Self.nonceSize)
    case .derived: (derived.count - Self.nonceSize..<derived.count).map { derived[$0] }
    }
  }
}
