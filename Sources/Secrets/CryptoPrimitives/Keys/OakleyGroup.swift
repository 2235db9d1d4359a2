// SPDX-License-Identifier: Apache-2.0
import COpenSSL
package import SecretMemory

/// Diffie-Hellman in the second Oakley group (RFC 2409, section 6.2): 1024 bits, generator 2.
///
/// Such a group is too small to keep a recorded conversation closed for long. It is here because Secret Service clients know no
/// other: `dh-ietf1024-sha256-aes128-cbc-pkcs7`.
package struct OakleyKeyPair: ~Copyable, Sendable {
  /// The bytes of a public key and of what is agreed.
  package static let size = 128
  /// Twice the strength of AES-128, and more than the group's own (RFC 3526, section 8).
  private static let exponentSize = 32

  private let exponent: SecretBytes
  /// Big-endian, with zeros in front.
  package let publicKey: [UInt8]

  package init() throws(CryptoError) { try self.init(exponent: SystemRandom.secret(Self.exponentSize)) }

  /// Makes a pair of published examples.
  init(exponent: consuming SecretBytes) throws(CryptoError) {
    let power = try Self.power(of: [2].span, exponent)
    publicKey = power.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    self.exponent = exponent
  }

  /// The shared secret of both sides, of 128 bytes, zeros in front. A key that leaves no secret throws
  /// `invalidPublicKey`: 0, 1, the prime less one, and whatever is no number of the group.
  package borrowing func agree(with other: Span<UInt8>) throws(CryptoError) -> SecretBytes {
    guard other.count <= Self.size else { throw .invalidPublicKey }
    return try Self.power(of: other, exponent)
  }

  private static func power(
    of base: Span<UInt8>, _ exponent: borrowing SecretBytes
  ) throws(CryptoError) -> SecretBytes {
    guard let context = unsafe BN_CTX_secure_new() else { throw .fromLibrary() }
    defer { unsafe BN_CTX_free(context) }
    guard let prime = unsafe BN_get_rfc2409_prime_1024(nil), let number = unsafe number(base),
      let power = unsafe exponent.withBytes({ unsafe self.number($0) }), let result = unsafe BN_secure_new()
    else { throw .fromLibrary() }
    defer {
      unsafe BN_free(prime)
      unsafe BN_clear_free(number)
      unsafe BN_clear_free(power)
      unsafe BN_clear_free(result)
    }
    guard unsafe isUsable(number, prime) else { throw .invalidPublicKey }
    unsafe BN_set_flags(power, BN_FLG_CONSTTIME)
    guard unsafe BN_mod_exp_mont_consttime(result, number, power, prime, context, nil) == 1 else {
      throw .fromLibrary()
    }
    return try SecretBytes(count: size) { (bytes) throws(CryptoError) in
      let written = unsafe bytes.withUnsafeMutableBufferPointer {
        unsafe BN_bn2binpad(result, $0.baseAddress, Int32($0.count))
      }
      guard written == size else { throw .fromLibrary() }
    }
  }

  private static func number(_ bytes: Span<UInt8>) -> OpaquePointer? {
    guard let number = unsafe BN_secure_new() else { return nil }
    let isRead = unsafe bytes.withUnsafeBufferPointer {
      unsafe BN_bin2bn($0.baseAddress, Int32($0.count), number) != nil
    }
    if !isRead { unsafe BN_clear_free(number) }
    return isRead ? unsafe number : nil
  }

  /// Whether a number is from 2 to the prime less 2 (NIST SP 800-56A, section 5.6.2.3.2).
  private static func isUsable(_ number: OpaquePointer, _ prime: OpaquePointer) -> Bool {
    guard unsafe BN_is_zero(number) == 0, unsafe BN_is_one(number) == 0, let last = unsafe BN_dup(prime) else {
      return false
    }
    defer { unsafe BN_free(last) }
    return unsafe BN_sub_word(last, 1) == 1 && BN_cmp(number, last) < 0
  }
}
