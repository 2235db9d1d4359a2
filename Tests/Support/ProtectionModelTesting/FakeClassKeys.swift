// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import ProtectionModel
package import SecretMemory
import Threads

/// Class keys that a test drives through the lock states: same answers as the enclave, no process, no passcode.
///
/// Two fakes of the same seed unwrap each other's keys, so a test can "restart" with a fresh one.
package final class FakeClassKeys: OwnKeyService {
  private struct State {
    var lockState: LockState
    var phase = Phase.settled
    var missing: Set<KeyClass> = []
    /// How often the key of a class was made anew.
    var renewals: [KeyClass: UInt8] = [:]
    var unwraps = 0
  }
  private enum Phase { case settled, locking, unreachable }

  private let seed: UInt8
  private let state: Locked<State>

  package init(_ lockState: LockState = .unlocked, seed: UInt8 = 1) {
    self.seed = seed
    state = Locked(State(lockState: lockState))
  }

  // MARK: - Driving

  /// Moves to a state as if all that leads there had happened.
  package func move(to lockState: LockState) {
    state.withLock { state in
      state.lockState = lockState
      state.phase = .settled
    }
  }

  /// The time between the end of grace and the loss of the keys: the state is still `grace`, classes that lock are
  /// refused already.
  package func beginLocking() {
    state.withLock { state in
      state.lockState = .grace
      state.phase = .locking
    }
  }

  /// From now on nobody answers, until `move` or `beginLocking`.
  package func disconnect() { state.withLock { $0.phase = .unreachable } }

  /// Takes the key of a class away, as removing the passcode does for the classes that need one.
  package func destroyKey(of keyClass: KeyClass) { state.withLock { _ = $0.missing.insert(keyClass) } }

  /// Makes a new key of a class in place of the one that was destroyed, as setting a passcode does.
  package func renewKey(of keyClass: KeyClass) {
    state.withLock { state in
      state.missing.remove(keyClass)
      state.renewals[keyClass, default: 0] += 1
    }
  }

  package var lockState: LockState { state.withLock { $0.lockState } }
  /// How many unwraps were asked for: for tests that count round trips.
  package var unwraps: Int { state.withLock { $0.unwraps } }

  /// What names and headers are encrypted with: the same in every state.
  package func volumeKey() -> SecretBytes {
    SecretBytes(count: 64) { bytes in
      for index in bytes.indices { bytes[index] = seed ^ UInt8(index) }
    }
  }

  // MARK: - ClassKeyService

  package func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey {
    try check(keyClass, .wrap)
    let key = SystemRandom.secret(32)
    let wrapped = try wrap(key, keyClass)
    return NewKey(key: key, wrapped: wrapped)
  }

  package func unwrap(_ wrapped: WrappedKey) throws(ClassKeyError) -> SecretBytes {
    state.withLock { $0.unwraps += 1 }
    try check(wrapped.keyClass, .unwrap)
    let bytes = Array(wrapped.bytes.suffix(40))
    do {
      return try AESKeyWrap.unwrap(bytes.span, with: wrappingKey(wrapped.keyClass))
    } catch {
      throw .damaged
    }
  }

  package func rewrap(_ wrapped: WrappedKey, to keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey {
    try check(keyClass, .wrap)
    return try wrap(try unwrap(wrapped), keyClass)
  }

  package func isAvailable(_ keyClass: KeyClass) -> Bool {
    do {
      try check(keyClass, .unwrap)
      return true
    } catch {
      return false
    }
  }

  // MARK: - OwnKeyService

  package func makeKey(_ keyClass: KeyClass, for use: OwnKeyUse) throws(ClassKeyError) -> NewKey {
    try check(keyClass, .wrap)
    let key = SystemRandom.secret(32)
    let wrapped = try wrap(key, keyClass, use)
    return NewKey(key: key, wrapped: wrapped)
  }

  package func unwrap(_ wrapped: WrappedKey, for use: OwnKeyUse) throws(ClassKeyError) -> SecretBytes {
    state.withLock { $0.unwraps += 1 }
    try check(wrapped.keyClass, .unwrap)
    do {
      return try AESKeyWrap.unwrap(wrapped.bytes.span, with: wrappingKey(wrapped.keyClass, use))
    } catch {
      throw .damaged
    }
  }

  // MARK: - Parts

  private enum Use { case wrap, unwrap }

  private func check(_ keyClass: KeyClass, _ use: Use) throws(ClassKeyError) {
    try state.withLock { (state) throws(ClassKeyError) in
      guard state.phase != .unreachable else { throw .unavailable }
      guard !state.missing.contains(keyClass) else { throw .noSuchKey(keyClass) }
      let seen = state.phase == .locking ? LockState.locked : state.lockState
      let permitted = use == .wrap ? seen.permitsWrap(keyClass) : seen.permitsUnwrap(keyClass)
      guard permitted else { throw .refusedByLockState(keyClass) }
    }
  }

  private func wrap(
    _ key: borrowing SecretBytes, _ keyClass: KeyClass, _ use: OwnKeyUse? = nil
  ) throws(ClassKeyError) -> WrappedKey {
    let prefix = keyClass == .fileCompleteUnlessOpen ? SystemRandom.bytes(32) : []
    guard let bytes = try? AESKeyWrap.wrap(key, with: wrappingKey(keyClass, use)),
      let wrapped = WrappedKey(keyClass: keyClass, bytes: prefix + bytes)
    else { throw .damaged }
    return wrapped
  }

  private func wrappingKey(_ keyClass: KeyClass, _ use: OwnKeyUse? = nil) -> SecretBytes {
    let renewals = state.withLock { $0.renewals[keyClass] ?? 0 }
    return SecretBytes(count: 32) { bytes in
      for index in bytes.indices { bytes[index] = keyClass.rawValue &+ seed &* UInt8(index) ^ renewals }
      bytes[0] ^= (use?.rawValue ?? 0) << 5
    }
  }
}
