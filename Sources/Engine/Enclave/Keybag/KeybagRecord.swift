// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import ProtectionModel

/// The unsealed contents of the keybag file: wrapped keys, and what is needed to unwrap them with a passcode.
struct KeybagRecord: Equatable {
  static let identifierSize = 16
  static let saltSize = 16
  static let digestSize = 32

  /// Names this keybag; the salt of all that is derived for it.
  var identifier: [UInt8]
  var stretching: Argon2id.Parameters
  /// The salt, new with every passcode.
  var salt: [UInt8]
  var passcode = Passcode.notSet
  var attempts = AttemptRecord()
  /// The volume key: 64 bytes under the device's key.
  var volumeKey: [UInt8]
  var classKeys: [KeyClass: WrappedClassKey]
  var registers = RegisterTable()
  /// The settings of locking as the owner has chosen them.
  var settings = LockSettings.standard

  enum Passcode: UInt8 { case notSet = 0, set = 1 }
}

/// A class key as it is stored.
struct WrappedClassKey: Equatable {
  /// The key by which a class key is wrapped.
  enum Guardian: UInt8 { case device = 0, passcode = 1 }

  static let size = 40

  var guardian: Guardian
  var wrapped: [UInt8]
  /// Class B only: what wraps in every state.
  var publicKey: [UInt8] = []
}

/// The record of wrong passcodes.
struct AttemptRecord: Equatable {
  /// The wrong attempts in a row, counted before each check.
  var wrong: UInt16 = 0
  /// Tries that the root key's counter has and this copy of the file has not, because the file was restored from an older
  /// copy. They may have been right or wrong.
  var missed: UInt16 = 0
  /// Whether the wait that the latest failure costs is still to be served.
  var delay = Delay.served
  /// The root key's counter at the latest attempt; 0 where it has none.
  var counter: UInt64 = 0
  /// The digest of the latest wrong passcode: the same one again is not counted. A guess from the digest costs as much as
  /// one from the wrapped keys.
  var lastWrong: [UInt8]?
  /// Passwords of the login's that were no passcode, since the last right one: counted before each check.
  var offers: UInt8 = 0
  /// The digest of the latest of them: the same one again is not counted. It outlives right passcodes, because the login's
  /// password stays what it is.
  var lastOffer: [UInt8]?

  enum Delay: UInt8 { case served = 0, pending = 1 }
}
