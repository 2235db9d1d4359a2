// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives

/// How a digest becomes the number that is signed (RFC 8017, 8 and 9).
package enum RSASignaturePadding: Sendable, Equatable {
  /// No padding: the bytes are the number, zeros in front.
  case raw
  /// EMSA-PKCS1-v1_5 around bytes that name their digest themselves, or not at all.
  case pkcs1v15Raw
  case pkcs1v15(DigestAlgorithm)
  /// EMSA-PSS with the same hash in the mask and a salt as long as the hash.
  case pss(DigestAlgorithm)

  var parameters: LibraryParameters {
    var parameters = LibraryParameters()
    switch self {
    case .raw: parameters.append("pad-mode", text: "none")
    case .pkcs1v15Raw: parameters.append("pad-mode", text: "pkcs1")
    case .pkcs1v15(let digest):
      parameters.append("digest", text: digest.name)
      parameters.append("pad-mode", text: "pkcs1")
    case .pss(let digest):
      parameters.append("digest", text: digest.name)
      parameters.append("pad-mode", text: "pss")
      parameters.append("mgf1-digest", text: digest.name)
      parameters.append("saltlen", text: "digest")
    }
    return parameters
  }

  /// The block that the library is handed for these bytes.
  func block(_ bytes: Span<UInt8>, size: Int) throws(CryptoError) -> [UInt8] {
    switch self {
    case .raw: return try padded(bytes, to: size)
    case .pkcs1v15Raw: guard bytes.count <= size - 11 else { throw .invalidLength }
    case .pkcs1v15(let digest), .pss(let digest): guard bytes.count == digest.size else { throw .invalidLength }
    }
    return bytes.indices.map { bytes[$0] }
  }
}

/// How a message becomes the number that is encrypted (RFC 8017, 7).
package enum RSAEncryptionPadding: Sendable, Equatable {
  case raw
  case pkcs1
  /// RSAES-OAEP with the same hash in the mask and an empty label.
  case oaep(DigestAlgorithm)
  /// The same with SHA-256 and the label `IDENTITY`, a zero octet at its end: of the seed of a credential that a TPM activates (TPM 2.0
  /// Library, part 1, B.10.4).
  case credentialOAEP

  /// The longest message for a modulus of so many bytes; negative where there is none.
  package func capacity(blockSize: Int) -> Int {
    switch self {
    case .raw: blockSize
    case .pkcs1: blockSize - 11
    case .oaep(let digest): blockSize - 2 * digest.size - 2
    case .credentialOAEP: blockSize - 2 * DigestAlgorithm.sha256.size - 2
    }
  }

  var parameters: LibraryParameters {
    var parameters = LibraryParameters()
    switch self {
    case .raw: parameters.append("pad-mode", text: "none")
    case .pkcs1: parameters.append("pad-mode", text: "pkcs1")
    case .oaep(let digest):
      parameters.append("pad-mode", text: "oaep")
      parameters.append("digest", text: digest.name)
      parameters.append("mgf1-digest", text: digest.name)
    case .credentialOAEP:
      parameters = Self.oaep(.sha256).parameters
      parameters.append("oaep-label", octets: "IDENTITY\0")
    }
    return parameters
  }

  func block(_ bytes: Span<UInt8>, size: Int) throws(CryptoError) -> [UInt8] {
    guard bytes.count <= capacity(blockSize: size) else { throw .invalidLength }
    return self == .raw ? try padded(bytes, to: size) : bytes.indices.map { bytes[$0] }
  }
}

private func padded(_ bytes: Span<UInt8>, to size: Int) throws(CryptoError) -> [UInt8] {
  guard bytes.count <= size else { throw .invalidLength }
  return [UInt8](repeating: 0, count: size - bytes.count) + bytes.indices.map { bytes[$0] }
}
