// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import ProtectionModel
package import SecretMemory
import Threads

/// The enclave's own private keys: made, used and kept here, stored elsewhere.
///
/// A key can be used while its class key is available. Keys that were used stay open, because opening one costs as much as
/// using it. `forgetLockedKeys` closes those that may not be used any more.
package final class EnclaveKeyring: EnclaveKeyService {
  private static let maximumOpen = 64
  private static let context = Array("bailey enclave key 1".utf8)

  private let classKeys: any OwnKeyService
  private let open = Locked<[EnclaveKey: ECPrivateKey]>([:])

  package init(_ classKeys: any OwnKeyService) { self.classKeys = classKeys }

  /// Closes the keys that removed class keys guard. To be called whenever class keys are removed.
  package func forgetLockedKeys() {
    open.withLock { open in open = open.filter { classKeys.isAvailable($0.key.keyClass) } }
  }

  // MARK: - EnclaveKeyService

  package func makeEnclaveKey(_ keyClass: KeyClass, binding: [UInt8]) throws(ClassKeyError) -> EnclaveKey {
    guard EnclaveKey.bindingLengths.contains(binding.count) else { throw .damaged }
    let new = try classKeys.makeKey(keyClass, for: .enclaveKey)
    do {
      let key = try ECPrivateKey(.p256)
      let associated = Self.associated(keyClass, binding, key.publicKey.x963)
      let sealed = try OwnKeySeal.seal(key.scalar(), with: new.key, associated)
      guard
        let stored = EnclaveKey(
          wrapped: new.wrapped, binding: binding, publicKey: key.publicKey.x963, sealed: sealed)
      else { throw ClassKeyError.noSuchKey(keyClass) }
      return stored
    } catch let error as ClassKeyError {
      throw error
    } catch {
      throw .unavailable
    }
  }

  package func signature(ofDigest digest: [UInt8], with key: EnclaveKey) throws(ClassKeyError) -> [UInt8] {
    let opened = try opened(key)
    do { return try opened.signature(ofDigest: digest.span) } catch { throw .unavailable }
  }

  package func agree(with publicKey: [UInt8], _ key: EnclaveKey) throws(ClassKeyError) -> SecretBytes {
    let opened = try opened(key)
    do { return try opened.agree(with: ECPublicKey(.p256, x963: publicKey.span)) } catch { throw .damaged }
  }

  // MARK: - Parts

  private func opened(_ key: EnclaveKey) throws(ClassKeyError) -> ECPrivateKey {
    if let opened = open.withLock({ $0[key] }), classKeys.isAvailable(key.keyClass) { return opened }
    let opened = try open(key)
    open.withLock { open in
      if open.count >= Self.maximumOpen { open = [:] }
      open[key] = opened
    }
    return opened
  }

  private func open(_ key: EnclaveKey) throws(ClassKeyError) -> ECPrivateKey {
    let sealing = try sealingKey(of: key)
    do {
      let scalar = try Self.scalar(of: key, with: sealing)
      let opened = try scalar.withBytes { (scalar) throws(CryptoError) in try ECPrivateKey(.p256, scalar: scalar) }
      guard opened.publicKey.x963 == key.publicKey else { throw CryptoError.invalidPrivateKey }
      return opened
    } catch {
      throw .damaged
    }
  }

  /// Version 0.1.0 wrapped these like the keys of items, which others can have unwrapped. What it made is used on.
  private func sealingKey(of key: EnclaveKey) throws(ClassKeyError) -> SecretBytes {
    do { return try classKeys.unwrap(key.wrapped, for: .enclaveKey) } catch {
      guard error == .damaged else { throw error }
    }
    return try classKeys.unwrap(key.wrapped)
  }

  static func scalar(of key: EnclaveKey, with sealing: borrowing SecretBytes) throws(CryptoError) -> SecretBytes {
    try OwnKeySeal.open(key.sealed, with: sealing, associated(key.keyClass, key.binding, key.publicKey))
  }

  /// The associated data: class, public key and binding, so that none of them can be changed.
  private static func associated(_ keyClass: KeyClass, _ binding: [UInt8], _ publicKey: [UInt8]) -> [UInt8] {
    context + [keyClass.rawValue] + publicKey + binding
  }
}
