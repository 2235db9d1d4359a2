// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation

/// The conditions of an item's use.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  /// The bits of Apple's header.
  public let rawValue: CFOptionFlags

  /// Any bits: whether they make sense together is for `SecAccessControlCreateWithFlags` to say.
  public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

  /// The condition of biometry or the passcode.
  public static let userPresence = SecAccessControlCreateFlags(rawValue: 1 << 0)
  /// Any biometry that is enrolled.
  public static let biometryAny = SecAccessControlCreateFlags(rawValue: 1 << 1)
  /// The condition of biometry as it is enrolled now.
  public static let biometryCurrentSet = SecAccessControlCreateFlags(rawValue: 1 << 3)
  /// The passcode.
  public static let devicePasscode = SecAccessControlCreateFlags(rawValue: 1 << 4)
  /// A paired device.
  public static let companion = SecAccessControlCreateFlags(rawValue: 1 << 5)
  /// Any one of the constraints is enough.
  public static let or = SecAccessControlCreateFlags(rawValue: 1 << 14)
  /// All constraints must be met.
  public static let and = SecAccessControlCreateFlags(rawValue: 1 << 15)
  /// The constraints are for using a private key.
  public static let privateKeyUsage = SecAccessControlCreateFlags(rawValue: 1 << 30)
  /// A password that the app supplies.
  public static let applicationPassword = SecAccessControlCreateFlags(rawValue: 1 << 31)

  /// The older name of `biometryAny`.
  public static let touchIDAny = biometryAny
  /// The older name of `biometryCurrentSet`.
  public static let touchIDCurrentSet = biometryCurrentSet
  /// The older name of `companion`.
  public static let watch = companion
}
