// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
package import SecretMemory

/// Seals private parts of passkeys on their way from one enclave to another, or to a file. Whoever moves them has it, and
/// each enclave that was given it with the passcode; `baileyd`, which keeps passkeys, has not.
package final class PasskeyTransferKey: Sendable {
  package static let size = 32
  private static let context = Array("bailey passkey transfer 1".utf8)

  package let bytes: SecretBytes

  package init(_ bytes: consuming SecretBytes) {
    precondition(bytes.count == Self.size)
    self.bytes = bytes
  }

  /// A random key, for a transfer of which nothing is kept.
  package static func random() -> PasskeyTransferKey { PasskeyTransferKey(SystemRandom.secret(size)) }

  /// The parts are those of `PasskeyParts`.
  package func seal(
    _ parts: borrowing SecretBytes, relyingPartyHash: [UInt8], userHash: [UInt8], publicKey: [UInt8]
  ) throws(CryptoError) -> TransferredPasskey {
    guard parts.count == PasskeyParts.size else { throw .invalidLength }
    let nonce = SystemRandom.bytes(AESGCM.nonceSize)
    var sealed = [UInt8](repeating: 0, count: PasskeyKey.sealedSize)
    var span = sealed.mutableSpan
    let associated = Self.context + relyingPartyHash + userHash + publicKey
    var cipher = AESGCM()
    cipher.setKey(bytes)
    try parts.withBytes { (parts) throws(CryptoError) in
      try cipher.seal(parts, nonce: nonce.span, associated: associated.span, into: &span)
    }
    let passkey = TransferredPasskey(
      relyingPartyHash: relyingPartyHash, userHash: userHash, publicKey: publicKey, nonce: nonce, sealed: sealed)
    guard let passkey else { throw .invalidLength }
    return passkey
  }

  /// Throws where it was sealed with another key, or anything of it was changed.
  package func open(_ passkey: TransferredPasskey) throws(CryptoError) -> SecretBytes {
    let associated = Self.context + passkey.relyingPartyHash + passkey.userHash + passkey.publicKey
    var cipher = AESGCM()
    cipher.setKey(bytes)
    return try SecretBytes(count: PasskeyParts.size) { (parts) throws(CryptoError) in
      try cipher.open(passkey.sealed.span, nonce: passkey.nonce.span, associated: associated.span, into: &parts)
    }
  }
}
