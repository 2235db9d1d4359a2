// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
package import KeyFormats

/// The kinds of keys by the numbers that `kSecAttrKeyType` has for them.
package enum KeyType: Int, Sendable {
  case rsa = 42
  case ec = 73
  case ed25519 = 105
  case x25519 = 106
  case ed448 = 107
  case x448 = 108

  package init?(number: Int64) {
    guard let number = Int(exactly: number), let type = KeyType(rawValue: number) else { return nil }
    self = type
  }

  package init(_ key: PublicKeyMaterial) {
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

  /// The curve of keys that are a string of bytes.
  package var rawCurve: RawCurve? {
    switch self {
    case .rsa, .ec: nil
    case .ed25519: .ed25519
    case .x25519: .x25519
    case .ed448: .ed448
    case .x448: .x448
    }
  }

  package var name: String {
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

/// Whether a key is public or private, by the numbers that `kSecAttrKeyClass` has for them.
package enum KeyClassNumber: Int, Sendable {
  case publicKey = 0
  case privateKey = 1
  case symmetric = 2
}
