// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension HPKE {
  /// The side that encrypts. Messages are opened in the order in which they were sealed.
  ///
  /// https://developer.apple.com/documentation/cryptokit/hpke/sender
  public struct Sender: Sendable {
    private var context: HPKEContext
    /// The encapsulated key, which the recipient needs beside the messages.
    public let encapsulatedKey: Data

    /// The secret from which exported secrets are derived.
    public var exporterSecret: SymmetricKey { context.exporterSecret }

    /// A sender that the recipient cannot tell from another one.
    ///
    /// - Parameters:
    ///   - recipientKey: The recipient's public key.
    ///   - ciphersuite: The algorithms, the same on both sides.
    ///   - info: What the context is for, the same on both sides; empty is allowed.
    /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for keys of another KEM, `CryptoKitError` for keys that
    ///   agree on nothing.
    public init<PK: HPKEDiffieHellmanPublicKey>(recipientKey: PK, ciphersuite: Ciphersuite, info: Data) throws {
      try self.init(
        recipientKey, nil as PK.EphemeralPrivateKey?, ephemeral: PK.EphemeralPrivateKey(), ciphersuite, info, nil)
    }

    /// A sender that proves that it has a preshared key.
    ///
    /// - Parameters:
    ///   - recipientKey: The recipient's public key.
    ///   - ciphersuite: The algorithms, the same on both sides.
    ///   - info: What the context is for, the same on both sides; empty is allowed.
    ///   - psk: A key of 32 bytes or more that both sides have.
    ///   - pskID: The name that both know it by.
    /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for keys of another KEM, `CryptoKitError` for keys that
    ///   agree on nothing, `.inconsistentPSKInputs` where either of the two is empty.
    public init<PK: HPKEDiffieHellmanPublicKey>(
      recipientKey: PK, ciphersuite: Ciphersuite, info: Data, presharedKey psk: SymmetricKey,
      presharedKeyIdentifier pskID: Data
    ) throws {
      try self.init(
        recipientKey, nil as PK.EphemeralPrivateKey?, ephemeral: PK.EphemeralPrivateKey(), ciphersuite, info,
        HPKEPresharedKey(psk, pskID))
    }

    /// A sender that proves that it has a private key.
    ///
    /// - Parameters:
    ///   - recipientKey: The recipient's public key.
    ///   - ciphersuite: The algorithms, the same on both sides.
    ///   - info: What the context is for, the same on both sides; empty is allowed.
    ///   - authenticationKey: The sender's own private key.
    /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for keys of another KEM, `CryptoKitError` for keys that
    ///   agree on nothing.
    public init<SK: HPKEDiffieHellmanPrivateKey>(
      recipientKey: SK.PublicKey, ciphersuite: Ciphersuite, info: Data, authenticatedBy authenticationKey: SK
    ) throws {
      try self.init(
        recipientKey, authenticationKey, ephemeral: SK.PublicKey.EphemeralPrivateKey(), ciphersuite, info, nil)
    }

    /// A sender that proves that it has a private key and a preshared one.
    ///
    /// - Parameters:
    ///   - recipientKey: The recipient's public key.
    ///   - ciphersuite: The algorithms, the same on both sides.
    ///   - info: What the context is for, the same on both sides; empty is allowed.
    ///   - authenticationKey: The sender's own private key.
    ///   - psk: A key of 32 bytes or more that both sides have.
    ///   - pskID: The name that both know it by.
    /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for keys of another KEM, `CryptoKitError` for keys that
    ///   agree on nothing, `.inconsistentPSKInputs` where either of the two is empty.
    public init<SK: HPKEDiffieHellmanPrivateKey>(
      recipientKey: SK.PublicKey, ciphersuite: Ciphersuite, info: Data, authenticatedBy authenticationKey: SK,
      presharedKey psk: SymmetricKey, presharedKeyIdentifier pskID: Data
    ) throws {
      try self.init(
        recipientKey, authenticationKey, ephemeral: SK.PublicKey.EphemeralPrivateKey(), ciphersuite, info,
        HPKEPresharedKey(psk, pskID))
    }

    init<SK: HPKEDiffieHellmanPrivateKey>(
      _ recipientKey: SK.PublicKey, _ own: SK?, ephemeral: SK.PublicKey.EphemeralPrivateKey,
      _ ciphersuite: Ciphersuite, _ info: Data, _ preshared: HPKEPresharedKey?
    ) throws {
      let encapsulation = try HPKEEncapsulation(to: recipientKey, by: own, ephemeral: ephemeral, ciphersuite.kem)
      encapsulatedKey = encapsulation.encapsulated
      context = HPKEContext(ciphersuite, encapsulation, info: info, isAuthenticated: own != nil, preshared)
    }

    /// Encrypts the next message, and authenticates it and the other data.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - aad: What is authenticated and not in the result; the recipient must have it.
    /// - Returns: The ciphertext, 16 bytes longer than the message.
    /// - Throws: `HPKE.Errors.exportOnlyMode` where the suite encrypts nothing, `.outOfRangeSequenceNumber` after 2⁶⁴ -
    ///   1 messages.
    public mutating func seal<M: DataProtocol, AD: DataProtocol>(_ message: M, authenticating aad: AD) throws -> Data {
      try context.seal(message, authenticating: aad)
    }

    /// Encrypts and authenticates the next message.
    ///
    /// - Parameter message: The message.
    /// - Returns: The ciphertext, 16 bytes longer than the message.
    /// - Throws: As `seal(_:authenticating:)`.
    public mutating func seal<M: DataProtocol>(_ message: M) throws -> Data {
      try context.seal(message, authenticating: Data())
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
