// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import LocalAuthentication
public import Security

extension SecureEnclave.P256.Signing {
  /// A private key in the enclave.
  public struct PrivateKey: Sendable {
    private let key: EnclavePrivateKey
    /// The public key.
    public let publicKey: CryptoKit.P256.Signing.PublicKey

    /// A fresh key, used as the access control allows.
    public init(
      compactRepresentable: Bool = true, accessControl: SecAccessControl, authenticationContext: LAContext? = nil
    ) throws {
      try self.init(
        EnclavePrivateKey(compactRepresentable: compactRepresentable, accessControl, authenticationContext))
    }

    /// A fresh key, used while this device is unlocked.
    public init(compactRepresentable: Bool = true, authenticationContext: LAContext? = nil) throws {
      try self.init(EnclavePrivateKey(compactRepresentable: compactRepresentable, nil, authenticationContext))
    }

    /// A key of the form in which an earlier one was kept.
    public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
      try self.init(EnclavePrivateKey(dataRepresentation, authenticationContext))
    }

    private init(_ key: EnclavePrivateKey) throws {
      self.key = key
      publicKey = CryptoKit.P256.Signing.PublicKey(try key.publicKey)
    }

    /// The form to keep: sealed, of use to nobody but the enclave that made it.
    public var dataRepresentation: Data { key.data }

    /// The signature of data with this digest.
    public func signature<D: Digest>(for digest: D) throws -> CryptoKit.P256.Signing.ECDSASignature {
      CryptoKit.P256.Signing.ECDSASignature(try key.signature(ofDigest: digest))
    }

    /// The signature of the data.
    public func signature<D: DataProtocol>(for data: D) throws -> CryptoKit.P256.Signing.ECDSASignature {
      try signature(for: SHA256.hash(data: data))
    }
  }
}
