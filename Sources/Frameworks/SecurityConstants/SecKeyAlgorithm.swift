// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation

/// The name of an algorithm: what is done to the data, and with which parameters.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, Sendable {
  package let name: String

  /// An algorithm by its name; no key supports a name that is none.
  public init(rawValue: CFString) { name = rawValue as String }

  package init(_ name: String) { self.name = name }

  /// The name.
  public var rawValue: CFString { NSString(string: name) }
}

/// The operation of a key.
public enum SecKeyOperationType: CFIndex, Sendable {
  /// Makes a signature.
  case sign
  /// Checks a signature.
  case verify
  /// Encrypts data.
  case encrypt
  /// Decrypts data.
  case decrypt
  /// Agrees on a secret.
  case keyExchange
}

/// The name of a parameter of a key exchange.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, Sendable {
  private let name: String

  /// A parameter by its name.
  public init(rawValue: CFString) { name = rawValue as String }

  /// The name.
  public var rawValue: CFString { NSString(string: name) }

  /// How many bytes to derive.
  public static let requestedSize = SecKeyKeyExchangeParameter(rawValue: "requestedSize")
  /// The information that both sides share, mixed into what is derived.
  public static let sharedInfo = SecKeyKeyExchangeParameter(rawValue: "sharedInfo")
}
