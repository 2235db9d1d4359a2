// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

extension AES {
  /// Galois/counter mode (NIST SP 800-38D): encrypts and authenticates.
  public enum GCM: Sendable {
    /// Encrypts the message, and authenticates it and the other data. A nonce must never serve twice with a key.
    public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
      _ message: Plaintext, using key: SymmetricKey, nonce: Nonce? = nil, authenticating data: AuthenticatedData
    ) throws -> SealedBox {
      SealedBox(
        parts: try SealedParts(
          sealing: message, .aesGCM, key: key, nonce: (nonce ?? Nonce()).bytes, authenticating: data))
    }

    /// Encrypts and authenticates the message. A nonce must never serve twice with a key.
    public static func seal<Plaintext: DataProtocol>(
      _ message: Plaintext, using key: SymmetricKey, nonce: Nonce? = nil
    ) throws -> SealedBox {
      try seal(message, using: key, nonce: nonce, authenticating: [UInt8]())
    }

    /// The message, if it and the other data are what was sealed.
    public static func open<AuthenticatedData: DataProtocol>(
      _ sealedBox: SealedBox, using key: SymmetricKey, authenticating data: AuthenticatedData
    ) throws -> Data {
      try sealedBox.parts.open(.aesGCM, key: key, authenticating: data)
    }

    /// The message, if it is what was sealed.
    public static func open(_ sealedBox: SealedBox, using key: SymmetricKey) throws -> Data {
      try open(sealedBox, using: key, authenticating: [UInt8]())
    }
  }
}
