// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
package import CryptoPrimitives
package import SecretMemory

/// A secret that one TPM alone gives back, and only while it holds a key of one name: what TPM2_MakeCredential makes
/// (TPM 2.0 Library, part 1, 24), without a TPM.
package struct ProtectedCredential: Sendable, Equatable {
  /// TPMS_ID_OBJECT, as TPM2_ActivateCredential takes it in its `credentialBlob`.
  package let object: [UInt8]
  /// TPMS_ECC_POINT, or what is encrypted with RSA, as it takes it in its `secret`.
  package let encryptedSecret: [UInt8]

  package static let secretSize = 32

  /// Makes one for the holder of an endorsement key whose name's digest is SHA-256 and whose cipher is AES-128, as both templates
  /// have it, and of a key with this name.
  package init(
    _ secret: borrowing SecretBytes, for endorsementKey: EndorsementKey, name: [UInt8]
  ) throws(CryptoError) {
    guard secret.count == Self.secretSize else { throw .invalidLength }
    let seed: SecretBytes
    switch endorsementKey {
    case .p256(let key):
      let ephemeral = try ECPrivateKey(.p256)
      let (own, other) = (Self.coordinates(ephemeral.publicKey), Self.coordinates(key))
      seed = Self.seed(try ephemeral.agree(with: key), Self.terminated("IDENTITY") + own.x + other.x)
      encryptedSecret = Self.sized(own.x) + Self.sized(own.y)
    case .rsa2048(let key):
      seed = SystemRandom.secret(SHA256.size)
      encryptedSecret = try seed.withBytes { (seed) throws(CryptoError) in try key.encrypt(seed, .credentialOAEP) }
    }
    let cipherKey = Self.derived(from: seed, "STORAGE", name, bits: 128)
    let macKey = Self.derived(from: seed, "INTEGRITY", [], bits: 256)
    let identity = try Self.encrypted(secret, key: cipherKey)
    object = Self.sized(HMACSHA256.authenticate((identity + name).span, key: macKey)) + identity
  }

  // MARK: - Derivation

  /// KDFe (part 1, 11.4.10.3): one block of SHA-256.
  private static func seed(_ agreed: consuming SecretBytes, _ rest: [UInt8]) -> SecretBytes {
    let count = agreed.count
    let input = SecretBytes(count: 4 + count + rest.count) { input in
      for (index, byte) in number(1).enumerated() { input[index] = byte }
      agreed.withBytes { bytes in for index in bytes.indices { input[4 + index] = bytes[index] } }
      for (index, byte) in rest.enumerated() { input[4 + count + index] = byte }
    }
    return input.withBytes { bytes in
      SecretBytes(count: SHA256.size) { digest in
        let hash = SHA256.hash(bytes)
        for index in hash.indices { digest[index] = hash[index] }
      }
    }
  }

  /// KDFa (part 1, 11.4.10.2): one block of HMAC with SHA-256.
  private static func derived(
    from seed: borrowing SecretBytes, _ label: String, _ context: [UInt8], bits: UInt32
  ) -> SecretBytes {
    let message = number(1) + terminated(label) + context + number(bits)
    let block = HMACSHA256.authenticate(message.span, key: seed)
    return SecretBytes(copying: block.span.extracting(first: Int(bits) / 8))
  }

  // MARK: - AES-128 in cipher feedback mode

  private static func encrypted(
    _ secret: borrowing SecretBytes, key: borrowing SecretBytes
  ) throws(CryptoError) -> [UInt8] {
    let size = secret.count
    let plain = SecretBytes(count: 2 + size) { plain in
      (plain[0], plain[1]) = (UInt8(size >> 8), UInt8(size & 0xFF))
      secret.withBytes { bytes in for index in bytes.indices { plain[2 + index] = bytes[index] } }
    }
    var output: [UInt8] = []
    var register = [UInt8](repeating: 0, count: AES128CBC.blockSize)
    for start in stride(from: 0, to: plain.count, by: AES128CBC.blockSize) {
      let mask = try encrypted(block: register, key: key)
      let count = min(AES128CBC.blockSize, plain.count - start)
      register = plain.withBytes { plain in (0..<count).map { plain[start + $0] ^ mask[$0] } }
      output += register
    }
    return output
  }

  /// One block by itself: the first of a chain whose vector is zero.
  private static func encrypted(block: [UInt8], key: borrowing SecretBytes) throws(CryptoError) -> [UInt8] {
    let vector = [UInt8](repeating: 0, count: AES128CBC.blockSize)
    return Array(try AES128CBC.seal(block.span, key: key, vector: vector.span).prefix(AES128CBC.blockSize))
  }

  // MARK: - Bytes

  private static func coordinates(_ key: ECPublicKey) -> (x: [UInt8], y: [UInt8]) {
    (Array(key.x963[1..<33]), Array(key.x963[33...]))
  }

  /// A label with the zero octet at its end.
  private static func terminated(_ label: String) -> [UInt8] { Array(label.utf8) + [0] }

  private static func number(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
  }

  private static func sized(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8(truncatingIfNeeded: bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)] + bytes
  }
}
