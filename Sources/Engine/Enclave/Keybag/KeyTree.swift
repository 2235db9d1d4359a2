// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import ProtectionModel
import RootKey
import SecretMemory

/// The keys that class keys are wrapped with, and where they come from:
///
///     root key, effaceable key --- HKDF --> sealing key of the keybag file; device key: class D and the volume key
///     passcode -- Argon2id --> -- root key: HMAC --> -- HKDF --> passcode key: every other class
///     class key of the keychain --- HKDF --> keys that the enclave's own private keys are wrapped with
enum KeyTree {
  static let effaceableKeySize = 32

  static func sealingKey(_ root: any RootKeyProvider, _ effaceable: borrowing SecretBytes) throws(RootKeyError)
    -> SecretBytes
  {
    try deviceSecret(root, effaceable, "bailey keybag seal 1")
  }

  static func deviceKey(_ root: any RootKeyProvider, _ effaceable: borrowing SecretBytes) throws(RootKeyError)
    -> SecretBytes
  {
    try deviceSecret(root, effaceable, "bailey device key 1")
  }

  static func passcodeKey(_ tangled: borrowing SecretBytes, _ identifier: [UInt8]) -> SecretBytes {
    derive(tangled, salt: identifier, "bailey passcode key 1")
  }

  /// The key for the codes of a register: those of one open no other.
  static func registerKey(
    _ register: SealedRegister, _ device: borrowing SecretBytes, _ identifier: [UInt8]
  ) -> SecretBytes {
    let purpose =
      switch register {
      case .apps: "bailey app register 1"
      case .surfaces: "bailey surface settings 1"
      }
    return derive(device, salt: identifier, purpose)
  }

  /// The key by which the enclave wraps secrets of its own with a class: it opens nothing that the class key wraps, nor
  /// the other way round.
  static func ownKey(_ use: OwnKeyUse, of classKey: borrowing SecretBytes) -> SecretBytes {
    let purpose =
      switch use {
      case .enclaveKey: "bailey enclave keys of a class 1"
      case .passkey: "bailey passkeys of a class 1"
      case .appAttest: "bailey app attest keys of a class 1"
      }
    return derive(classKey, salt: [], purpose)
  }

  /// Tells the same wrong passcode from another, at the price of the whole derivation for each guess.
  static func wrongPasscodeDigest(_ tangled: borrowing SecretBytes, _ identifier: [UInt8]) -> [UInt8] {
    derive(tangled, salt: identifier, "bailey wrong passcode 1").withBytes { digest in
      digest.indices.map { digest[$0] }
    }
  }

  /// The device secret of both halves: the root key, which stays in the machine, and the effaceable one, which an erase
  /// destroys.
  private static func deviceSecret(
    _ root: any RootKeyProvider, _ effaceable: borrowing SecretBytes, _ purpose: String
  ) throws(RootKeyError) -> SecretBytes {
    let own = try root.derive("bailey device secret 1")
    let both = SecretBytes(count: own.count + effaceable.count) { both in
      own.withBytes { own in for index in own.indices { both[index] = own[index] } }
      effaceable.withBytes { part in for index in part.indices { both[own.count + index] = part[index] } }
    }
    return derive(both, salt: [], purpose)
  }

  private static func derive(_ secret: borrowing SecretBytes, salt: [UInt8], _ purpose: String) -> SecretBytes {
    HKDFSHA256.derive(from: secret, salt: salt.span, info: Array(purpose.utf8).span, count: 32)
  }
}
