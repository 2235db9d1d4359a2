// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation

/// What a person is to prove.
public enum LAPolicy: Int, Sendable {
  case deviceOwnerAuthenticationWithBiometrics = 1
  case deviceOwnerAuthentication = 2
  case deviceOwnerAuthenticationWithCompanion = 3
  case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4

  public static var deviceOwnerAuthenticationWithWatch: LAPolicy { .deviceOwnerAuthenticationWithCompanion }
  public static var deviceOwnerAuthenticationWithBiometricsOrWatch: LAPolicy {
    .deviceOwnerAuthenticationWithBiometricsOrCompanion
  }
}

/// The biometry of a device: none on this system.
public enum LABiometryType: Int, Sendable {
  case none = 0
  case touchID = 1
  case faceID = 2
  case opticID = 4

  public static var LABiometryNone: LABiometryType { .none }
}

/// What an access control is evaluated for.
public enum LAAccessControlOperation: Int, Sendable {
  case createItem = 0
  case useItem = 1
  case createKey = 2
  case useKeySign = 3
  case useKeyDecrypt = 4
  case useKeyKeyExchange = 5
}

/// A secret that an app gives to a context.
public enum LACredentialType: Int, Sendable {
  case applicationPassword = 0
  case smartCardPIN = -3
}

/// Seconds for which an unlock can be proof enough.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300
