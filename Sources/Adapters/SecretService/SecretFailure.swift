// SPDX-License-Identifier: Apache-2.0

/// Why the service does not do what a program asks.
package enum SecretFailure: Error, Equatable, Sendable {
  /// What is asked for cannot be read or changed in this lock state, or a program has locked it.
  case isLocked
  case noSession
  case noSuchObject
  /// The arguments are none of this method, or larger than may be.
  case invalidArguments
  case notSupported
  /// There is as much of it as there may be.
  case limitsExceeded
  case unknownMethod
  case unknownInterface
  case unknownProperty
  case readOnlyProperty
  /// Bailey does not run.
  case unavailable
  /// The keychain refuses for a reason of its own.
  case failed

  /// The error's name on the bus: the specification's own errors (Secret Service API, "Errors"), else the bus's.
  package var name: String {
    switch self {
    case .isLocked: "org.freedesktop.Secret.Error.IsLocked"
    case .noSession: "org.freedesktop.Secret.Error.NoSession"
    case .noSuchObject: "org.freedesktop.Secret.Error.NoSuchObject"
    case .invalidArguments: "org.freedesktop.DBus.Error.InvalidArgs"
    case .notSupported: "org.freedesktop.DBus.Error.NotSupported"
    case .limitsExceeded: "org.freedesktop.DBus.Error.LimitsExceeded"
    case .unknownMethod: "org.freedesktop.DBus.Error.UnknownMethod"
    case .unknownInterface: "org.freedesktop.DBus.Error.UnknownInterface"
    case .unknownProperty: "org.freedesktop.DBus.Error.UnknownProperty"
    case .readOnlyProperty: "org.freedesktop.DBus.Error.PropertyReadOnly"
    case .unavailable: "org.freedesktop.DBus.Error.ServiceUnknown"
    case .failed: "org.freedesktop.DBus.Error.Failed"
    }
  }

  package var words: String {
    switch self {
    case .isLocked: "It is locked."
    case .noSession: "There is no such session of yours."
    case .noSuchObject: "There is no such object."
    case .invalidArguments: "The arguments are not those of this method, or too large."
    case .notSupported: "This is not supported."
    case .limitsExceeded: "There are too many already."
    case .unknownMethod: "There is no such method."
    case .unknownInterface: "There is no such interface here."
    case .unknownProperty: "There is no such property."
    case .readOnlyProperty: "This property cannot be set."
    case .unavailable: "Bailey is not running."
    case .failed: "The keychain refuses."
    }
  }
}
