// SPDX-License-Identifier: Apache-2.0

/// Hybrid public key encryption (RFC 9180): messages are encrypted to a public key, with a key agreed once.
///
/// https://developer.apple.com/documentation/cryptokit/hpke
public enum HPKE: Sendable {
  /// The failure of a use of HPKE. What is wrong with keys and messages is a `CryptoKitError`.
  ///
  /// https://developer.apple.com/documentation/cryptokit/hpke/errors
  public enum Errors: Error, Equatable {
    /// The parameters do not go together.
    case inconsistentParameters
    /// The key is not one of the ciphersuite's key encapsulation.
    case inconsistentCiphersuiteAndKey
    /// The ciphersuite encrypts nothing, it only exports secrets.
    case exportOnlyMode
    /// There is a preshared key without an identifier, or an identifier without a key.
    case inconsistentPSKInputs
    /// A preshared key is missing.
    case expectedPSK
    /// There is a preshared key that was not asked for.
    case unexpectedPSK
    /// No more messages can be encrypted with this key.
    case outOfRangeSequenceNumber
    /// The message is shorter than a tag.
    case ciphertextTooShort
  }

  /// How the shared secret gets to the recipient (RFC 9180, section 7.1).
  public enum KEM: CaseIterable, Hashable, Sendable {
    /// P-256 with SHA-256.
    case P256_HKDF_SHA256
    /// P-384 with SHA-384.
    case P384_HKDF_SHA384
    /// P-521 with SHA-512.
    case P521_HKDF_SHA512
    /// X25519 with SHA-256.
    case Curve25519_HKDF_SHA256
  }

  /// How keys are derived from the shared secret (RFC 9180, section 7.2).
  public enum KDF: CaseIterable, Hashable, Sendable {
    /// HKDF with SHA-256.
    case HKDF_SHA256
    /// HKDF with SHA-384.
    case HKDF_SHA384
    /// HKDF with SHA-512.
    case HKDF_SHA512
  }

  /// How messages are encrypted (RFC 9180, section 7.3).
  public enum AEAD: CaseIterable, Hashable, Sendable {
    /// AES-GCM with keys of 128 bits.
    case AES_GCM_128
    /// AES-GCM with keys of 256 bits.
    case AES_GCM_256
    /// ChaCha20-Poly1305.
    case chaChaPoly
    /// The choice without encryption: secrets are exported, for whatever the app does with them.
    case exportOnly
  }

  /// The three algorithms that both sides use.
  ///
  /// https://developer.apple.com/documentation/cryptokit/hpke/ciphersuite
  public struct Ciphersuite: Hashable, Sendable {
    /// P-256, HKDF with SHA-256, AES-GCM with keys of 256 bits.
    public static let P256_SHA256_AES_GCM_256 = Ciphersuite(
      kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
    /// P-384, HKDF with SHA-384, AES-GCM with keys of 256 bits.
    public static let P384_SHA384_AES_GCM_256 = Ciphersuite(
      kem: .P384_HKDF_SHA384, kdf: .HKDF_SHA384, aead: .AES_GCM_256)
    /// P-521, HKDF with SHA-512, AES-GCM with keys of 256 bits.
    public static let P521_SHA512_AES_GCM_256 = Ciphersuite(
      kem: .P521_HKDF_SHA512, kdf: .HKDF_SHA512, aead: .AES_GCM_256)
    /// X25519, HKDF with SHA-256, ChaCha20-Poly1305.
    public static let Curve25519_SHA256_ChachaPoly = Ciphersuite(
      kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .chaChaPoly)

    /// How the shared secret gets to the recipient.
    public let kem: KEM
    /// How keys are derived from it.
    public let kdf: KDF
    /// How messages are encrypted.
    public let aead: AEAD

    /// A suite of any three algorithms.
    ///
    /// - Parameters:
    ///   - kem: How the shared secret gets to the recipient.
    ///   - kdf: How keys are derived from it.
    ///   - aead: How messages are encrypted.
    public init(kem: KEM, kdf: KDF, aead: AEAD) {
      self.kem = kem
      self.kdf = kdf
      self.aead = aead
    }
  }
}
