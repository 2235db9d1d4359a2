// SPDX-License-Identifier: Apache-2.0
package import AppAttestKeys
import CryptoPrimitives
package import ProtectionModel
import SecretMemory
import Threads

/// The enclave's keys of apps that attest: made and used here, stored elsewhere.
///
/// Keys that were used stay open, because opening one costs as much as using it. `forgetLockedKeys` closes those whose class key
/// is gone.
package final class AppAttestKeyring: AppAttestKeyService {
  private static let maximumOpen = 64
  private static let context = Array("bailey app attest key 1".utf8)

  private let classKeys: any OwnKeyService
  private let open = Locked<[AppAttestKey: ECPrivateKey]>([:])

  package init(_ classKeys: any OwnKeyService) { self.classKeys = classKeys }

  package func forgetLockedKeys() {
    guard !classKeys.isAvailable(AppAttestKey.keyClass) else { return }
    open.withLock { $0 = [:] }
  }

  // MARK: - AppAttestKeyService

  package func makeAppKey(of appIDHash: [UInt8]) throws(ClassKeyError) -> AppAttestKey {
    guard appIDHash.count == AppAttestKey.hashSize else { throw .damaged }
    let new = try classKeys.makeKey(AppAttestKey.keyClass, for: .appAttest)
    do {
      let key = try ECPrivateKey(.p256)
      let sealed = try OwnKeySeal.seal(key.scalar(), with: new.key, Self.associated(appIDHash, key.publicKey.x963))
      guard
        let stored = AppAttestKey(
          wrapped: new.wrapped, appIDHash: appIDHash, publicKey: key.publicKey.x963, sealed: sealed)
      else { throw CryptoError.invalidLength }
      return stored
    } catch {
      throw .unavailable
    }
  }

  /// Signs authenticator data that it writes itself, and what the app gave: nothing else is ever signed with such a key.
  package func signature(_ use: AppAttestKeyUse) throws(ClassKeyError) -> [UInt8] {
    let key = try opened(use.key)
    let nonce = SHA256.hash((use.authenticatorData + use.clientDataHash).span)
    do { return try key.signature(ofDigest: SHA256.hash(nonce.span).span) } catch { throw .unavailable }
  }

  /// Throws where a key is not one of this enclave's, or cannot be used in this lock state.
  package func check(_ key: AppAttestKey) throws(ClassKeyError) { _ = try opened(key) }

  // MARK: - Parts

  private func opened(_ key: AppAttestKey) throws(ClassKeyError) -> ECPrivateKey {
    if let opened = open.withLock({ $0[key] }), classKeys.isAvailable(AppAttestKey.keyClass) { return opened }
    let sealing = try classKeys.unwrap(key.wrapped, for: .appAttest)
    let opened: ECPrivateKey
    do {
      let scalar = try OwnKeySeal.open(key.sealed, with: sealing, Self.associated(key.appIDHash, key.publicKey))
      opened = try scalar.withBytes { (scalar) throws(CryptoError) in try ECPrivateKey(.p256, scalar: scalar) }
      guard opened.publicKey.x963 == key.publicKey else { throw CryptoError.invalidPrivateKey }
    } catch {
      throw .damaged
    }
    open.withLock { open in
      if open.count >= Self.maximumOpen { open = [:] }
      open[key] = opened
    }
    return opened
  }

  /// The data that is sealed with a key so that no part can be changed: what it is, for which app, and the public key.
  private static func associated(_ appIDHash: [UInt8], _ publicKey: [UInt8]) -> [UInt8] {
    context + appIDHash + publicKey
  }
}
