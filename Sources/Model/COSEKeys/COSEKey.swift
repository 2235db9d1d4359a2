// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
package import CryptoPrimitives
package import KeyFormats

/// A public key with the one algorithm it is for (RFC 9052, 7), as credentials have it (WebAuthn Level 3, 6.5.1.1).
package struct COSEKey: Sendable, Equatable {
  package let algorithm: COSEAlgorithm
  package let material: PublicKeyMaterial

  /// RFC 8230, 2 and 6.1 ask for 2048 bits and more; the upper bound limits the work of one verification.
  package static let modulusBits = 2048...8192

  /// The algorithm must be one for this kind of key, and this curve.
  package init(_ algorithm: COSEAlgorithm, _ material: PublicKeyMaterial) throws(COSEKeyError) {
    switch (material, algorithm) {
    case (.ec(let key), .es256), (.ec(let key), .es384), (.ec(let key), .es512):
      guard key.curve == algorithm.curve else { throw .wrongKind }
    case (.raw(let key), .edDSA): guard key.curve == .ed25519 else { throw .wrongKind }
    case (.raw(let key), .ed448): guard key.curve == .ed448 else { throw .wrongKind }
    case (.rsa(let key), .rs256), (.rsa(let key), .ps256), (.rsa(let key), .ps384), (.rsa(let key), .ps512):
      guard Self.modulusBits.contains(key.bits) else { throw .invalidKey }
    default: throw .wrongKind
    }
    self.algorithm = algorithm
    self.material = material
  }

  /// Whether the signature is of this message.
  package func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    algorithm.isValid(signature, of: message, by: material)
  }
}

extension COSEAlgorithm {
  /// Whether the signature is of this message, made with this algorithm by the holder of this key. The curve of an ECDSA
  /// key is free, as in certificates: its algorithm only says the digest.
  package func isValid(_ signature: [UInt8], of message: [UInt8], by key: PublicKeyMaterial) -> Bool {
    switch (key, self) {
    case (.ec(let key), .es256), (.ec(let key), .es384), (.ec(let key), .es512):
      key.isValid(signature.span, ofDigest: digest.hash(message.span).span)
    case (.raw(let key), .edDSA): key.curve == .ed25519 && key.isValid(signature.span, of: message.span)
    case (.raw(let key), .ed448): key.curve == .ed448 && key.isValid(signature.span, of: message.span)
    case (.rsa(let key), .rs256):
      key.isValid(signature.span, of: digest.hash(message.span).span, .pkcs1v15(digest))
    case (.rsa(let key), .ps256), (.rsa(let key), .ps384), (.rsa(let key), .ps512):
      key.isValid(signature.span, of: digest.hash(message.span).span, .pss(digest))
    default: false
    }
  }

  /// The digest of a message before it is signed. For the Edwards curves, which hash by themselves, that of the same
  /// strength.
  package var digest: DigestAlgorithm {
    switch self {
    case .es256, .ps256, .rs256: .sha256
    case .es384, .ps384: .sha384
    case .edDSA, .ed448, .es512, .ps512: .sha512
    }
  }

  /// The curve that WebAuthn Level 3, 5.8.5 fixes for a credential's ECDSA key.
  var curve: Curve? {
    switch self {
    case .es256: .p256
    case .es384: .p384
    case .es512: .p521
    default: nil
    }
  }
}
