// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CoreFoundation
import CryptoPrimitives
import KeyFormats
import KeychainObjects
import ProtectionModel
import SecretMemory
import SecurityConstants

/// The operations of keys, whichever function asks.
extension SecKey {
  func supports(_ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm) -> Bool {
    KeyOperation(algorithm.name)?.fits(operation.use, publicMaterial, isPrivate: isPrivate) ?? false
  }

  private func meaning(
    _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
  ) throws(KeyFailure) -> KeyOperation {
    guard let meaning = KeyOperation(algorithm.name), meaning.fits(operation.use, publicMaterial, isPrivate: isPrivate)
    else {
      throw KeyFailure(errSecParam, "\(algorithm.name): algorithm not supported by the key \(self)")
    }
    return meaning
  }

  func sign(_ data: Span<UInt8>, _ algorithm: SecKeyAlgorithm) throws(KeyFailure) -> [UInt8] {
    switch (try meaning(.sign, algorithm), material) {
    case (.rsaSignature(let padding, let digest), .privateKey(.rsa(let key))):
      let input = digest?.hash(data) ?? data.array
      return try failing("RSAsign wrong input data length") { () throws(CryptoError) in
        try key.signature(of: input.span, padding)
      }
    case (.ecdsa(let form, let digest, let input), .privateKey(.ec(let key))):
      let hash = try input.digest(digest, of: data, algorithm)
      return try failing("EC signature creation failed") { () throws(CryptoError) in
        let signature = try key.signature(ofDigest: hash.span)
        return form == .x962 ? signature : try ECDSASignature.raw(fromDER: signature.span, key.curve)
      }
    case (.ecdsa(let form, let digest, let input), .enclaveKey(let key, _)):
      let signature = try signature(ofDigest: input.digest(digest, of: data, algorithm), with: key)
      return try failing("EC signature creation failed") { () throws(CryptoError) in
        form == .x962 ? signature : try ECDSASignature.raw(fromDER: signature.span, .p256)
      }
    case (.eddsa, .privateKey(.raw(let key))):
      return try failing("EdDSA signature creation failed") { () throws(CryptoError) in try key.signature(of: data) }
    default: throw KeyFailure(errSecParam, "\(algorithm.name): algorithm not supported by the key \(self)")
    }
  }

  func verify(
    _ signature: Span<UInt8>, of data: Span<UInt8>, _ algorithm: SecKeyAlgorithm
  ) throws(KeyFailure) {
    let valid: Bool
    switch (try meaning(.verify, algorithm), publicMaterial) {
    case (.rsaSignature(let padding, let digest), .rsa(let key)):
      let input = digest?.hash(data) ?? data.array
      valid = key.isValid(signature, of: input.span, padding)
    case (.ecdsa(let form, let digest, let input), .ec(let key)):
      let hash = try input.digest(digest, of: data, algorithm)
      let der = form == .x962 ? signature.array : (try? ECDSASignature.der(fromRaw: signature, key.curve)) ?? []
      valid = key.isValid(der.span, ofDigest: hash.span)
    case (.eddsa, .raw(let key)): valid = key.isValid(signature, of: data)
    default: valid = false
    }
    let name = type == .rsa ? "RSA" : type == .ec ? "EC" : "EdDSA"
    guard valid else { throw KeyFailure(errSecVerifyFailed, "\(name) signature verification failed, no match") }
  }

  func encrypt(_ plaintext: Span<UInt8>, _ algorithm: SecKeyAlgorithm) throws(KeyFailure) -> [UInt8] {
    switch (try meaning(.encrypt, algorithm), publicMaterial) {
    case (.rsaEncryption(let padding), .rsa(let key)):
      return try failing("RSAencrypt wrong input size (err -23)") { () throws(CryptoError) in
        try key.encrypt(plaintext, padding)
      }
    case (.rsaSealing(let scheme), .rsa(let key)):
      return try failing("RSAWRAP: Failed to aes-gcm encrypt data") { () throws(CryptoError) in
        try scheme.encrypt(plaintext, to: key, encoded: key.pkcs1)
      }
    case (.ecies(let scheme), .ec(let key)):
      return try failing("ECIES: Failed to aes-gcm encrypt data") { () throws(CryptoError) in
        try scheme.encrypt(plaintext, to: key)
      }
    default: throw KeyFailure(errSecParam, "\(algorithm.name): algorithm not supported by the key \(self)")
    }
  }

  func decrypt(_ ciphertext: Span<UInt8>, _ algorithm: SecKeyAlgorithm) throws(KeyFailure) -> [UInt8] {
    switch (try meaning(.decrypt, algorithm), material) {
    case (.rsaEncryption(let padding), .privateKey(.rsa(let key))):
      return try failing("RSAdecrypt wrong input (err -27)") { () throws(CryptoError) in
        try key.decrypt(ciphertext, padding)
      }
    case (.rsaSealing(let scheme), .privateKey(.rsa(let key))):
      return try failing("RSA-WRAP: Failed to aes-gcm decrypt data") { () throws(CryptoError) in
        try scheme.decrypt(ciphertext, with: key, encoded: key.publicKey.pkcs1)
      }
    case (.ecies(let scheme), .privateKey(.ec(let key))):
      return try failing("ECIES: Failed to aes-gcm decrypt data") { () throws(CryptoError) in
        try scheme.decrypt(ciphertext, key.curve) { (other) throws(CryptoError) in try key.agree(with: other) }
      }
    case (.ecies(let scheme), .enclaveKey(let key, _)): return try decrypt(ciphertext, scheme, with: key)
    default: throw KeyFailure(errSecParam, "\(algorithm.name): algorithm not supported by the key \(self)")
    }
  }

  /// The enclave's own error stands above the one that follows from it.
  private func decrypt(
    _ ciphertext: Span<UInt8>, _ scheme: ECIES, with key: EnclaveKey
  ) throws(KeyFailure) -> [UInt8] {
    var refusal: KeyFailure?
    do throws(CryptoError) {
      return try scheme.decrypt(ciphertext, .p256) { (other) throws(CryptoError) in
        do throws(KeyFailure) { return try agree(with: other, key) } catch {
          refusal = error
          throw .authenticationFailed
        }
      }
    } catch { throw refusal ?? KeyFailure(errSecParam, "ECIES: Failed to aes-gcm decrypt data") }
  }

  /// `size` and `info` are those of the derivation, where there is one.
  func exchange(
    with other: SecKey, _ algorithm: SecKeyAlgorithm, size: Int?, info: [UInt8]
  ) throws(KeyFailure) -> SecretBytes {
    guard case .keyExchange(let digest) = try meaning(.keyExchange, algorithm) else {
      throw KeyFailure(errSecParam, "\(algorithm.name): algorithm not supported by the key \(self)")
    }
    let secret = try agree(with: other)
    guard let digest else { return secret }
    guard let size else { throw KeyFailure(errSecParam, "kSecKeyKeyExchangeParameterRequestedSize is missing") }
    return try failing("ECDHKeyExchange wrong input") { () throws(CryptoError) in
      try X963KDF.derive(digest, from: secret, sharedInfo: info.span, count: size)
    }
  }

  private func agree(with other: SecKey) throws(KeyFailure) -> SecretBytes {
    if case (.enclaveKey(let key, _), .ec(let other)) = (material, other.publicMaterial), other.curve == .p256 {
      return try agree(with: other, key)
    }
    return try failing("ECpriv sharedsecret: bad public key") { () throws(CryptoError) in
      switch (material, other.publicMaterial) {
      case (.privateKey(.ec(let key)), .ec(let other)): return try key.agree(with: other)
      case (.privateKey(.raw(let key)), .raw(let other)): return try key.agree(with: other)
      default: throw .invalidPublicKey
      }
    }
  }
}

/// Gives what a primitive refuses the text Apple's framework has for it.
private func failing<Value: ~Copyable>(
  _ text: String, _ body: () throws(CryptoError) -> Value
) throws(KeyFailure) -> Value {
  do { return try body() } catch { throw KeyFailure(errSecParam, text) }
}

extension KeyOperation.SignatureInput {
  fileprivate func digest(
    _ digest: DigestAlgorithm?, of data: Span<UInt8>, _ algorithm: SecKeyAlgorithm
  ) throws(KeyFailure) -> [UInt8] {
    guard let digest else { return data.array }
    if self == .message { return digest.hash(data) }
    guard data.count == digest.size else {
      throw KeyFailure(errSecParam, "bad digest size for signing with algorithm \(algorithm.name)")
    }
    return data.array
  }
}

extension SecKeyOperationType {
  fileprivate var use: KeyOperation.Use {
    switch self {
    case .sign: .sign
    case .verify: .verify
    case .encrypt: .encrypt
    case .decrypt: .decrypt
    case .keyExchange: .agree
    }
  }
}

extension Span<UInt8> {
  var array: [UInt8] { indices.map { self[$0] } }
}
