// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A private key that agrees on a secret with a public one.
public protocol DiffieHellmanKeyAgreement: Sendable {
  /// The other side's kind of key.
  associatedtype PublicKey: Sendable
  /// The public key.
  var publicKey: PublicKey { get }
  /// The secret that this key and the other side's make.
  ///
  /// - Parameter publicKeyShare: The other side's public key.
  /// - Returns: The secret; derive keys from it.
  /// - Throws: An error of the key's own where there is no such secret.
  func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret
}

/// A public key in the form that goes over the wire.
public protocol HPKEPublicKeySerialization: Sendable {
  /// A key of its form on the wire.
  ///
  /// - Parameters:
  ///   - serialization: The bytes (RFC 9180, section 7.1.1).
  ///   - kem: What the key is for.
  /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for a KEM of other keys; `CryptoKitError` for bytes of no key.
  init<D: ContiguousBytes>(_ serialization: D, kem: HPKE.KEM) throws
  /// The form on the wire.
  ///
  /// - Parameter kem: What the key is for.
  /// - Returns: The bytes (RFC 9180, section 7.1.1).
  /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for a KEM of other keys.
  func hpkeRepresentation(kem: HPKE.KEM) throws -> Data
}

/// A public key that messages are encrypted to.
public protocol HPKEDiffieHellmanPublicKey: HPKEPublicKeySerialization where EphemeralPrivateKey.PublicKey == Self {
  /// The kind of key that a sender makes for one recipient and one context.
  associatedtype EphemeralPrivateKey: HPKEDiffieHellmanPrivateKeyGeneration
}

/// A private key that messages are decrypted with, or a sender proves who it is with.
public protocol HPKEDiffieHellmanPrivateKey: DiffieHellmanKeyAgreement where PublicKey: HPKEDiffieHellmanPublicKey {}

/// A private key that can be made afresh.
public protocol HPKEDiffieHellmanPrivateKeyGeneration: HPKEDiffieHellmanPrivateKey {
  /// A fresh key.
  init()
}

extension HPKE.KEM {
  fileprivate func check(_ own: HPKE.KEM) throws {
    guard self == own else { throw HPKE.Errors.inconsistentCiphersuiteAndKey }
  }
}

extension P256.KeyAgreement.PublicKey: HPKEDiffieHellmanPublicKey {
  /// The kind of key that a sender makes for one recipient and one context.
  public typealias EphemeralPrivateKey = P256.KeyAgreement.PrivateKey

  /// A key of its form on the wire.
  ///
  /// - Parameters:
  ///   - serialization: The `x963Representation`.
  ///   - kem: `.P256_HKDF_SHA256`.
  /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for another KEM; `CryptoKitError` for bytes of no key.
  public init<D: ContiguousBytes>(_ serialization: D, kem: HPKE.KEM) throws {
    try kem.check(.P256_HKDF_SHA256)
    try self.init(x963Representation: serialization)
  }

  /// The form on the wire.
  ///
  /// - Parameter kem: `.P256_HKDF_SHA256`.
  /// - Returns: The `x963Representation`.
  /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for another KEM.
  public func hpkeRepresentation(kem: HPKE.KEM) throws -> Data {
    try kem.check(.P256_HKDF_SHA256)
    return x963Representation
  }
}

extension P256.KeyAgreement.PrivateKey: HPKEDiffieHellmanPrivateKeyGeneration {
  /// A fresh key, whose public key can be written as an X coordinate alone.
  public init() { self.init(compactRepresentable: true) }
}

extension P384.KeyAgreement.PublicKey: HPKEDiffieHellmanPublicKey {
  /// The kind of key that a sender makes for one recipient and one context.
  public typealias EphemeralPrivateKey = P384.KeyAgreement.PrivateKey

  /// A key of its form on the wire.
  ///
  /// - Parameters:
  ///   - serialization: The `x963Representation`.
  ///   - kem: `.P384_HKDF_SHA384`.
  /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for another KEM; `CryptoKitError` for bytes of no key.
  public init<D: ContiguousBytes>(_ serialization: D, kem: HPKE.KEM) throws {
    try kem.check(.P384_HKDF_SHA384)
    try self.init(x963Representation: serialization)
  }

  /// The form on the wire.
  ///
  /// - Parameter kem: `.P384_HKDF_SHA384`.
  /// - Returns: The `x963Representation`.
  /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for another KEM.
  public func hpkeRepresentation(kem: HPKE.KEM) throws -> Data {
    try kem.check(.P384_HKDF_SHA384)
    return x963Representation
  }
}

extension P384.KeyAgreement.PrivateKey: HPKEDiffieHellmanPrivateKeyGeneration {
  /// A fresh key, whose public key can be written as an X coordinate alone.
  public init() { self.init(compactRepresentable: true) }
}

extension P521.KeyAgreement.PublicKey: HPKEDiffieHellmanPublicKey {
  /// The kind of key that a sender makes for one recipient and one context.
  public typealias EphemeralPrivateKey = P521.KeyAgreement.PrivateKey

  /// A key of its form on the wire.
  ///
  /// - Parameters:
  ///   - serialization: The `x963Representation`.
  ///   - kem: `.P521_HKDF_SHA512`.
  /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for another KEM; `CryptoKitError` for bytes of no key.
  public init<D: ContiguousBytes>(_ serialization: D, kem: HPKE.KEM) throws {
    try kem.check(.P521_HKDF_SHA512)
    try self.init(x963Representation: serialization)
  }

  /// The form on the wire.
  ///
  /// - Parameter kem: `.P521_HKDF_SHA512`.
  /// - Returns: The `x963Representation`.
  /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for another KEM.
  public func hpkeRepresentation(kem: HPKE.KEM) throws -> Data {
    try kem.check(.P521_HKDF_SHA512)
    return x963Representation
  }
}

extension P521.KeyAgreement.PrivateKey: HPKEDiffieHellmanPrivateKeyGeneration {
  /// A fresh key, whose public key can be written as an X coordinate alone.
  public init() { self.init(compactRepresentable: true) }
}

extension Curve25519.KeyAgreement.PublicKey: HPKEDiffieHellmanPublicKey {
  /// The kind of key that a sender makes for one recipient and one context.
  public typealias EphemeralPrivateKey = Curve25519.KeyAgreement.PrivateKey

  /// A key of its form on the wire.
  ///
  /// - Parameters:
  ///   - serialization: The `rawRepresentation`.
  ///   - kem: `.Curve25519_HKDF_SHA256`.
  /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for another KEM; `CryptoKitError` for bytes of no key.
  public init<D: ContiguousBytes>(_ serialization: D, kem: HPKE.KEM) throws {
    try kem.check(.Curve25519_HKDF_SHA256)
    try self.init(rawRepresentation: serialization)
  }

  /// The form on the wire.
  ///
  /// - Parameter kem: `.Curve25519_HKDF_SHA256`.
  /// - Returns: The `rawRepresentation`.
  /// - Throws: `HPKE.Errors.inconsistentCiphersuiteAndKey` for another KEM.
  public func hpkeRepresentation(kem: HPKE.KEM) throws -> Data {
    try kem.check(.Curve25519_HKDF_SHA256)
    return rawRepresentation
  }
}

extension Curve25519.KeyAgreement.PrivateKey: HPKEDiffieHellmanPrivateKeyGeneration {}

extension SecureEnclave.P256.KeyAgreement.PrivateKey: HPKEDiffieHellmanPrivateKey {}
