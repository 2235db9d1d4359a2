// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// A key wrapped with a class key, as it is stored.
///
/// 40 bytes (RFC 3394 wrap of 32), or 72 for class B: the ephemeral public key before the wrap.
package struct WrappedKey: Sendable, Hashable {
  package let keyClass: KeyClass
  package let bytes: [UInt8]

  /// Refuses a length the class cannot have.
  package init?(keyClass: KeyClass, bytes: [UInt8]) {
    guard bytes.count == Self.size(of: keyClass) else { return nil }
    self.keyClass = keyClass
    self.bytes = bytes
  }

  package static func size(of keyClass: KeyClass) -> Int {
    keyClass == .fileCompleteUnlessOpen ? 72 : 40
  }
}

/// A fresh key and the form of it to store.
package struct NewKey: ~Copyable, Sendable {
  package let key: SecretBytes
  package let wrapped: WrappedKey

  package init(key: consuming SecretBytes, wrapped: WrappedKey) {
    self.key = key
    self.wrapped = wrapped
  }
}

/// Why a class key did not do what was asked.
package enum ClassKeyError: Error, Equatable, Sendable {
  /// The lock state forbids it: the key is not there.
  case refusedByLockState(KeyClass)
  /// The wrapped key was not made by this keybag, or was changed since.
  case damaged
  /// The class has no key, as for a passcode-only class while no passcode is set.
  case noSuchKey(KeyClass)
  /// The service does not answer.
  case unavailable
}

/// The service of the class keys; the keys themselves never leave the conformer.
///
/// Three conform: the keybag, its remote in other processes, and a fake that tests drive through the lock states.
package protocol ClassKeyService: Sendable {
  /// A new random 32-byte key, wrapped with the class's key.
  func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey
  /// Hands over at most `count` of them, and one at least.
  func makeKeys(_ keyClass: KeyClass, count: Int, _ take: (consuming NewKey) -> Void) throws(ClassKeyError)
  func unwrap(_ wrapped: WrappedKey) throws(ClassKeyError) -> SecretBytes
  /// The same key under another class: both classes must be available.
  func rewrap(_ wrapped: WrappedKey, to keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey
  func isAvailable(_ keyClass: KeyClass) -> Bool
}

extension ClassKeyService {
  package func makeKeys(_ keyClass: KeyClass, count: Int, _ take: (consuming NewKey) -> Void) throws(ClassKeyError) {
    take(try makeKey(keyClass))
  }
}
