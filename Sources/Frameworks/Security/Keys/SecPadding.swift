// SPDX-License-Identifier: Apache-2.0
import KeychainObjects

/// How the older functions pad.
public struct SecPadding: OptionSet, Sendable {
  /// The number Apple has for it.
  public let rawValue: UInt32

  /// A padding by its number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// PKCS #1, version 1.5.
  public static let PKCS1 = SecPadding(rawValue: 1)
  /// OAEP with SHA-1.
  public static let OAEP = SecPadding(rawValue: 2)
  /// The padding of an ECDSA signature as both numbers in fixed width.
  public static let sigRaw = SecPadding(rawValue: 0x4000)
  /// PKCS #1 of an MD5 digest.
  public static let PKCS1MD5 = SecPadding(rawValue: 0x8001)
  /// PKCS #1 of a SHA-1 digest.
  public static let PKCS1SHA1 = SecPadding(rawValue: 0x8002)
  /// PKCS #1 of a SHA-224 digest.
  public static let PKCS1SHA224 = SecPadding(rawValue: 0x8003)
  /// PKCS #1 of a SHA-256 digest.
  public static let PKCS1SHA256 = SecPadding(rawValue: 0x8004)
  /// PKCS #1 of a SHA-384 digest.
  public static let PKCS1SHA384 = SecPadding(rawValue: 0x8005)
  /// PKCS #1 of a SHA-512 digest.
  public static let PKCS1SHA512 = SecPadding(rawValue: 0x8006)

  func signatureAlgorithm(_ key: SecKey) -> SecKeyAlgorithm? {
    guard key.type == .rsa else {
      return key.type == .ec ? self == .sigRaw ? .ecdsaSignatureDigestRFC4754 : .ecdsaSignatureDigestX962 : nil
    }
    return switch self {
    case []: .rsaSignatureRaw
    case .PKCS1: .rsaSignatureDigestPKCS1v15Raw
    case .PKCS1MD5: SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15:MD5")
    case .PKCS1SHA1: .rsaSignatureDigestPKCS1v15SHA1
    case .PKCS1SHA224: .rsaSignatureDigestPKCS1v15SHA224
    case .PKCS1SHA256: .rsaSignatureDigestPKCS1v15SHA256
    case .PKCS1SHA384: .rsaSignatureDigestPKCS1v15SHA384
    case .PKCS1SHA512: .rsaSignatureDigestPKCS1v15SHA512
    default: nil
    }
  }

  func encryptionAlgorithm(_ key: SecKey) -> SecKeyAlgorithm? {
    guard key.type == .rsa else { return nil }
    return switch self {
    case []: .rsaEncryptionRaw
    case .PKCS1: .rsaEncryptionPKCS1
    case .OAEP: .rsaEncryptionOAEPSHA1
    default: nil
    }
  }
}
