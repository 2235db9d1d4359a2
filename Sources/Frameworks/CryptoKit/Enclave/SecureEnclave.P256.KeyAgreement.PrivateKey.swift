// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import LocalAuthentication
public import Security

extension SecureEnclave.P256.KeyAgreement {
  /// A private key in the enclave.
  ///
  /// https://developer.apple.com/documentation/cryptokit/secureenclave/p256/keyagreement/privatekey
  public struct PrivateKey: Sendable {
    private let key: EnclavePrivateKey
    /// The public key.
    public let publicKey: CryptoKit.P256.KeyAgreement.PublicKey

    /// A fresh key, used as the access control allows.
    ///
    /// - Parameters:
    ///   - compactRepresentable: Whether the public key can be written as an X coordinate alone.
    ///   - accessControl: When the key can be used and what must be shown for it; constraints must include
    ///     `.privateKeyUsage`.
    ///   - authenticationContext: What a person has proved, and how to ask for what is missing.
    /// - Throws: An `NSError` of the keychain: `errSecInteractionNotAllowed` where the lock state forbids it,
    ///   `errSecAuthFailed` for constraints that nobody here can meet.
    public init(
      compactRepresentable: Bool = true, accessControl: SecAccessControl, authenticationContext: LAContext? = nil
    ) throws {
      try self.init(
        EnclavePrivateKey(compactRepresentable: compactRepresentable, accessControl, authenticationContext))
    }

    /// A fresh key, used while this device is unlocked.
    ///
    /// - Parameters:
    ///   - compactRepresentable: Whether the public key can be written as an X coordinate alone.
    ///   - authenticationContext: What a person has proved, and how to ask for what is missing.
    /// - Throws: An `NSError` of the keychain: `errSecInteractionNotAllowed` where the lock state forbids it,
    ///   `errSecAuthFailed` for constraints that nobody here can meet.
    public init(compactRepresentable: Bool = true, authenticationContext: LAContext? = nil) throws {
      try self.init(EnclavePrivateKey(compactRepresentable: compactRepresentable, nil, authenticationContext))
    }

    /// A key that was made earlier.
    ///
    /// - Parameters:
    ///   - dataRepresentation: The `dataRepresentation` of that key.
    ///   - authenticationContext: What a person has proved, and how to ask for what is missing.
    /// - Throws: `CryptoKitError.invalidParameter` for other bytes. Whether the enclave takes them turns out at the
    ///   first use.
    public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
      try self.init(EnclavePrivateKey(dataRepresentation, authenticationContext))
    }

    private init(_ key: EnclavePrivateKey) throws {
      self.key = key
      publicKey = CryptoKit.P256.KeyAgreement.PublicKey(try key.publicKey)
    }

    /// The form to keep: sealed, of use to nobody but the enclave that made it.
    public var dataRepresentation: Data { key.data }

    /// The secret that this key and the other side's make.
    ///
    /// - Parameter publicKeyShare: The other side's public key.
    /// - Returns: The X coordinate of the common point, 32 bytes; derive keys from it.
    /// - Throws: An `NSError` of the keychain where the lock state forbids the use or the key is not one of this
    ///   enclave, and of LocalAuthentication where the person is not authenticated.
    public func sharedSecretFromKeyAgreement(
      with publicKeyShare: CryptoKit.P256.KeyAgreement.PublicKey
    ) throws -> SharedSecret { try key.sharedSecret(with: publicKeyShare.key) }
  }
}
