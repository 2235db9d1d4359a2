// SPDX-License-Identifier: Apache-2.0
import BrokerClient
public import Foundation
import Threads

/// Proves to an app's server that a request comes from this app.
///
/// Keys are made and used in Bailey's enclave. They are of this app, as its signature proved it, and of this machine; they go with the
/// app's removal, with a restore and with an erase.
///
/// Source: https://developer.apple.com/documentation/devicecheck/dcappattestservice
///
/// Unchecked because it has no state: the superclass alone is not Sendable.
open class DCAppAttestService: NSObject, @unchecked Sendable {
  private static let theOne = DCAppAttestService()

  private override init() {}

  /// The one of this process.
  open class var shared: DCAppAttestService { theOne }

  /// Whether Bailey runs here and attests for this process: it does not for extensions.
  open var isSupported: Bool {
    do throws(BrokerClientError) {
      try AttestSources.source.checkAttestation()
      return true
    } catch { return false }
  }

  /// Makes a key in the enclave.
  ///
  /// - Parameter completionHandler: Called once, on a thread of its own, with the key's identifier, to be kept by the app, or with a
  ///   `DCError`.
  @preconcurrency
  open func generateKey(completionHandler: @escaping @Sendable (String?, (any Error)?) -> Void) {
    AttestSources.carryOut(completionHandler) { (source) throws(BrokerClientError) in
      Data(try source.makeAttestKey()).base64EncodedString()
    }
  }

  /// Makes a key in the enclave.
  ///
  /// - Returns: The key's identifier, to be kept by the app.
  /// - Throws: `DCError`.
  nonisolated(nonsending) open func generateKey() async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      generateKey { continuation.resume($0, $1) }
    }
  }

  /// Has a key certified, once.
  ///
  /// - Parameters:
  ///   - keyId: What `generateKey` gave.
  ///   - clientDataHash: The SHA-256 of data that holds the server's challenge: 16 bytes at least.
  ///   - completionHandler: Called once, on a thread of its own, with the attestation for the server, or with a `DCError`.
  @preconcurrency
  open func attestKey(
    _ keyId: String, clientDataHash: Data, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    AttestSources.carryOut(keyId, clientDataHash, completionHandler) { (source, id, hash) throws(BrokerClientError) in
      try source.attest(id, clientDataHash: hash)
    }
  }

  /// Has a key certified, once.
  ///
  /// - Parameters:
  ///   - keyId: What `generateKey` gave.
  ///   - clientDataHash: The SHA-256 of data that holds the server's challenge: 16 bytes at least.
  /// - Returns: The attestation for the server.
  /// - Throws: `DCError`.
  nonisolated(nonsending) open func attestKey(_ keyId: String, clientDataHash: Data) async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      attestKey(keyId, clientDataHash: clientDataHash) { continuation.resume($0, $1) }
    }
  }

  /// Signs a request with a key that was attested.
  ///
  /// - Parameters:
  ///   - keyId: What `generateKey` gave.
  ///   - clientDataHash: The SHA-256 of the request with the server's challenge: 16 bytes at least.
  ///   - completionHandler: Called once, on a thread of its own, with the assertion for the server, or with a `DCError`.
  @preconcurrency
  open func generateAssertion(
    _ keyId: String, clientDataHash: Data, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    AttestSources.carryOut(keyId, clientDataHash, completionHandler) { (source, id, hash) throws(BrokerClientError) in
      try source.assert(id, clientDataHash: hash)
    }
  }

  /// Signs a request with a key that was attested.
  ///
  /// - Parameters:
  ///   - keyId: What `generateKey` gave.
  ///   - clientDataHash: The SHA-256 of the request with the server's challenge: 16 bytes at least.
  /// - Returns: The assertion for the server.
  /// - Throws: `DCError`.
  nonisolated(nonsending) open func generateAssertion(_ keyId: String, clientDataHash: Data) async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      generateAssertion(keyId, clientDataHash: clientDataHash) { continuation.resume($0, $1) }
    }
  }
}

extension CheckedContinuation where E == any Error {
  /// Resumes with the value or with the error, of which one is there.
  func resume(_ value: sending T?, _ error: (any Error)?) {
    if let value { return resume(returning: value) }
    resume(throwing: error ?? DCError(.unknownSystemFailure, ""))
  }
}
