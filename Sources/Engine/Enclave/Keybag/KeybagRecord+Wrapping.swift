// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import ProtectionModel
import SecretMemory

extension KeybagRecord {
  /// A keybag without a passcode: every key is guarded by the device alone.
  init(creatingFor deviceKey: SharedSecret, _ stretching: Argon2id.Parameters) throws(CryptoError) {
    identifier = SystemRandom.bytes(Self.identifierSize)
    self.stretching = stretching
    salt = SystemRandom.bytes(Self.saltSize)
    volumeKey = try AESKeyWrap.wrap(SystemRandom.secret(64), with: deviceKey.secret)
    classKeys = [:]
    for keyClass in KeyClass.allCases where keyClass != .keychainWhenPasscodeSetThisDeviceOnly {
      try add(keyClass, guardedBy: .device, deviceKey.secret)
    }
  }

  /// Makes a class's key. Class B gets a pair, whose public half is kept beside the wrapped private one.
  mutating func add(
    _ keyClass: KeyClass, guardedBy guardian: WrappedClassKey.Guardian, _ wrappingKey: borrowing SecretBytes
  ) throws(CryptoError) {
    let key = SystemRandom.secret(32)
    let publicKey = keyClass == .fileCompleteUnlessOpen ? try X25519.publicKey(of: key) : []
    let wrapped = try AESKeyWrap.wrap(key, with: wrappingKey)
    classKeys[keyClass] = WrappedClassKey(guardian: guardian, wrapped: wrapped, publicKey: publicKey)
  }

  /// The keys that a guardian guards; `damaged` if its key does not open one of them.
  func open(
    _ guardian: WrappedClassKey.Guardian, with wrappingKey: borrowing SecretBytes
  ) throws(KeybagError) -> [KeyClass: SharedSecret] {
    var opened: [KeyClass: SharedSecret] = [:]
    for (keyClass, key) in classKeys where key.guardian == guardian {
      do {
        opened[keyClass] = SharedSecret(try AESKeyWrap.unwrap(key.wrapped.span, with: wrappingKey))
      } catch {
        throw .damaged
      }
    }
    return opened
  }

  /// Puts keys under another guardian: class D and its keychain twins stay with the device whatever is asked.
  mutating func wrap(
    _ keys: [KeyClass: SharedSecret], guardedBy guardian: WrappedClassKey.Guardian,
    _ wrappingKey: borrowing SecretBytes
  ) throws(CryptoError) {
    for (keyClass, key) in keys where keyClass.availability != .always {
      classKeys[keyClass]?.wrapped = try AESKeyWrap.wrap(key.secret, with: wrappingKey)
      classKeys[keyClass]?.guardian = guardian
    }
  }
}
