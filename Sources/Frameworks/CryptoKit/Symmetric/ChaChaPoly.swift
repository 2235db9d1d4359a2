// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

/// ChaCha20-Poly1305 (RFC 8439): encrypts and authenticates.
///
/// https://developer.apple.com/documentation/cryptokit/chachapoly
public enum ChaChaPoly: Sendable {
  /// Encrypts the message, and authenticates it and the other data.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - key: The key.
  ///   - nonce: A value that must never serve twice with a key. A random one if none is given.
  ///   - data: What is authenticated and not in the box.
  /// - Returns: The nonce, the ciphertext and the tag.
  /// - Throws: `CryptoKitError.incorrectKeySize` for a key of another size than 32 bytes, `.incorrectParameterSize` for
  ///   messages of a gibibyte or more.
  public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
    _ message: Plaintext, using key: SymmetricKey, nonce: Nonce? = nil, authenticating data: AuthenticatedData
  ) throws -> SealedBox {
    SealedBox(
      parts: try SealedParts(
        sealing: message, .chaCha20Poly1305, key: key, nonce: (nonce ?? Nonce()).bytes, authenticating: data))
  }

  /// Encrypts and authenticates the message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - key: The key.
  ///   - nonce: A value that must never serve twice with a key. A random one if none is given.
  /// - Returns: The nonce, the ciphertext and the tag.
  /// - Throws: `CryptoKitError.incorrectKeySize` for a key of another size than 32 bytes, `.incorrectParameterSize` for
  ///   messages of a gibibyte or more.
  public static func seal<Plaintext: DataProtocol>(
    _ message: Plaintext, using key: SymmetricKey, nonce: Nonce? = nil
  ) throws -> SealedBox {
    try seal(message, using: key, nonce: nonce, authenticating: [UInt8]())
  }

  /// Decrypts the message, if it and the other data are what was sealed.
  ///
  /// - Parameters:
  ///   - sealedBox: The box.
  ///   - key: The key.
  ///   - data: What was authenticated with it.
  /// - Returns: The message.
  /// - Throws: `CryptoKitError.authenticationFailure` if the key, the box or the data is another one;
  ///   `.incorrectKeySize` for a key of another size than 32 bytes.
  public static func open<AuthenticatedData: DataProtocol>(
    _ sealedBox: SealedBox, using key: SymmetricKey, authenticating data: AuthenticatedData
  ) throws -> Data {
    try sealedBox.parts.open(.chaCha20Poly1305, key: key, authenticating: data)
  }

  /// Decrypts the message, if it is what was sealed.
  ///
  /// - Parameters:
  ///   - sealedBox: The box.
  ///   - key: The key.
  /// - Returns: The message.
  /// - Throws: `CryptoKitError.authenticationFailure` if the key, the box or the data is another one;
  ///   `.incorrectKeySize` for a key of another size than 32 bytes.
  public static func open(_ sealedBox: SealedBox, using key: SymmetricKey) throws -> Data {
    try open(sealedBox, using: key, authenticating: [UInt8]())
  }
}
