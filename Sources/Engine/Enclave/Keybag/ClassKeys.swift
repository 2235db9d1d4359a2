// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import ProtectionModel
package import SecretMemory
import Threads

/// The class keys that are in memory at this moment, and what they do for others.
///
/// The keybag loads them and the lock removes them. What the lock state forbids is refused because the key is not in memory.
package final class ClassKeys: OwnKeyService {
  private struct State {
    /// The classes that have a key, here or wrapped in the keybag.
    var existing: Set<KeyClass> = []
    var present: [KeyClass: SharedSecret] = [:]
    /// Class B's public half: wraps in every state.
    var publicKey: [UInt8] = []
    var use = Use.all
  }
  private enum Use { case all, notLocking }

  private let state = Locked(State())

  // MARK: - Driven by the keybag and the lock

  func begin(existing: Set<KeyClass>, publicKey: [UInt8]) {
    state.withLock { state in
      state.existing = existing
      state.publicKey = publicKey
      state.present = state.present.filter { existing.contains($0.key) }
    }
  }

  func load(_ keys: [KeyClass: SharedSecret]) {
    state.withLock { state in
      state.present.merge(keys) { $1 }
      state.use = .all
    }
  }

  /// Refuses every use of the keys that a lock removes. They are still in memory.
  package func refuseLockingKeys() { state.withLock { $0.use = .notLocking } }

  /// Wipes the keys of every class that is readable only while unlocked.
  package func eraseLockingKeys() {
    state.withLock { state in
      state.present = state.present.filter { $0.key.availability != .whileUnlocked }
      state.use = .notLocking
    }
  }

  func eraseAll() {
    state.withLock { $0 = State() }
  }

  // MARK: - ClassKeyService

  package func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey {
    let key = SystemRandom.secret(32)
    let wrapped = try wrap(key, keyClass)
    return NewKey(key: key, wrapped: wrapped)
  }

  package func unwrap(_ wrapped: WrappedKey) throws(ClassKeyError) -> SecretBytes {
    let classKey = try key(of: wrapped.keyClass)
    do {
      guard wrapped.keyClass == .fileCompleteUnlessOpen else {
        return try AESKeyWrap.unwrap(wrapped.bytes.span, with: classKey.secret)
      }
      let publicKey = state.withLock { $0.publicKey }
      return try SealedToPublicKey(bytes: wrapped.bytes).open(with: classKey.secret, publicKey: publicKey)
    } catch {
      throw .damaged
    }
  }

  package func rewrap(_ wrapped: WrappedKey, to keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey {
    let key = try unwrap(wrapped)
    return try wrap(key, keyClass)
  }

  package func isAvailable(_ keyClass: KeyClass) -> Bool {
    (try? key(of: keyClass)) != nil
  }

  // MARK: - OwnKeyService

  package func makeKey(_ keyClass: KeyClass, for use: OwnKeyUse) throws(ClassKeyError) -> NewKey {
    let key = SystemRandom.secret(32)
    let wrappingKey = try self.key(of: keyClass, for: use)
    guard let bytes = try? AESKeyWrap.wrap(key, with: wrappingKey) else { throw .unavailable }
    guard let wrapped = WrappedKey(keyClass: keyClass, bytes: bytes) else { throw .damaged }
    return NewKey(key: key, wrapped: wrapped)
  }

  package func unwrap(_ wrapped: WrappedKey, for use: OwnKeyUse) throws(ClassKeyError) -> SecretBytes {
    let wrappingKey = try key(of: wrapped.keyClass, for: use)
    do { return try AESKeyWrap.unwrap(wrapped.bytes.span, with: wrappingKey) } catch { throw .damaged }
  }

  // MARK: - Parts

  private func key(of keyClass: KeyClass, for use: OwnKeyUse) throws(ClassKeyError) -> SecretBytes {
    guard keyClass.rawValue >= KeyClass.keychainWhenUnlocked.rawValue else { throw .noSuchKey(keyClass) }
    return KeyTree.ownKey(use, of: try key(of: keyClass).secret)
  }

  private func key(of keyClass: KeyClass) throws(ClassKeyError) -> SharedSecret {
    try state.withLock { state throws(ClassKeyError) in
      guard state.existing.contains(keyClass) else { throw .noSuchKey(keyClass) }
      guard let key = state.present[keyClass], state.use == .all || keyClass.availability != .whileUnlocked else {
        throw .refusedByLockState(keyClass)
      }
      return key
    }
  }

  private func wrap(_ key: borrowing SecretBytes, _ keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey {
    let bytes: [UInt8]
    do {
      bytes =
        keyClass == .fileCompleteUnlessOpen
        ? try wrapToPublicKey(key) : try AESKeyWrap.wrap(key, with: self.key(of: keyClass).secret)
    } catch let error as ClassKeyError {
      throw error
    } catch {
      throw .unavailable
    }
    guard let wrapped = WrappedKey(keyClass: keyClass, bytes: bytes) else { throw .damaged }
    return wrapped
  }

  private func wrapToPublicKey(_ key: borrowing SecretBytes) throws -> [UInt8] {
    let publicKey = state.withLock { $0.publicKey }
    guard !publicKey.isEmpty else { throw ClassKeyError.noSuchKey(.fileCompleteUnlessOpen) }
    return try SealedToPublicKey(key, publicKey: publicKey).bytes
  }
}
