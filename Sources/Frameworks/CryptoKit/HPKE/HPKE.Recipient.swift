// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension HPKE {
  /// The side that decrypts.
  ///
  /// https://developer.apple.com/documentation/cryptokit/hpke/recipient
  public struct Recipient: Sendable {
    private var context: HPKEContext

    /// The secret from which exported secrets are derived.
    public var exporterSecret: SymmetricKey { context.exporterSecret }

    /// The recipient of a sender who may be anyone.
    ///
    /// - Parameters:
    ///   - privateKey: The recipient's private key.
    ///   - ciphersuite: The algorithms, the same on both sides.
    ///   - info: What the context is for, the same on both sides; empty is allowed.
    ///   - encapsulatedKey: The sender's `encapsulatedKey`.
    /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for keys of another KEM, `CryptoKitError` for keys that
    ///   agree on nothing.
    public init<SK: HPKEDiffieHellmanPrivateKey>(
      privateKey: SK, ciphersuite: Ciphersuite, info: Data, encapsulatedKey: Data
    ) throws {
      try self.init(privateKey, from: nil, ciphersuite, info, encapsulatedKey, nil)
    }

    /// The recipient of a sender who has a preshared key.
    ///
    /// - Parameters:
    ///   - privateKey: The recipient's private key.
    ///   - ciphersuite: The algorithms, the same on both sides.
    ///   - info: What the context is for, the same on both sides; empty is allowed.
    ///   - encapsulatedKey: The sender's `encapsulatedKey`.
    ///   - psk: A key of 32 bytes or more that both sides have.
    ///   - pskID: The name that both know it by.
    /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for keys of another KEM, `CryptoKitError` for keys that
    ///   agree on nothing, `.inconsistentPSKInputs` where either of the two is empty.
    public init<SK: HPKEDiffieHellmanPrivateKey>(
      privateKey: SK, ciphersuite: Ciphersuite, info: Data, encapsulatedKey: Data, presharedKey psk: SymmetricKey,
      presharedKeyIdentifier pskID: Data
    ) throws {
      try self.init(privateKey, from: nil, ciphersuite, info, encapsulatedKey, HPKEPresharedKey(psk, pskID))
    }

    /// The recipient of a sender who has the private key to a public one.
    ///
    /// - Parameters:
    ///   - privateKey: The recipient's private key.
    ///   - ciphersuite: The algorithms, the same on both sides.
    ///   - info: What the context is for, the same on both sides; empty is allowed.
    ///   - encapsulatedKey: The sender's `encapsulatedKey`.
    ///   - authenticationKey: The sender's public key.
    /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for keys of another KEM, `CryptoKitError` for keys that
    ///   agree on nothing.
    public init<SK: HPKEDiffieHellmanPrivateKey>(
      privateKey: SK, ciphersuite: Ciphersuite, info: Data, encapsulatedKey: Data,
      authenticatedBy authenticationKey: SK.PublicKey
    ) throws {
      try self.init(privateKey, from: authenticationKey, ciphersuite, info, encapsulatedKey, nil)
    }

    /// The recipient of a sender who has the private key to a public one, and a preshared key.
    ///
    /// - Parameters:
    ///   - privateKey: The recipient's private key.
    ///   - ciphersuite: The algorithms, the same on both sides.
    ///   - info: What the context is for, the same on both sides; empty is allowed.
    ///   - encapsulatedKey: The sender's `encapsulatedKey`.
    ///   - authenticationKey: The sender's public key.
    ///   - psk: A key of 32 bytes or more that both sides have.
    ///   - pskID: The name that both know it by.
    /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for keys of another KEM, `CryptoKitError` for keys that
    ///   agree on nothing, `.inconsistentPSKInputs` where either of the two is empty.
    public init<SK: HPKEDiffieHellmanPrivateKey>(
      privateKey: SK, ciphersuite: Ciphersuite, info: Data, encapsulatedKey: Data,
      authenticatedBy authenticationKey: SK.PublicKey, presharedKey psk: SymmetricKey,
      presharedKeyIdentifier pskID: Data
    ) throws {
      try self.init(
        privateKey, from: authenticationKey, ciphersuite, info, encapsulatedKey, HPKEPresharedKey(psk, pskID))
    }

    private init<SK: HPKEDiffieHellmanPrivateKey>(
      _ privateKey: SK, from sender: SK.PublicKey?, _ ciphersuite: Ciphersuite, _ info: Data, _ encapsulatedKey: Data,
      _ preshared: HPKEPresharedKey?
    ) throws {
      context = HPKEContext(
        ciphersuite, try HPKEEncapsulation(encapsulatedKey, with: privateKey, from: sender, ciphersuite.kem),
        info: info, isAuthenticated: sender != nil, preshared)
    }

    /// Decrypts the next message, if it and the other data are what was sealed.
    ///
    /// - Parameters:
    ///   - ciphertext: The ciphertext.
    ///   - aad: What was authenticated with it.
    /// - Returns: The message.
    /// - Throws: `CryptoKitError.authenticationFailure` for a message that is not the sender's next one, or other data;
    ///   `HPKE.Errors.ciphertextTooShort` for fewer than 16 bytes, `.exportOnlyMode` where the suite encrypts nothing.
    public mutating func open<C: DataProtocol, AD: DataProtocol>(
      _ ciphertext: C, authenticating aad: AD
    ) throws -> Data {
      try context.open(ciphertext, authenticating: aad)
    }

    /// Decrypts the next message, if it is what was sealed.
    ///
    /// - Parameter ciphertext: The ciphertext.
    /// - Returns: The message.
    /// - Throws: As `open(_:authenticating:)`.
    public mutating func open<C: DataProtocol>(_ ciphertext: C) throws -> Data {
      try context.open(ciphertext, authenticating: Data())
    }

    /// Derives a secret that both sides have (RFC 9180, section 5.3).
    ///
    /// - Parameters:
    ///   - context: What the secret is for.
    ///   - outputByteCount: Its size in bytes, up to 255 digests.
    /// - Returns: The secret.
    /// - Throws: `CryptoKitError.incorrectParameterSize` for another size.
    public func exportSecret<Context: DataProtocol>(context: Context, outputByteCount: Int) throws -> SymmetricKey {
      try self.context.export(context, count: outputByteCount)
    }
  }
}
