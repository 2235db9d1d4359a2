// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import CryptoPrimitives
import KeyFormats
import KeychainObjects

/// The kinds of keys by the numbers that `kSecAttrKeyType` has for them.
enum KeyType: Int, Sendable {
  case rsa = 42
  case ec = 73
  case ed25519 = 105
  case x25519 = 106
  case ed448 = 107
  case x448 = 108

  init(_ key: PublicKeyMaterial) {
    switch key {
    case .rsa: self = .rsa
    case .ec: self = .ec
    case .raw(let key):
      switch key.curve {
      case .ed25519: self = .ed25519
      case .x25519: self = .x25519
      case .ed448: self = .ed448
      case .x448: self = .x448
      }
    }
  }

  var rawCurve: RawCurve? { RawCurve(keyType: Int64(rawValue)) }

  var name: String {
    switch self {
    case .rsa: "RSA"
    case .ec: "EC"
    case .ed25519: "Ed25519"
    case .x25519: "X25519"
    case .ed448: "Ed448"
    case .x448: "X448"
    }
  }
}

extension SecKey {
  var type: KeyType { KeyType(publicMaterial) }
}

/// Whether a key is public or private, by the numbers that `kSecAttrKeyClass` has for them.
enum KeyClassNumber: Int, Sendable {
  case publicKey = 0
  case privateKey = 1
  case symmetric = 2
}

extension NSDictionary {
  /// A number given as such or in decimal, as the keys of this dictionary's kind may be.
  func number(_ key: String) -> Int? {
    switch self[key] {
    case let text as String: Int(text)
    case let number as NSNumber where !number.isBoolean: number.intValue
    default: nil
    }
  }
}
