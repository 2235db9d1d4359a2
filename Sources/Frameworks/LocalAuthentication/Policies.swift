// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The policy of what a person is to prove.
public enum LAPolicy: Int, Sendable {
  /// The person proves by biometry who they are.
  case deviceOwnerAuthenticationWithBiometrics = 1
  /// The person proves by biometry, a companion or the passcode who they are; here by a finger or the passcode.
  case deviceOwnerAuthentication = 2
  /// The person proves by a companion device who they are.
  case deviceOwnerAuthenticationWithCompanion = 3
  /// The person proves by biometry or a companion device who they are.
  case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4

  /// The person proves by their watch who they are, under the name of before there were other companions.
  public static var deviceOwnerAuthenticationWithWatch: LAPolicy { .deviceOwnerAuthenticationWithCompanion }
  /// The person proves by biometry or their watch, under the name of before there were other companions.
  public static var deviceOwnerAuthenticationWithBiometricsOrWatch: LAPolicy {
    .deviceOwnerAuthenticationWithBiometricsOrCompanion
  }
}

/// The biometry of a device: fingerprints on this system, or none.
public enum LABiometryType: Int, Sendable {
  /// There is no biometry.
  case none = 0
  /// The device reads fingerprints.
  case touchID = 1
  /// The device recognises faces.
  case faceID = 2
  /// The device recognises irises.
  case opticID = 4

  /// There is no biometry, under the name that Swift gave it first.
  public static var LABiometryNone: LABiometryType { .none }
}

/// The operation that an access control is evaluated for.
public enum LAAccessControlOperation: Int, Sendable {
  /// An item is added with the access control.
  case createItem = 0
  /// An item with the access control is read.
  case useItem = 1
  /// A key is made with the access control.
  case createKey = 2
  /// A key with the access control signs.
  case useKeySign = 3
  /// A key with the access control decrypts.
  case useKeyDecrypt = 4
  /// A key with the access control agrees on a secret.
  case useKeyKeyExchange = 5
}

/// A secret that an app gives to a context.
public enum LACredentialType: Int, Sendable {
  /// A password of the app's own, beside the person's passcode.
  case applicationPassword = 0
  /// The number of a smart card.
  case smartCardPIN = -3
}

/// Seconds for which an unlock can be proof enough.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300
